/* What kinds are called where their names begin alike. */
#include "table/kind_names.h"

#include "check.h"
#include "table/table_csv.h"
#include "util/name_index.h"
#include "util/strbuf.h"

static struct arena arena;
static struct kind_names names;

static void begin(void)
{
    arena_init(&arena);
}

static void end(void)
{
    arena_release(&arena);
}

static bool make(const char *kinds)
{
    struct tables tables;
    struct error error = {0};
    const char *csv = arena_format(&arena, "task\n%s", kinds);
    tables_init(&tables, &arena);
    bool is_read = table_read_csv(tables_get(&tables, "tasks"), "tasks", csv, strlen(csv), &error);
    kind_names_make(&names, &tables, &arena);
    return is_read;
}

static void the_start_that_all_share_is_left_out(void)
{
    CHECK(make("NFCORE_SAREK:SAREK:MARKDUPLICATES\nNFCORE_SAREK:SAREK:FASTQC\n"));
    CHECK_TEXT(kind_name_shown(&names, "NFCORE_SAREK:SAREK:MARKDUPLICATES"), "MARKDUPLICATES");
    CHECK_TEXT(kind_name_shown(&names, "NFCORE_SAREK:SAREK:FASTQC"), "FASTQC");
    CHECK_TEXT(kind_name_shown(&names, "*"), "*");
    CHECK(!kind_name_shown(&names, NULL));
}

static void most_are_enough(void)
{
    CHECK(make("NFCORE_RNASEQ:PREPARE_GENOME:UNTAR\nNFCORE_RNASEQ:RNASEQ:ALIGN\n"
               "NFCORE_RNASEQ:RNASEQ:SORT\nNFCORE_RNASEQ:RNASEQ:FASTQC\n(no name)\n"));
    CHECK_TEXT(kind_name_shown(&names, "NFCORE_RNASEQ:RNASEQ:ALIGN"), "ALIGN");
    CHECK_TEXT(kind_name_shown(&names, "NFCORE_RNASEQ:PREPARE_GENOME:UNTAR"),
               "PREPARE_GENOME:UNTAR");
    CHECK_TEXT(kind_name_shown(&names, "(no name)"), "(no name)");
}

static void kinds_stay_apart(void)
{
    CHECK(make("workflow_of_samples:first:align\nworkflow_of_samples:first:sort\nworkflow_of_"
               "samples:first:merge\n"
               "workflow_of_samples:sort\n"));
    CHECK_TEXT(kind_name_shown(&names, "workflow_of_samples:first:sort"), "first:sort");
    CHECK_TEXT(kind_name_shown(&names, "workflow_of_samples:sort"), "sort");
}

static void what_says_little_alone_is_kept(void)
{
    CHECK(make("simulation_of_the_year.1\nsimulation_of_the_year.2\n"));
    CHECK_TEXT(kind_name_shown(&names, "simulation_of_the_year.1"), "simulation_of_the_year.1");
    CHECK(make("simulation_of_the_year.sh\nsimulation_of_the_year.py\n"));
    CHECK_TEXT(kind_name_shown(&names, "simulation_of_the_year.sh"), "simulation_of_the_year.sh");
    CHECK(make("a_program_of_a_long_name:only\n"));
    CHECK_TEXT(kind_name_shown(&names, "a_program_of_a_long_name:only"),
               "a_program_of_a_long_name:only");
}

static void short_names_are_whole(void)
{
    CHECK(make("run:align\nrun:sort\n"));
    CHECK_TEXT(kind_name_shown(&names, "run:align"), "run:align");
    CHECK(make(""));
    CHECK_TEXT(kind_name_shown(&names, "run:align"), "run:align");
}

/* Labels are of at most 17 letters: the middle is left out, or, where two would be called the same,
 * the part in which they differ is kept. */
static void a_label_is_of_one_kind(void)
{
    CHECK(make("transformPreSourceTable\ntransformSourceTable\nconsolidateObjectTable\nisr\n"));
    CHECK_TEXT(kind_label(&names, "transformPreSourceTable"), "tran…mPreSourceT…");
    CHECK_TEXT(kind_label(&names, "transformSourceTable"), "tran…mSourceTable");
    CHECK_TEXT(kind_label(&names, "consolidateObjectTable"), "consolid…ectTable");
    CHECK(!kind_label(&names, "isr"));
    CHECK(!kind_label(&names, "transformAnything"));
    CHECK(!kind_label(&names, NULL));
    CHECK_TEXT(kind_name_within(&names, "transformSourceTable", 20, &arena),
               "transformSourceTable");
    CHECK_TEXT(kind_name_within(&names, "transformSourceTable", 19, &arena), "tran…mSourceTable");
    CHECK_TEXT(kind_name_within(&names, "a node of a long name", 9, &arena), "a no…name");
    CHECK(!kind_name_within(&names, NULL, 9, &arena));
}

/* Of more kinds than any chart draws; only the ends of their numbers differ. */
static void labels_of_many_kinds_stay_apart(void)
{
    enum { KINDS = 2000 };
    struct strbuf text;
    strbuf_init(&text);
    for (int i = 0; i < KINDS; i++)
        strbuf_format(&text, "reconstruction_%04d_of_the_detector\n", i);
    CHECK(make(text.text));
    CHECK(names.label_count == KINDS);
    struct name_index labels;
    name_index_init(&labels);
    for (size_t i = 0; i < names.label_count; i++) {
        CHECK(name_index_find(&labels, names.labels[i].label) == NAME_INDEX_NONE);
        name_index_add(&labels, names.labels[i].label);
    }
    name_index_release(&labels);
    strbuf_release(&text);
}

CHECK_MAIN(STEP(begin), TEST(the_start_that_all_share_is_left_out), TEST(most_are_enough),
           TEST(kinds_stay_apart), TEST(what_says_little_alone_is_kept),
           TEST(short_names_are_whole), TEST(a_label_is_of_one_kind),
           TEST(labels_of_many_kinds_stay_apart), STEP(end))
