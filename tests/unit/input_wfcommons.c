#include "records_fixture.h"

#include <math.h>

#define SAMPLES "../shared/data/wfinstances/"

static void read_text(const char *text)
{
    fixture_reads(&fixture, "wfcommons", text);
}

static void joins_what_was_planned_and_what_was_executed(void)
{
    read_text(
        "{\"name\": \"w\", \"schemaVersion\": \"1.5\", \"workflow\": {\"execution\": {\"tasks\": ["
        "{\"id\": \"blast_ID000002\", \"runtimeInSeconds\": 8, \"avgCPU\": 150.0,"
        " \"coreCount\": 2, \"command\": {\"program\": \"/bin/blastall\", \"arguments\": [\"-p\"]},"
        " \"readBytes\": 10, \"writtenBytes\": 20, \"memoryInBytes\": 30,"
        " \"executedAt\": \"1970-01-01T00:01:40+00:00\", \"machines\": [\"n2\", \"n1\"]},"
        "{\"id\": \"P.FASTQC_2\", \"runtimeInSeconds\": 4, \"memoryInBytes\": 0,"
        " \"command\": {\"program\": \"fastqc x\\ny\"}},"
        "{\"id\": \"lonely\", \"runtimeInSeconds\": 1, \"command\": {\"program\": \"/bin/ls\"}},"
        "{\"id\": \"some_3\", \"runtimeInSeconds\": 1}],"
        "\"machines\": [{\"nodeName\": \"n1\", \"cpu\": {\"coreCount\": 24}}]},"
        "\"specification\": {\"tasks\": ["
        "{\"name\": \"blast_ID000002\", \"id\": \"blast_ID000002\", \"parents\": [\"a\"]},"
        "{\"name\": \"P.FASTQC\", \"id\": \"P.FASTQC_2\"},"
        "{\"name\": \"planned only\", \"id\": \"never\"}], \"files\": []}}}");
    CHECK_INT(fixture.records, 4);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "blast P.FASTQC ls some");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "blast_ID000002 P.FASTQC_2 lonely some_3");
    CHECK_TEXT(texts(RECORD_NODE_COLUMN), "n2 - - -");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "8 4 1 1");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "12 - - -");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "2 - - -");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "30 - - -");
    CHECK_TEXT(numbers(RECORD_BYTES_READ_COLUMN), "10 - - -");
    CHECK_TEXT(numbers(RECORD_BYTES_WRITTEN_COLUMN), "20 - - -");
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "100 - - -");
    CHECK_TEXT(numbers(RECORD_END_COLUMN), "108 - - -");
    CHECK_TEXT(records_text_attribute(&fixture, "program"), "/bin/blastall - /bin/ls -");
}

static void reads_version_1_4(void)
{
    read_text("{\"schemaVersion\": \"1.4\", \"workflow\": {\"makespanInSeconds\": 5, \"tasks\": ["
              "{\"name\": \"sort_ID01\", \"id\": \"ID01\", \"category\": \"sort\", \"cores\": 2,"
              " \"runtimeInSeconds\": 3, \"machine\": \"m\", \"files\": [{\"name\": \"f\"}]},"
              "{\"name\": \"merge_ID02\", \"id\": \"ID02\", \"runtimeInSeconds\": 4}]}}");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "sort merge");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "ID01 ID02");
    CHECK_TEXT(texts(RECORD_NODE_COLUMN), "m -");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "2 -");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "3 4");
}

/* Parents are ids, or names where an old instance has those; of tasks that ran alone. */
static void reads_which_task_waits_for_which(void)
{
    read_text("{\"schemaVersion\": \"1.5\", \"workflow\": {\"execution\": {"
              "\"makespanInSeconds\": 12.5, \"tasks\": ["
              "{\"id\": \"a1\", \"runtimeInSeconds\": 1}, {\"id\": \"b1\", "
              "\"runtimeInSeconds\": 2}, {\"id\": \"c1\", \"runtimeInSeconds\": 3}]},"
              "\"specification\": {\"tasks\": ["
              "{\"name\": \"first\", \"id\": \"a1\", \"parents\": [], \"children\": [\"b1\"]},"
              "{\"name\": \"second\", \"id\": \"b1\", \"parents\": [\"first\"]},"
              "{\"name\": \"third\", \"id\": \"c1\", \"parents\": [\"a1\", \"b1\", \"x\", \"d1\"]},"
              "{\"name\": \"never\", \"id\": \"d1\", \"parents\": [\"c1\"]}]}}}");
    CHECK_TEXT(records_dependencies_text(&fixture), "b1<a1 c1<b1 c1<a1");
    CHECK_NEAR(fixture.dataset.records->sources[0].makespan_s, 12.5, 0);
    read_text("{\"schemaVersion\": \"1.4\", \"workflow\": {\"makespan\": 0, \"tasks\": ["
              "{\"name\": \"a\", \"runtime\": 1}, {\"name\": \"b\", \"runtime\": 1, "
              "\"parents\": [\"a\"]}]}}");
    CHECK_TEXT(records_dependencies_text(&fixture), "b<a");
    CHECK(isnan(fixture.dataset.records->sources[0].makespan_s));
}

static void rejects_what_cannot_be(void)
{
    read_text("{\"schemaVersion\": \"1.5\", \"workflow\": {\"execution\": {\"tasks\": ["
              "{\"id\": \"a\", \"runtimeInSeconds\": -1},"
              "{\"id\": \"b\", \"memoryInBytes\": 9223372036854775808},"
              "{\"runtimeInSeconds\": 1}, 7, null,"
              "{\"id\": \"c\", \"runtimeInSeconds\": \"12:7x\"},"
              "{\"id\": \"c\", \"runtimeInSeconds\": 3}, {\"id\": \"c\"}, {\"id\": \"d\", \"runt");
    CHECK_INT(fixture.records, 2);
    CHECK_SAID(fixture, "negative time: \"-1\"");
    CHECK_SAID(fixture, "implausibly many bytes");
    CHECK_SAID(fixture, "task has no id and no name");
    CHECK_SAID(fixture, "not a number: \"12:7x\"");
    CHECK_SAID(fixture, "duplicate task: the first one counts: \"c\"");
    CHECK_SAID(fixture, "truncated: the last ");
    CHECK_INT(diagnostics_end_of(fixture.diagnostics, "FILE"), DIAGNOSTIC_ENDS_EARLY);
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "c d");
    read_text("{\"schemaVersion\": \"1.5\", \"workflow\": {\"execution\": {\"tasks\": []}}}");
    CHECK_INT(fixture.records, 0);
    CHECK_SAID(fixture, "no executed task in the file");
    read_text("[]");
    CHECK_INT(fixture.records, -1);
}

static void knows_its_own(void)
{
    CHECK_TEXT(reader_for("{\"schemaVersion\": \"1.5\", \"workflow\": {}}"), "wfcommons");
    CHECK_TEXT(reader_for("{\"workflow\": {\"tasks\": []}}"), "wfcommons");
    CHECK_TEXT(reader_for("{\"workflow\": {}}"), "");
}

/* Counts and sums are those of Python's json over workflow.execution.tasks. */
static void agrees_with_sums_by_python(void)
{
    static const struct {
        const char *path;
        int tasks, with_memory;
        double elapsed_s, cpu_s, memory;
    } samples[] = {
        {SAMPLES "makeflow_blast_blast-chameleon-small-001.json", 43, 43, 382.91272,
         380.970139532972, 21091000000.0},
        {SAMPLES "nextflow_bacass-dirt02-001.json", 11, 11, 3961.87, 3765.105084, 3528101888.0},
        {SAMPLES "nextflow_sarek-dirt02-001.json", 26, 24, 393.226, 359.624382, 5561004032.0},
        {SAMPLES "pegasus_1000genome_1000genome-chameleon-2ch-100k-001.json", 52, 0, 2771.295,
         3139.590787627, 0},
        {SAMPLES "pegasus_montage_montage-chameleon-2mass-01d-001.json", 103, 103, 362.633,
         350.236020213, 3062804000.0},
        {SAMPLES "pegasus_soykb_soykb-chameleon-10fastq-10ch-001.json", 96, 0, 11814.517,
         7547.050936093, 0},
    };
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        double sum;
        if (!fixture_reads_sample(&fixture, "wfcommons", samples[i].path))
            continue;
        CHECK_INT(fixture.records, samples[i].tasks);
        records_count(&fixture, RECORD_ELAPSED_COLUMN, &sum);
        CHECK_NEAR(sum, samples[i].elapsed_s, 1e-9);
        records_count(&fixture, RECORD_CPU_COLUMN, &sum);
        CHECK_NEAR(sum, samples[i].cpu_s, 1e-9);
        CHECK_INT(records_count(&fixture, RECORD_MEMORY_COLUMN, &sum), samples[i].with_memory);
        CHECK_NEAR(sum, samples[i].memory, 0);
    }
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(joins_what_was_planned_and_what_was_executed), TEST(reads_version_1_4),
           TEST(reads_which_task_waits_for_which), TEST(rejects_what_cannot_be),
           TEST(knows_its_own), TEST(agrees_with_sums_by_python), STEP(release))
