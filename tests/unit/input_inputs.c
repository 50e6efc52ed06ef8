#include "check.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "input/inputs.h"
#include "util/path.h"
#include "util/strbuf.h"

static const char node_1[] = "{\"host_names\": [\"n1\"], \"n1\": {\"cpu_percent\": [1, 2], "
                             "\"time_stamps\": [100000, 100030]}}";
static const char node_2[] = "{\"host_name\": \"n2\", \"cpu_percent\": [3, 4], \"time_stamps\": "
                             "[100000, 100030]}";
static const char later[] = "{\"host_name\": \"n3\", \"cpu_percent\": [3, 4], \"time_stamps\": "
                            "[900000, 900030]}";
static const char job_data[] = "{\"x\": {\"node\": {\"timestep\": 10, \"series\": [{\"hostname\": "
                               "\"a\", \"data\": [1, 2]}]}}}";
static const char job_meta[] = "{\"jobId\": 5, \"cluster\": \"c\", \"startTime\": 5000, "
                               "\"resources\": []}";

static struct arena arena;
static struct dataset dataset;
static struct diagnostics *diagnostics;
static struct strbuf said;
static struct inputs inputs;
static struct error error;
static char root[64];

static void hear(void *context, const char *line)
{
    (void)context;
    const char *inside = strstr(line, root);
    if (inside == line)
        line += strlen(root) + 1;
    strbuf_format(&said, "%s\n", line);
}

static void start(void)
{
    snprintf(root, sizeof root, "/tmp/jobreport-inputs-XXXXXX");
    CHECK(mkdtemp(root));
    arena_init(&arena);
    dataset_init(&dataset);
    strbuf_init(&said);
    diagnostics = diagnostics_new(hear, NULL);
    inputs = (struct inputs){.arena = &arena};
}

static void finish(void)
{
    struct error ignored;
    path_remove_tree(root, &ignored);
    dataset_release(&dataset);
    diagnostics_free(diagnostics);
    strbuf_release(&said);
    inputs_release(&inputs);
    arena_release(&arena);
}

static const char *in_root(const char *name)
{
    return *name ? path_join(&arena, root, name) : root;
}

/* Makes the directories that it is in. */
static void put(const char *name, const char *bytes)
{
    struct error ignored;
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/'))
        mkdir(in_root(arena_text_of_size(&arena, name, (size_t)(slash - name))), 0777);
    path_write(in_root(name), bytes, strlen(bytes), &ignored);
}

/* Reads paths in the root, parted by blanks. */
static bool read_paths(const char *names, const char *format)
{
    struct input_request requests[8];
    size_t count = 0;
    char *words = arena_text(&arena, names), *rest = words;
    for (char *word; (word = strsep(&rest, " "));)
        requests[count++] = (struct input_request){in_root(word), format};
    struct reading reading = {.dataset = &dataset, .diagnostics = diagnostics, .jobs = 2};
    return inputs_read(&inputs, requests, count, &reading, &error);
}

static void reads_a_directory_to_any_depth(void)
{
    start();
    put("a/b/one.json", node_1);
    put("two.txt", node_2);
    put("notes.md", "# notes");
    put("empty", "");
    CHECK(read_paths("", NULL));
    CHECK_INT(inputs.count, 2);
    CHECK_TEXT(inputs.records[0].path, in_root("a/b/one.json"));
    CHECK_TEXT(inputs.records[0].format, "perfmon-json");
    CHECK_INT(inputs.records[0].records, 2);
    CHECK_INT(inputs.records[0].size, strlen(node_1));
    CHECK_INT(dataset.node_count, 2);
    CHECK_TEXT(said.text, "empty: skipped: empty file\nnotes.md: skipped: unknown format\n");
    CHECK(inputs_hash(&inputs, &error));
    CHECK_INT(strlen(inputs.records[1].checksum), strlen("xxh3:") + 32);
    finish();
}

static void refuses_named_files_that_it_cannot_read(void)
{
    start();
    put("notes.md", "# notes");
    put("other.json", "{}");
    put("empty", "");
    put("broken", "{\"host_names\": [], \"time_stamps\": ");
    CHECK(!read_paths("gone", NULL));
    CHECK_INT(error.kind, ERROR_INPUT);
    CHECK(strstr(error.text, "gone") && strstr(error.text, "No such file"));
    CHECK(!read_paths("notes.md", NULL));
    CHECK(strstr(error.text, "it is text, but no table or log of a known format"));
    CHECK(!read_paths("other.json", NULL));
    CHECK(strstr(error.text, "unknown format (tried: perfmon-json, perfmon-csv, perfmon-meta, "));
    CHECK(!read_paths("empty", NULL));
    CHECK(strstr(error.text, "empty: empty file"));
    CHECK(!read_paths("broken", NULL));
    CHECK_INT(error.kind, ERROR_INPUT);
    finish();
}

static void refuses_directories_without_anything_usable(void)
{
    start();
    put("notes.md", "# notes");
    put("broken.json", "{\"n\": {\"time_stamps\": [], \"cpu_percent\": [}}");
    CHECK(!read_paths("", NULL));
    CHECK(strstr(error.text, "nothing usable found in /") == error.text);
    CHECK_INT(error.kind, ERROR_INPUT);
    CHECK(strstr(said.text, "broken.json: no samples"));
    CHECK(inputs.records[0].rejected > 0);
    CHECK(!strstr(said.text, "--mapping"));
    finish();
    start();
    put("bench.csv", "benchmark,ranks,gflops\nhpl,1,10\n");
    CHECK(!read_paths("", NULL));
    CHECK(strstr(said.text, "bench.csv: its columns are benchmark, ranks, gflops; for a table of "
                            "tasks, name its columns: --mapping task=COLUMN"));
    CHECK(!strstr(said.text, "node samples"));
    finish();
    start();
    put("usage.csv", "timestamp,cpu_percent,memory_percent\n1762680000,37.7,41\n");
    CHECK(!read_paths("", NULL));
    CHECK(strstr(said.text,
                 "usage.csv: its columns are timestamp, cpu_percent, memory_percent; a table of "
                 "node samples needs a column with the host"));
    CHECK(!read_paths("usage.csv", NULL));
    CHECK(strstr(error.text, "a table of node samples needs a column with the host"));
    CHECK(!read_paths("usage.csv", "monitor-summary"));
    CHECK(strstr(error.text, "not a resource monitor summary (no category, wall_time"));
    CHECK(!read_paths("usage.csv", "perfmon-cvs"));
    CHECK(strstr(error.text, "unknown format 'perfmon-cvs' (did you mean 'perfmon-csv'?)"));
    put("long.csv", ",result,table,_time,_value,_field,host\n,,0,1762680000,37,cpu_percent,n1\n");
    CHECK(!read_paths("long.csv", NULL));
    CHECK(strstr(error.text, "end the query with |> pivot(rowKey: [\"_time\"], columnKey:"));
    finish();
}

static void forces_a_format(void)
{
    start();
    put("table", "Host,Timestamps,x\nn,1,2\n");
    CHECK(!read_paths("table", "perfmon-json"));
    CHECK(strstr(error.text, "table:1: not a JSON object"));
    CHECK(read_paths("table", "perfmon-csv"));
    CHECK(!read_paths("table", "nonsense"));
    CHECK_INT(error.kind, ERROR_USAGE);
    finish();
}

static void reads_the_same_file_once(void)
{
    start();
    put("one.json", node_1);
    put("two.json", node_1);
    CHECK(symlink(in_root("one.json"), in_root("link.json")) == 0);
    CHECK(read_paths("one.json one.json link.json two.json", NULL));
    CHECK_INT(inputs.count, 1);
    CHECK_INT(dataset.series_count, 1);
    CHECK(strstr(said.text, "link.json: same file as"));
    CHECK(strstr(said.text, "two.json: same content as"));
    finish();
}

/* What the directories tell is not in the file: equal tables of two steps are two tables. */
static void equal_tables_of_two_steps_are_two(void)
{
    static const char told_by_path[] = "memory,run_time\n1e9,5\n",
                      told_by_columns[] = "step,task,memory,run_time\ns,t,1e9,5\n";
    start();
    put("s1/isr_resource_usage/a.csv", told_by_path);
    put("s1/isr_resource_usage/b.csv", told_by_path);
    put("s2/isr_resource_usage/a.csv", told_by_path);
    put("s1/whole.csv", told_by_columns);
    put("s2/whole.csv", told_by_columns);
    CHECK(read_paths("", NULL));
    CHECK_INT(inputs.count, 3);
    CHECK_INT(dataset.records->rows, 3);
    CHECK(strstr(said.text, "s1/isr_resource_usage/b.csv: same content as"));
    CHECK(strstr(said.text, "s2/whole.csv: same content as"));
    CHECK(!strstr(said.text, "s2/isr_resource_usage/a.csv"));
    finish();
}

/* Nor is it in benchmarks of Snakemake. */
static void equal_benchmarks_of_two_samples_are_two(void)
{
    static const char benchmark[] = "s\th:m:s\tmax_rss\n0.02\t0:00:00\t-\n";
    start();
    put("sort/A.tsv", benchmark);
    put("sort/B.tsv", benchmark);
    put("copy/sort/A.tsv", benchmark);
    CHECK(read_paths("", NULL));
    CHECK_INT(inputs.count, 2);
    CHECK_INT(dataset.records->rows, 2);
    CHECK(strstr(said.text, "sort/A.tsv: same content as"));
    CHECK(!strstr(said.text, "sort/B.tsv: same content as"));
    finish();
}

static void finds_repeated_files_among_many(void)
{
    enum { FILES = 1100, COPIES = 10 };
    start();
    for (int i = 0; i < FILES + COPIES; i++) {
        char name[32], text[64];
        snprintf(name, sizeof name, "%04d.csv", i);
        snprintf(text, sizeof text, "memory,run_time\n%d,5\n", i % FILES + 1);
        put(name, text);
    }
    CHECK(symlink(in_root("0007.csv"), in_root("link.csv")) == 0);
    CHECK(read_paths("", NULL));
    CHECK_INT(inputs.count, FILES);
    CHECK_INT(dataset.records->rows, FILES);
    CHECK(strstr(said.text, "1109.csv: same content as"));
    CHECK(strstr(said.text, "link.csv: same file as"));
    finish();
}

static void does_not_follow_links_in_circles(void)
{
    start();
    put("a/one.json", node_1);
    CHECK(symlink("..", in_root("a/up")) == 0);
    CHECK(symlink("/proc/self", in_root("a/away")) == 0);
    CHECK(symlink("nowhere", in_root("a/broken")) == 0);
    CHECK(mkfifo(in_root("a/pipe"), 0666) == 0);
    CHECK(read_paths("", NULL));
    CHECK_INT(inputs.count, 1);
    CHECK(strstr(said.text, "links back to itself"));
    CHECK(strstr(said.text, "a/away: skipped: a symbolic link to outside the input directory"));
    CHECK(strstr(said.text, "a/broken: skipped: cannot be read"));
    CHECK(strstr(said.text, "a/pipe: skipped: neither a file nor a directory"));
    finish();
}

static void passes_over_earlier_reports(void)
{
    start();
    put("one.json", node_1);
    put("job-report/data/manifest.json", "{\"program\": \"jobreport 0.1.0\"}");
    put("job-report/data/x.json", node_2);
    CHECK(read_paths("", NULL));
    CHECK_INT(inputs.count, 1);
    CHECK_TEXT(said.text, "job-report: skipped: an earlier report\n");
    finish();
}

static void reads_directories_with_a_manifest_of_another_program(void)
{
    start();
    put("site/data/manifest.json", "{\"program\": \"webpack\", \"files\": []}");
    put("site/data/x.json", node_2);
    CHECK(read_paths("", NULL));
    CHECK_INT(inputs.count, 1);
    CHECK(!strstr(said.text, "earlier report"));
    finish();
}

static void says_why_what_may_be_a_report_is_skipped(void)
{
    start();
    put("one.json", node_1);
    put("cut/data/manifest.json", "{\n\"program\": \"jobrep");
    put("cut/data/x.json", node_2);
    CHECK(read_paths("", NULL));
    CHECK_INT(inputs.count, 1);
    CHECK(strstr(said.text, "cut: skipped: it may be an earlier report ("));
    CHECK(strstr(said.text, "cut/data/manifest.json:2: not valid JSON"));
    finish();
}

static void reads_the_start_of_a_job_first(void)
{
    start();
    put("data.json", job_data);
    put("meta.json", job_meta);
    CHECK(read_paths("", NULL));
    CHECK_INT(inputs.count, 2);
    CHECK_TEXT(inputs.records[0].format, "clustercockpit-data");
    CHECK_NEAR(dataset.series[0].timeline->times[1], 5010, 0);
    CHECK_TEXT(said.text, "");
    finish();
}

static void keeps_one_of_two_jobs(void)
{
    start();
    put("1.json", node_1);
    put("2.json", node_2);
    CHECK(read_paths("", NULL));
    CHECK_TEXT(said.text, "");
    finish();
    start();
    put("1.json", node_1);
    put("2.json", later);
    CHECK(read_paths("", NULL));
    CHECK_TEXT(said.text, "2.json: left out: metrics of another job, which share neither hosts nor "
                          "time with those of the report\n");
    CHECK_INT(dataset.job_count, 2);
    CHECK_TEXT(dataset.jobs[1].hosts[0], "n3");
    CHECK_NEAR(dataset.jobs[1].last, 900030, 0);
    CHECK_INT(dataset.node_count, 1);
    CHECK_INT(dataset.series_count, 1);
    CHECK_INT(dataset.timeline_count, 1);
    finish();
}

static void leaves_out_series_that_are_there_twice(void)
{
    start();
    put("1.json", node_1);
    put("2.json", "{\"host_name\": \"n1\", \"cpu_percent\": [1, 2], \"num_fds\": [3, 4], "
                  "\"time_stamps\": [100000, 100030]}");
    put("3.json",
        "{\"host_name\": \"n1\", \"cpu_percent\": [8, 9], \"time_stamps\": [100060, 100090]}");
    CHECK(read_paths("", NULL));
    CHECK_INT(dataset.series_count, 3);
    CHECK_NEAR(dataset.series[2].values[1], 9, 0);
    CHECK_TEXT(said.text,
               "2.json: 2 duplicate samples (same node, metric, time and value), counted once\n");
    finish();
    start();
    put("1.json", node_1);
    put("2.json", "{\"host_name\": \"n1\", \"cpu_percent\": [1], \"time_stamps\": [100000]}");
    CHECK(read_paths("", NULL));
    CHECK_INT(dataset.series_count, 1);
    CHECK_TEXT(said.text,
               "2.json: 1 duplicate sample (same node, metric, time and value), counted once\n");
    finish();
}

/* A file beside an earlier copy of it that comes first: nothing behind the copy is lost, also where
 * a value of the time that both have differs. */
static void a_longer_file_goes_on_where_a_copy_ends(void)
{
    start();
    put("1.json", "{\"host_name\": \"n1\", \"cpu_percent\": [1, null], \"num_fds\": [3, 4], "
                  "\"time_stamps\": [100, 130]}");
    put("2.json", "{\"host_name\": \"n1\", \"cpu_percent\": [9, 1, null, 5], "
                  "\"num_fds\": [0, 3, 4, 7], \"time_stamps\": [70, 100, 130, 160]}");
    put("3.json", "{\"host_name\": \"n1\", \"cpu_percent\": [2, 6], \"num_fds\": [4, 7], "
                  "\"time_stamps\": [100, 190]}");
    CHECK(read_paths("", NULL));
    CHECK_INT(dataset.series_count, 6);
    CHECK_INT(dataset.timeline_count, 5);
    CHECK_INT(dataset.series[2].timeline->count, 2);
    CHECK(dataset.series[2].timeline == dataset.series[3].timeline);
    CHECK_NEAR(dataset.series[2].timeline->times[0], 70, 0);
    CHECK_NEAR(dataset.series[2].timeline->times[1], 160, 0);
    CHECK_NEAR(dataset.series[2].values[0], 9, 0);
    CHECK_NEAR(dataset.series[2].values[1], 5, 0);
    CHECK_NEAR(dataset.series[3].values[1], 7, 0);
    CHECK_NEAR(dataset.series[4].timeline->times[0], 190, 0);
    CHECK_NEAR(dataset.series[4].values[0], 6, 0);
    CHECK_INT(dataset.series[4].timeline->count, 1);
    CHECK_TEXT(said.text, "2.json: 4 duplicate samples (same node, metric, time and value), "
                          "counted once\n3.json: 2 samples contradict an earlier value of the same "
                          "node, metric and time: the earlier value is used\n");
    CHECK_INT(diagnostics_count(diagnostics), 1);
    CHECK_INT(diagnostics_at(diagnostics, 0)->omitted, 2);
    finish();
}

/* A value each: when, and what. */
static void expect_samples(size_t series, const char *expected)
{
    struct strbuf text;
    strbuf_init(&text);
    for (size_t i = 0; i < dataset.series[series].timeline->count; i++)
        strbuf_format(&text, "%s%g:%g", i ? " " : "", dataset.series[series].timeline->times[i],
                      dataset.series[series].values[i]);
    CHECK_TEXT(text.text, expected);
    strbuf_release(&text);
}

/* Samples between those of another file, in a gap of it, or where it measured nothing. */
static void keeps_samples_within_the_time_of_another_input(void)
{
    start();
    put("1.json", "{\"host_name\": \"n1\", \"cpu_percent\": [1, 2, null, 9], "
                  "\"time_stamps\": [100, 110, 120, 900]}");
    put("2.json", "{\"host_name\": \"n1\", \"cpu_percent\": [5, 2, 6, 7], "
                  "\"time_stamps\": [105, 110, 120, 500]}");
    put("3.json", "{\"host_name\": \"n1\", \"cpu_percent\": [4, null, 8], "
                  "\"time_stamps\": [105, 110, 500]}");
    CHECK(read_paths("", NULL));
    CHECK_INT(dataset.series_count, 2);
    expect_samples(0, "100:1 110:2 900:9");
    expect_samples(1, "105:5 120:6 500:7");
    CHECK_TEXT(said.text, "2.json: 1 duplicate sample (same node, metric, time and value), counted "
                          "once\n3.json: 2 samples contradict an earlier value of the same node, "
                          "metric and time: the earlier value is used\n");
    finish();
}

/* Stamps of whole seconds hold several samples each: a longer copy has more of them. */
static void keeps_further_samples_of_a_second(void)
{
    start();
    put("1.json", "{\"host_name\": \"n1\", \"cpu_percent\": [1, 2, 3, 3], "
                  "\"time_stamps\": [100, 100, 110, 110]}");
    put("2.json", "{\"host_name\": \"n1\", \"cpu_percent\": [2, 1, 3, 3, 3, 5], "
                  "\"time_stamps\": [100, 100, 110, 110, 110, 110]}");
    CHECK(read_paths("", NULL));
    CHECK_INT(dataset.series_count, 2);
    expect_samples(0, "100:1 100:2 110:3 110:3");
    expect_samples(1, "110:3 110:5");
    finish();
}

static void put_many(int files, int step, int apart)
{
    for (int i = 0; i < files; i++) {
        struct strbuf text;
        char name[32];
        strbuf_init(&text);
        strbuf_format(&text, "{\"host_name\": \"n1\"");
        for (int metric = 0; metric < 20; metric++)
            strbuf_format(&text, ", \"m%d\": [1, 2, 3, 4]", metric);
        strbuf_format(&text, ", \"time_stamps\": [");
        for (int k = 0; k < 4; k++)
            strbuf_format(&text, "%s%d", k ? ", " : "", 1000000 + i * step + k * apart);
        strbuf_format(&text, "]}");
        snprintf(name, sizeof name, "%05d.json", files - i);
        put(name, text.text);
        strbuf_release(&text);
    }
}

/* One after the other, or each from begin to end between the others. */
static void reads_many_files_of_one_node_fast(void)
{
    enum { FILES = 2000 };
    static const int steps[] = {40, 1}, aparts[] = {10, FILES};
    for (int i = 0; i < 2; i++) {
        start();
        put_many(FILES, steps[i], aparts[i]);
        clock_t before = clock();
        CHECK(read_paths("", NULL));
        CHECK((double)(clock() - before) / CLOCKS_PER_SEC < 8);
        CHECK_INT(dataset.series_count, FILES * 20);
        CHECK_TEXT(said.text, "");
        finish();
    }
}

static void tables_of_nodes_are_read_in_spite_of_few_bad_rows(void)
{
    start();
    put("few.csv",
        "timestamp,host,cpu_percent\n2024-06-11T08:00:00,n1,5\n2024-06-11T08:00:10,n1,6\n"
        "foo,n1,7\n2024-06-11T08:00:30,,8\n2024-06-11T08:00:40,n1,9\n");
    CHECK(read_paths("few.csv", NULL));
    CHECK(strstr(said.text, "few.csv:4: no valid time stamp: \"foo\"\nfew.csv:5: no host\n"));
    CHECK_INT(dataset.series_count, 1);
    put("many.csv", "timestamp,host,cpu_percent\nfoo,n1,5\nbar,n1,6\n2024-06-11T08:00:40,n1,9\n");
    CHECK(!read_paths("many.csv", NULL));
    CHECK(strstr(error.text, "it looks like node samples (timestamp, host), but too many rows are "
                             "invalid: line 2: \"foo\" is not a time stamp; line 3: \"bar\""));
    put("parts.csv", "timestamp,host,disk,used\n1762680000,n1,sda,1\n1762680000,n1,sdb,2\n"
                     "1762680010,n1,sda,1\n1762680010,n1,sdb,2\n");
    CHECK(!read_paths("parts.csv", NULL));
    CHECK(strstr(error.text, "several rows per host and time stamp (host, timestamp)"));
    finish();
}

CHECK_MAIN(TEST(tables_of_nodes_are_read_in_spite_of_few_bad_rows),
           TEST(keeps_samples_within_the_time_of_another_input),
           TEST(keeps_further_samples_of_a_second), TEST(reads_many_files_of_one_node_fast),
           TEST(reads_a_directory_to_any_depth), TEST(refuses_named_files_that_it_cannot_read),
           TEST(refuses_directories_without_anything_usable), TEST(forces_a_format),
           TEST(reads_the_same_file_once), TEST(equal_tables_of_two_steps_are_two),
           TEST(equal_benchmarks_of_two_samples_are_two), TEST(finds_repeated_files_among_many),
           TEST(does_not_follow_links_in_circles), TEST(passes_over_earlier_reports),
           TEST(reads_directories_with_a_manifest_of_another_program),
           TEST(says_why_what_may_be_a_report_is_skipped), TEST(reads_the_start_of_a_job_first),
           TEST(keeps_one_of_two_jobs), TEST(leaves_out_series_that_are_there_twice),
           TEST(a_longer_file_goes_on_where_a_copy_ends))
