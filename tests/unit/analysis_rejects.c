#include "check.h"

#include "analysis_fixture.h"

/* Level and sentence of the first finding. */
static void first_is(struct fixture *f, const char *expected)
{
    char text[256];
    fixture_run(f);
    snprintf(text, sizeof text, "%s %s", fixture_text(f, "findings", 0, "level"),
             fixture_text(f, "findings", 0, "finding"));
    CHECK_TEXT(text, expected);
}

static void rejected_records_are_told(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_flat(&f, "memory", "n1", 10, 10, 5);
    diagnostics_reject(f.diagnostics, (struct place){"a", 1, 0}, "x", "not a number");
    fixture_run(&f);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "finding"), "1 record was rejected.");
    fixture_release(&f);
}

static void reject(struct fixture *f, const char *input, int count, const char *reason)
{
    for (int i = 0; i < count; i++)
        diagnostics_reject(f->diagnostics, (struct place){input, 1, 0}, "x", "%s", reason);
}

/* The share decides; the input that lost most is named, and what was wrong with most of it. */
static void the_share_of_rejected_records_decides(void)
{
    static const struct {
        int used, fields, numbers;
        const char *expected;
    } cases[] = {
        {50, 150, 800,
         "bad 950 of 1,000 records of a were rejected (95 %); most frequent reason: "
         "not a number (800)."},
        {75, 25, 0,
         "bad 25 of 100 records of a were rejected (25 %); reason: has fewer fields "
         "(25)."},
        {76, 24, 0,
         "warn 24 of 100 records of a were rejected (24 %); reason: has fewer fields "
         "(24)."},
        {96, 0, 4, "note 4 of 100 records of a were rejected (4.0 %); reason: not a number (4)."},
        {1, 0, 1, "note 1 of 2 records of a was rejected (50 %); reason: not a number (1)."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture f;
        fixture_init(&f);
        fixture_flat(&f, "memory", "n1", 10, 10, 5);
        dataset_add_read(&f.dataset, (struct read_input){.path = "b", .records = 5});
        reject(&f, "a", cases[i].fields, "has fewer fields");
        reject(&f, "a", cases[i].numbers, "not a number");
        dataset_add_read(&f.dataset,
                         (struct read_input){.path = "a",
                                             .records = cases[i].used,
                                             .rejected = cases[i].fields + cases[i].numbers});
        first_is(&f, cases[i].expected);
        fixture_release(&f);
    }
}

/* A start without its stop was taken as a record before: it is one of the input's still. */
static void records_rejected_later_count_once(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_flat(&f, "memory", "n1", 10, 10, 5);
    reject(&f, "a", 10, "not a time");
    dataset_add_read(&f.dataset, (struct read_input){.path = "a", .records = 190, .rejected = 10});
    reject(&f, "a", 50, "a start without its stop");
    fixture_run(&f);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "finding"),
               "60 of 200 records of a were rejected (30 %); most frequent reason: a start without "
               "its stop (50).");
    CHECK_TEXT(fixture_text(&f, "findings", 0, "level"), "bad");
    fixture_release(&f);
}

/* How much is lost decides, as far as the way in which the input ends tells it. */
static void inputs_that_are_cut_are_told(void)
{
    static const struct {
        enum diagnostic_end end;
        const char *expected;
    } cases[] = {
        {DIAGNOSTIC_ENDS_EARLY, "bad a is truncated: the rest is lost, and totals are incomplete."},
        {DIAGNOSTIC_ENDS_IN_RECORD, "warn a ends in the middle of its last record, which is left "
                                    "out. More may be missing after it."},
        {DIAGNOSTIC_ENDS_UNFINISHED,
         "note a ends in the middle of its last record, which is left out."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture f;
        fixture_init(&f);
        fixture_flat(&f, "memory", "n1", 10, 10, 5);
        dataset_add_read(&f.dataset, (struct read_input){.path = "a", .records = 5, .rejected = 0});
        dataset_add_read(&f.dataset, (struct read_input){.path = "b", .records = 5});
        diagnostics_note_end(f.diagnostics, (struct place){"a", 0, 0}, cases[i].end, "cut");
        first_is(&f, cases[i].expected);
        fixture_release(&f);
    }
}

/* The monitor is not to blame for what is lost with the rest of a file. */
static void a_node_may_be_in_what_is_lost(void)
{
    for (int lost = 0; lost < 2; lost++) {
        struct fixture f;
        fixture_init(&f);
        fixture_flat(&f, "memory", "n1", 10, 10, 5);
        dataset_node(&f.dataset, "n2");
        dataset_add_read(&f.dataset, (struct read_input){.path = "a", .records = 5, .rejected = 0});
        if (lost)
            diagnostics_note_end(f.diagnostics, (struct place){"a", 0, 0}, DIAGNOSTIC_ENDS_EARLY,
                                 "cut");
        fixture_run(&f);
        CHECK_TEXT(fixture_text(&f, "findings", (size_t)lost, "finding"),
                   "Node n2 has no samples.");
        CHECK_TEXT(fixture_text(&f, "findings", (size_t)lost, "advice"),
                   lost ? "check the end of the input, which is lost: its samples may be in it"
                        : "check whether the monitor ran there");
        fixture_release(&f);
    }
}

static void tasks_that_end_before_they_start_are_told(void)
{
    static const struct {
        size_t backwards, timeless;
        const char *expected;
    } cases[] = {
        {30, 30,
         "bad 30 of 100 tasks (30 %) end before they start. How long they took is unknown."},
        {5, 1,
         "warn 5 of 100 tasks (5.0 %) end before they start. How long 1 of them took is unknown."},
        {1, 0,
         "note 1 of 100 tasks (1.0 %) ends before it starts. Its end follows from its elapsed "
         "time."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture f;
        fixture_init(&f);
        fixture_flat(&f, "memory", "n1", 10, 10, 5);
        struct records *records = dataset_records(&f.dataset);
        for (int row = 0; row < 100; row++)
            records_add(records);
        records->backwards = cases[i].backwards;
        records->timeless = cases[i].timeless;
        first_is(&f, cases[i].expected);
        fixture_release(&f);
    }
}

CHECK_MAIN(TEST(tasks_that_end_before_they_start_are_told), TEST(rejected_records_are_told),
           TEST(the_share_of_rejected_records_decides), TEST(records_rejected_later_count_once),
           TEST(inputs_that_are_cut_are_told), TEST(a_node_may_be_in_what_is_lost))
