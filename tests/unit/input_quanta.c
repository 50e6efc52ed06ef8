#include "input/tasks/quanta.h"
#include "records_fixture.h"

static void read_text(const char *text)
{
    fixture_reads(&fixture, "quanta-csv", text);
}

static int attribute(const char *name, enum record_type type)
{
    return records_find_attribute(fixture.dataset.records, name, type);
}

static void reads_quanta(void)
{
    read_text("step,task,band,memory,init_time,run_time,tract\n"
              "step1,isr,g,1860194000,0.04,17.5,\n"
              "step1,isr,r,1864344000.0,0.05,4.25e1,9813\n"
              "step2,\"calib,rate\",,2e9,0,1,7\n");
    CHECK_INT(fixture.records, 3);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(texts(RECORD_STEP_COLUMN), "step1 step1 step2");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "isr isr calib,rate");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "1860194000 1864344000 2000000000");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "17.5 42.5 1");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "- - -");
    CHECK_TEXT(texts(attribute("band", RECORD_TEXT)), "g r -");
    CHECK_TEXT(texts(attribute("tract", RECORD_TEXT)), "- 9813 7");
    CHECK_TEXT(numbers(attribute("init_time", RECORD_NUMBER)), "0.04 0.05 -");
    CHECK_INT(attribute("run_time", RECORD_NUMBER), RECORDS_NO_COLUMN);
}

/* With the time on the clock, the other times are CPU time. */
static void reports_elapsed_from_cpu_time(void)
{
    read_text("step,task,memory,init_time,run_time,wall_time\n"
              "s,t,1,2,10,15\ns,t,1,0,10,16\ns,t,1,2,0,17\n");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "15 16 17");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "12 10 -");
    CHECK_TEXT(numbers(attribute("run_time", RECORD_NUMBER)), "10 10 -");
    read_text("step,task,memory,run_time,cpu_time\ns,t,1,10,9\n");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "10");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "9");
}

static void takes_0_and_words_for_missing(void)
{
    read_text(
        "step,task,memory,run_time\n"
        "s,t,0,1\ns,t,,2\ns,t,-,3\ns,t,N/A,4\ns,t,NaN, 5 \ns,t,null,0\ns,t,None,0.0\n,t,1,\n");
    CHECK_INT(fixture.records, 8);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "- - - - - - - 1");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "1 2 3 4 5 - - -");
    CHECK_TEXT(texts(RECORD_STEP_COLUMN), "s s s s s s s -");
}

static void rejects_what_cannot_be(void)
{
    read_text("step,task,memory,run_time\n"
              "s,t,1,12:7x\n"
              "s,t,1,-3\n"
              "s,t,9223372036854775808,1\n"
              "s,t,-1,1\n"
              "s,t,1e400,1\n"
              "s,t,inf,1\n"
              "s,,1,1\n"
              "s,t,1\n"
              "s,t,7,8\n"
              "s,t,1,1e12\n"
              "s,t,1,");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture.said.text,
               "FILE:2: not a number of seconds: \"12:7x\"\nFILE:3: negative time: \"-3\"\nFILE:4: "
               "implausibly many bytes: \"9223372036854775808\"\nFILE:5: negative number of bytes: "
               "\"-1\"\nFILE:6: not a number of bytes: \"1e400\"\nFILE:7: not a number of bytes: "
               "\"inf\"\nFILE:8: no task name\nFILE:9: fewer fields than the header: "
               "\"s,t,1\"\nFILE:11: implausibly long time: \"1e12\"\n");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "7 1");
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, "FILE"), 9);
}

static void says_when_there_is_a_header_alone(void)
{
    read_text("step,task,memory,run_time\n");
    CHECK_INT(fixture.records, 0);
    CHECK_SAID(fixture, "header line found, but no usable record");
    read_text("task,memory\n1,2\n");
    CHECK_INT(fixture.records, -1);
    CHECK_TEXT(fixture.error.text, "FILE: no header line with memory and run_time");
}

static void unites_columns_of_files(void)
{
    read_text("step,task,memory,run_time,band\ns,a,1,1,g\n");
    fixture_read_text(&fixture, "quanta-csv", "task,run_time,memory,patch,step\nb,2,3,17,s\n");
    CHECK_INT(fixture.dataset.records->rows, 2);
    CHECK_INT(fixture.dataset.records->source_count, 2);
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "a b");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "1 3");
    CHECK_TEXT(texts(attribute("band", RECORD_TEXT)), "g -");
    CHECK_TEXT(texts(attribute("patch", RECORD_TEXT)), "- 17");
}

static void takes_step_and_task_from_directories(void)
{
    static const struct {
        const char *path, *step, *task;
    } cases[] = {{"runs/step1_2024/isr_resource_usage/isr_u.csv", "step1_2024", "isr"},
                 {"/a//b/c.csv", "a", "b"},
                 {"./s/_x/c.csv", "s", NULL}};
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct quanta_place place = quanta_place_of(&arena, cases[i].path);
        CHECK_TEXT(place.step, cases[i].step);
        CHECK_INT(place.task == NULL, cases[i].task == NULL);
        if (place.task)
            CHECK_TEXT(place.task, cases[i].task);
    }
    CHECK(!quanta_place_of(&arena, "no/such.csv").step);
    CHECK(!quanta_place_of(&arena, "such.csv").task);
    arena_release(&arena);
}

static void knows_the_step_of_a_summary(void)
{
    static const struct {
        const char *path, *step;
    } cases[] = {
        {"data/step1/ResourceUsageSummary/summary.csv", "step1"},
        {"data/step1/ResourceUsageSummary_x/ResourceUsageSummary.csv", "step1"},
        {"data/step2b_20240904T090129Z/ResourceUsageSummary.csv", "step2b_20240904T090129Z"},
        {"data/step1/any/summary.csv", "step1"},
    };
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_TEXT(quanta_summary_step(&arena, cases[i].path), cases[i].step);
    arena_release(&arena);
}

static void knows_its_own(void)
{
    static const struct {
        const char *text, *reader;
    } cases[] = {
        {"step,task,memory,run_time\n1,2,3,4\n", "quanta-csv"},
        {"memory;init_time;run_time;band\n", "quanta-csv"},
        {"task,quanta,integrated_runtime_hrs,mem_GB_p050\na,1,2,3\n", "quanta-summary-csv"},
        {"task,memory,run_time,host,status\n", "table"},
        {"category,cores,memory,disk,cpu_time,wall_time\n", "table"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct mapping content = {.bytes = cases[i].text, .size = strlen(cases[i].text)};
        const struct reader *reader = reader_recognise(&content);
        CHECK_TEXT(reader ? reader->name : "", cases[i].reader);
    }
}

static void reads_published_summaries(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "quanta-summary-csv",
                      "step,task,quanta,integrated_runtime_hrs,mem_GB_p050,runtime_s_p050,remark\n"
                      "s1,isr,3,0.5,1.25,,x\n"
                      "s1,,3,0.5,1.25,1,x\n"
                      "s1,b,x,0.5,1.25,1,x\n");
    const struct records *records = fixture.dataset.records;
    CHECK_INT(fixture.records, 1);
    CHECK_INT(records->summary_count, 3);
    CHECK_INT(records->rows, 0);
    CHECK_TEXT(records->summaries[2].quantity, "mem_GB_p050");
    CHECK_TEXT(records->summaries[2].step, "s1");
    CHECK_TEXT(records->summaries[2].task, "isr");
    CHECK_NEAR(records->summaries[2].value, 1.25, 0);
    CHECK_TEXT(fixture.said.text, "FILE:3: no task name\nFILE:4: not a number: \"x\"\n");
}

/* Several chunks: the same records in the same order, numbered the same. */
static void reads_large_files_in_order(void)
{
    enum { MANY = 60000 };
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text, "step,task,memory,run_time,visit\n");
    for (int i = 0; i < MANY; i++)
        strbuf_format(&text, "step%d,task%d,%d,%d.5,%d\n", i * 5 / MANY, i % 37, i + 1, i, i % 100);
    read_text(text.text);
    strbuf_release(&text);
    const struct records *records = fixture.dataset.records;
    CHECK_INT(fixture.records, MANY);
    size_t i = 0;
    for (size_t b = 0; b < records->block_count; b++) {
        const struct records_block *block = &records->blocks[b];
        const double *memory = records_numbers(block, RECORD_MEMORY_COLUMN);
        const uint32_t *tasks = records_texts(block, RECORD_TASK_COLUMN);
        for (size_t row = 0; row < block->rows; row++, i++) {
            char task[16];
            snprintf(task, sizeof task, "task%zu", i % 37);
            CHECK_NEAR(memory[row], (double)i + 1, 0);
            CHECK_TEXT(records_text(records, tasks[row]), task);
        }
    }
    CHECK_INT(i, MANY);
    CHECK(records->block_count > 1);
    CHECK_TEXT(records_text(records, 1), "step0");
    CHECK_TEXT(records_text(records, 2), "task0");
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(reads_quanta), TEST(reports_elapsed_from_cpu_time),
           TEST(takes_0_and_words_for_missing), TEST(rejects_what_cannot_be),
           TEST(says_when_there_is_a_header_alone), TEST(unites_columns_of_files),
           TEST(takes_step_and_task_from_directories), TEST(knows_the_step_of_a_summary),
           TEST(knows_its_own), TEST(reads_published_summaries), TEST(reads_large_files_in_order),
           STEP(release))
