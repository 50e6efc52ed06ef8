#include "check.h"
#include "publish/report_name.h"
#include "publish/tree.h"

static struct arena arena;

static const char *name_of(const char *job_id, const char *label, int attempt)
{
    struct report_identity identity = {job_id, label, NULL, "0123456789abcdef"};
    return report_name(&arena, &identity, attempt);
}

static void ids_and_labels_that_are_plain_stay_as_they_are(void)
{
    CHECK_TEXT(name_of("731200", NULL, 0), "731200");
    CHECK_TEXT(name_of("731200", "", 0), "731200");
    CHECK_TEXT(name_of(NULL, "nightly_2.1", 0), "nightly_2.1");
    CHECK_TEXT(name_of("4103947_3", "before", 0), "4103947_3-before");
    CHECK_TEXT(name_of("7", "64 GiB matrices", 0), "7-64-GiB-matrices");
}

static void whatever_the_data_says_becomes_a_plain_name(void)
{
    static const char *const hostile[] = {"../x",
                                          "/etc/passwd",
                                          "..",
                                          ".",
                                          "<script>alert(1)</script>",
                                          "a\nb",
                                          "\x1b[2J",
                                          "C:\\x",
                                          "%2e%2e",
                                          "index.html",
                                          ".jobreport-lock",
                                          "-rf",
                                          "",
                                          " ",
                                          "שלום",
                                          "\xff\xfe",
                                          "assets",
                                          "$(id)"};
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++)
        for (int attempt = 0; attempt < 4; attempt++) {
            const char *name = name_of(NULL, hostile[i], attempt);
            if (!tree_name_is_plain(name) || name[0] == '-' || strlen(name) > 100)
                CHECK_FAIL("\"%s\" becomes \"%s\"", hostile[i], name);
        }
    CHECK(strcmp(name_of("index.html", NULL, 0), "index.html") != 0);
    CHECK(strcmp(name_of("report.css", NULL, 0), "report.css") != 0);
}

static void long_texts_that_begin_alike_get_names_of_their_own(void)
{
    char one[10001], other[10001];
    memset(one, 'a', 10000);
    memset(other, 'a', 10000);
    one[10000] = other[10000] = '\0';
    other[9999] = 'b';
    CHECK(strcmp(name_of(NULL, one, 0), name_of(NULL, other, 0)) != 0);
    CHECK(strlen(name_of(one, other, 2)) <= 100);
}

static void names_that_collide_are_kept_apart_by_their_hash(void)
{
    CHECK_TEXT(name_of("a/b", NULL, 0), "a-b");
    CHECK_TEXT(name_of("a b", NULL, 0), "a-b");
    CHECK(strcmp(name_of("a/b", NULL, 1), name_of("a b", NULL, 1)) != 0);
    CHECK_TEXT(name_of("a/b", NULL, 1), name_of("a/b", NULL, 1));
    CHECK(strcmp(name_of("a", "b", 1), name_of("a-b", NULL, 1)) != 0);
    CHECK(strcmp(name_of("a", "b", 1), name_of("a", "b", 2)) != 0);
}

static bool is_same(struct report_identity left, struct report_identity right)
{
    return report_identity_is_same(&left, &right) && report_identity_is_same(&right, &left);
}

static void the_same_report_is_told_by_job_id_and_label(void)
{
    struct report_identity job = {"1", NULL, NULL, "x"};
    CHECK(is_same(job, (struct report_identity){"1", "", NULL, "y"}));
    CHECK(is_same(job, (struct report_identity){"1", NULL, "emmy", "y"}));
    CHECK(!is_same(job, (struct report_identity){"2", NULL, NULL, "x"}));
    CHECK(!is_same(job, (struct report_identity){"1", "again", NULL, "x"}));
    CHECK(!is_same((struct report_identity){"1", NULL, "fritz", "x"},
                   (struct report_identity){"1", NULL, "emmy", "x"}));
}

static void without_both_the_inputs_decide(void)
{
    CHECK(is_same((struct report_identity){NULL, NULL, NULL, "x"},
                  (struct report_identity){"", "", NULL, "x"}));
    CHECK(!is_same((struct report_identity){NULL, NULL, NULL, "x"},
                   (struct report_identity){NULL, NULL, NULL, "y"}));
    struct report_identity one = {NULL, NULL, NULL, "x"}, other = {NULL, NULL, NULL, "y"};
    const char *name = report_name(&arena, &one, 0);
    CHECK(strncmp(name, "report-", 7) == 0);
    CHECK(strcmp(name, report_name(&arena, &other, 0)) != 0);
}

static void fingerprints_are_of_the_whole_text(void)
{
    char one[REPORT_FINGERPRINT_SIZE], other[REPORT_FINGERPRINT_SIZE];
    CHECK_INT(strlen(report_fingerprint("", one)), 16);
    CHECK(strcmp(report_fingerprint("ab", one), report_fingerprint("ba", other)) != 0);
    CHECK_TEXT(report_fingerprint("ab", one), report_fingerprint("ab", other));
}

int main(void)
{
    static const struct check_test tests[] = {
        TEST(ids_and_labels_that_are_plain_stay_as_they_are),
        TEST(whatever_the_data_says_becomes_a_plain_name),
        TEST(long_texts_that_begin_alike_get_names_of_their_own),
        TEST(names_that_collide_are_kept_apart_by_their_hash),
        TEST(the_same_report_is_told_by_job_id_and_label),
        TEST(without_both_the_inputs_decide),
        TEST(fingerprints_are_of_the_whole_text),
    };
    arena_init(&arena);
    int failures = check_run(tests, sizeof tests / sizeof tests[0]);
    arena_release(&arena);
    return failures;
}
