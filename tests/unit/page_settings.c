/* Settings to paste: their numbers, and names that must not leave their place. */
#include "check.h"

#include <string.h>

#include "page/content/settings.h"
#include "table/rows.h"
#include "table/table_csv.h"
#include "util/strbuf.h"
#include "util/texts.h"

struct sample {
    struct arena arena;
    struct tables tables;
    struct settings_file files[SETTINGS_MOST_FILES];
    size_t count;
};

/* A kind each: its name, first and most bytes, repetitions of 60 tasks. */
static void add_request(struct sample *sample, const char *task, double first, double most,
                        double retries)
{
    struct memory_requests_row row = memory_requests_row_missing();
    row.task = task;
    row.tasks = 60;
    row.first_B = first;
    row.most_B = most;
    row.retries = retries;
    row.retried_share = retries / 60;
    memory_requests_row_put(tables_get(&sample->tables, "memory_requests"), &row);
}

static void sample_init(struct sample *sample)
{
    *sample = (struct sample){.count = 0};
    arena_init(&sample->arena);
    tables_init(&sample->tables, &sample->arena);
}

static void make(struct sample *sample, const char *format, size_t most_kinds)
{
    const struct input_row input = {.path = "input", .format = format};
    sample->count =
        settings_make(&sample->tables, &input, 1, most_kinds, &sample->arena, sample->files);
}

static const char *text_of(const struct sample *sample, const char *name)
{
    for (size_t i = 0; i < sample->count; i++)
        if (texts_equal(sample->files[i].name, name))
            return sample->files[i].text;
    return "";
}

static void only_tools_that_fit_the_inputs(void)
{
    static const struct {
        const char *format, *names;
    } cases[] = {{"nextflow", "nextflow.config "},
                 {"sacct", "slurm.txt "},
                 {"sacct_json", "slurm.txt "},
                 {"workqueue", "taskvine.py work_queue.py "},
                 {"table", "slurm.txt htcondor.sub config.yaml "},
                 {"quanta_csv", "slurm.txt htcondor.sub "},
                 {"perfmon_json", ""}};
    struct sample sample;
    sample_init(&sample);
    add_request(&sample, "ALIGN", 1e9, 1e9, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *names = "";
        make(&sample, cases[i].format, SETTINGS_ALL_KINDS);
        for (size_t k = 0; k < sample.count; k++)
            names = arena_format(&sample.arena, "%s%s ", names, sample.files[k].name);
        CHECK_TEXT(names, cases[i].names);
    }
    arena_release(&sample.arena);
}

static void without_requests_there_are_no_files(void)
{
    struct sample sample;
    sample_init(&sample);
    make(&sample, "table", SETTINGS_ALL_KINDS);
    CHECK(sample.count == 0);
    arena_release(&sample.arena);
}

/* 1.5 GiB and one byte: 1537 MiB, or 1611 MB of 10^6 bytes; 3 GiB: 3072, or 3222. */
static void memory_is_never_rounded_down(void)
{
    struct sample sample;
    sample_init(&sample);
    add_request(&sample, "ALIGN", 1610612737, 3221225472, 3);
    make(&sample, "table", SETTINGS_ALL_KINDS);
    const char *slurm = text_of(&sample, "slurm.txt");
    CHECK(strstr(slurm, "\n# ALIGN: At most 3 of 60 tasks (5.0 %) need more than 1537 MB.\n"
                        "#SBATCH --mem=3072M\n##SBATCH --mem=1537M\n"));
    CHECK(strstr(text_of(&sample, "htcondor.sub"),
                 "\nrequest_memory = 1537\nretry_request_memory = 3072\n"));
    CHECK(strstr(text_of(&sample, "config.yaml"),
                 "restart-times: 2\nset-resources:\n"
                 "  # At most 3 of 60 tasks (5.0 %) need more than 1611 MB.\n"
                 "  # These run again with 3222 MB.\n"
                 "  - \"ALIGN:mem_mb=1611 if attempt == 1 else 3222 * (attempt - 1)\"\n"));
    make(&sample, "nextflow", SETTINGS_ALL_KINDS);
    CHECK(strstr(text_of(&sample, "nextflow.config"),
                 "memory = { task.attempt == 1 ? 1537.MB : 3072.MB * (task.attempt - 1) }\n"));
    make(&sample, "workqueue", SETTINGS_ALL_KINDS);
    CHECK(strstr(text_of(&sample, "taskvine.py"),
                 "    manager.set_category_mode(\"ALIGN\", \"min waste\")\n"
                 "    manager.set_category_first_allocation_guess(\"ALIGN\", {\"memory\": 1537})\n"
                 "    manager.set_category_resources_max(\"ALIGN\", {\"memory\": 3072})\n"));
    CHECK(strstr(text_of(&sample, "work_queue.py"),
                 "    queue.specify_category_max_resources(\"ALIGN\", {\"memory\": 3072})\n"));
    arena_release(&sample.arena);
}

static void what_fits_all_is_one_number(void)
{
    struct sample sample;
    sample_init(&sample);
    add_request(&sample, "ALIGN", 1073741824, 1073741824, 0);
    make(&sample, "table", SETTINGS_ALL_KINDS);
    CHECK(strstr(text_of(&sample, "slurm.txt"),
                 "\n# ALIGN: None of 60 tasks needed more.\n#SBATCH --mem=1024M\n"));
    CHECK(!strstr(text_of(&sample, "slurm.txt"), "##SBATCH"));
    CHECK(!strstr(text_of(&sample, "htcondor.sub"), "retry"));
    CHECK(strstr(text_of(&sample, "config.yaml"), "  - \"ALIGN:mem_mb=1074\"\n"));
    CHECK(!strstr(text_of(&sample, "config.yaml"), "restart"));
    make(&sample, "nextflow", SETTINGS_ALL_KINDS);
    CHECK(strstr(text_of(&sample, "nextflow.config"),
                 "        memory = { 1024.MB * task.attempt }\n"));
    arena_release(&sample.arena);
}

/* Of Nextflow and Snakemake only names that theirs can be: all else would be code, a pattern or
 * another key. */
static void hostile_names_are_no_names(void)
{
    static const char *const hostile[] = {"A'} ; 'x' {", "A|B",     "A.*", "!A",   "A$",
                                          "${x}",        "\\u0027", "A*/", "A\nB", "A B",
                                          "9A",          ":A",      "A:",  "A::B", "",
                                          "Å",           "A-B",     "A\"", "A#"};
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++)
        CHECK(!settings_nextflow.can_name(hostile[i]) && !settings_snakemake.can_name(hostile[i]));
    CHECK(settings_nextflow.can_name("RNASEQ:ALIGN_2:_x"));
    CHECK(!settings_snakemake.can_name("RNASEQ:ALIGN") && settings_snakemake.can_name("_align2"));
    CHECK(!settings_nextflow.can_name(NULL) && !settings_slurm.can_name(NULL));
}

static void kinds_that_have_no_name_there_are_counted(void)
{
    struct sample sample;
    sample_init(&sample);
    add_request(&sample, "A|B", 1e9, 1e9, 0);
    add_request(&sample, "a b", 1e9, 1e9, 0);
    make(&sample, "nextflow", SETTINGS_ALL_KINDS);
    CHECK(sample.count == 0);
    add_request(&sample, "ALIGN", 1e9, 1e9, 0);
    make(&sample, "nextflow", SETTINGS_ALL_KINDS);
    CHECK(strstr(
        text_of(&sample, "nextflow.config"),
        "    }\n    // 2 more task kinds whose names no process of Nextflow can have.\n}\n"));
    make(&sample, "table", 2);
    CHECK(strstr(text_of(&sample, "slurm.txt"), "\n# 1 more task kind in the file.\n"));
    arena_release(&sample.arena);
}

/* In comments nothing ends the line, and no line ends in what joins the next one to it. */
static void names_stay_in_their_comment(void)
{
    struct sample sample;
    sample_init(&sample);
    add_request(&sample,
                "a\n#SBATCH --wrap=x\r\u2028b\xc2\x85"
                "c\u202Ed\\",
                1073741824, 1073741824, 0);
    make(&sample, "table", SETTINGS_ALL_KINDS);
    static const char comment[] =
        "\n# a\\n#SBATCH --wrap=x\\r\\u2028b\\u0085c\\u202ed\\: None of 60 tasks "
        "needed more.\n";
    CHECK(strstr(text_of(&sample, "slurm.txt"), comment));
    CHECK(strstr(text_of(&sample, "htcondor.sub"), comment));
    arena_release(&sample.arena);
}

static void categories_are_quoted(void)
{
    struct sample sample;
    sample_init(&sample);
    add_request(&sample, "say \"hi\" \\ ü", 1073741824, 1073741824, 0);
    add_request(&sample, "cut \uFFFD", 1073741824, 1073741824, 0);
    add_request(&sample, "a\nb", 1073741824, 1073741824, 0);
    make(&sample, "workqueue", SETTINGS_ALL_KINDS);
    CHECK(strstr(text_of(&sample, "taskvine.py"),
                 "    manager.set_category_resources_max(\"say \\\"hi\\\" \\\\ ü\", {\"memory\": "
                 "1024})\n"
                 "    # 2 more task kinds whose names are not known in full.\n"));
    arena_release(&sample.arena);
}

CHECK_MAIN(TEST(only_tools_that_fit_the_inputs), TEST(without_requests_there_are_no_files),
           TEST(memory_is_never_rounded_down), TEST(what_fits_all_is_one_number),
           TEST(hostile_names_are_no_names), TEST(kinds_that_have_no_name_there_are_counted),
           TEST(names_stay_in_their_comment), TEST(categories_are_quoted))
