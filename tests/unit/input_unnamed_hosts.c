/* Of which hosts device samples are whose inputs name none. */
#include "input/numbered_gpus.h"
#include "input/unnamed_hosts.h"
#include "input_fixture.h"

static struct fixture fixture;

/* Samples of GPUs 0 … gpus - 1 every 10 s. */
struct log {
    const char *path, *uuids; /* uuids: of each GPU, with its index behind; NULL: not said */
    int first, moments, gpus; /* first: s of the day */
    double watt;              /* of the first sample */
};

static void read_text(const char *reader, const char *path, const char *text)
{
    size_t size = strlen(text);
    char *bytes = calloc(size + MAPPING_PADDING, 1);
    memcpy(bytes, text, size);
    struct input input = {.path = path,
                          .content = {.bytes = bytes, .size = size, .file_size = size}};
    struct reading reading = {.dataset = &fixture.dataset,
                              .diagnostics = fixture.diagnostics,
                              .jobs = 1};
    CHECK(reader_by_name(reader)->read(&input, &reading, &fixture.error) > 0);
    free(bytes);
}

static void read_log(const struct log *log)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text, "timestamp,index,uuid,power.draw [W],memory.total [MiB]\n");
    for (int i = 0; i < log->moments; i++)
        for (int gpu = 0; gpu < log->gpus; gpu++) {
            int second = log->first + 10 * i;
            strbuf_format(&text, "2026/03/02 %02d:%02d:%02d.000,%d,", second / 3600,
                          second / 60 % 60, second % 60, gpu);
            if (log->uuids)
                strbuf_format(&text, "%s%d", log->uuids, gpu);
            strbuf_format(&text, ",%g,%d\n", log->watt + second / 10 + gpu, 1024 * log->gpus);
        }
    read_text("device-samples", log->path, text.text);
    strbuf_release(&text);
}

static void start(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
}

/* The first GPU of each log, with blanks between. */
static const char *first_gpus(const struct log *logs, size_t count)
{
    static char text[512];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        read_log(&logs[i]);
    unnamed_hosts_settle(&fixture.dataset, fixture.diagnostics);
    const struct activity *activity = fixture.dataset.activity;
    for (size_t i = activity->source_count - count; i < activity->source_count; i++) {
        const struct device_sample *sample = &activity->samples[activity->sources[i].samples.first];
        const char *host = activity_text(activity, sample->host);
        const char *index = activity_text(activity, activity->devices[sample->device].index);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s/%s", used ? " " : "",
                                 host ? host : "", index);
    }
    return text;
}

#define FIRST_GPUS(...)                                                                            \
    (start(), first_gpus((const struct log[]){__VA_ARGS__},                                        \
                         sizeof((const struct log[]){__VA_ARGS__}) / sizeof(struct log)))

static void inputs_of_one_time_are_of_different_hosts(void)
{
    CHECK_TEXT(FIRST_GPUS({"x/gpu_gpu01.csv", NULL, 0, 20, 4, 100},
                          {"x/gpu_gpu02.csv", NULL, 3, 20, 4, 200}),
               "gpu01/gpu01 0 gpu02/gpu02 0");
    CHECK_INT(diagnostics_count(fixture.diagnostics), 2);
    CHECK_SAID(
        fixture,
        "gpu02.csv: no column names the host: GPUs are assigned to host \"gpu02\", by the path");
    CHECK_TEXT(FIRST_GPUS({"x/n1/smi.csv", NULL, 0, 20, 4, 100},
                          {"x/n2/smi.csv", NULL, 0, 20, 4, 200}),
               "n1/n1 0 n2/n2 0");
    CHECK_TEXT(FIRST_GPUS({"smi-node-1.csv", NULL, 0, 20, 4, 100},
                          {"smi-node-2.csv", NULL, 0, 20, 4, 200}),
               "node-1/node-1 0 node-2/node-2 0");
    CHECK_TEXT(FIRST_GPUS({"x/a.csv", "GPU-a", 0, 20, 4, 100}, {"x/b.csv", "GPU-b", 0, 20, 4, 100}),
               "a/a 0 b/b 0");
}

/* Each as much as its own input says. */
static void gpus_of_hosts_have_their_memory(void)
{
    FIRST_GPUS({"a.csv", NULL, 0, 20, 4, 100}, {"b.csv", NULL, 0, 20, 8, 200});
    const struct activity *activity = fixture.dataset.activity;
    for (size_t i = 0; i < activity->source_count; i++) {
        const struct activity_rows *rows = &activity->sources[i].samples;
        const struct device_sample *sample = &activity->samples[rows->first + rows->count - 1];
        CHECK_NEAR(activity->devices[sample->device].memory_B, i ? 0x1p33 : 0x1p32, 0);
    }
}

static void pieces_of_a_log_are_of_one_host(void)
{
    CHECK_TEXT(FIRST_GPUS({"smi.1.csv", NULL, 0, 20, 4, 100}, {"smi.2.csv", NULL, 200, 20, 4, 100}),
               "/0 /0");
    CHECK_SAID(
        fixture,
        "smi.2.csv: no column names the host: GPUs are assumed to be those of another input");
    CHECK_TEXT(FIRST_GPUS({"n1.1.csv", NULL, 0, 20, 4, 100}, {"n1.2.csv", NULL, 200, 20, 4, 100},
                          {"n2.1.csv", NULL, 5, 20, 4, 200}, {"n2.2.csv", NULL, 205, 20, 4, 200}),
               "n1/n1 0 n1/n1 0 n2/n2 0 n2/n2 0");
    CHECK_TEXT(FIRST_GPUS({"n1/a.csv", "GPU-1", 0, 20, 4, 100},
                          {"n1/b.csv", "GPU-1", 200, 20, 4, 100},
                          {"n2/a.csv", "GPU-2", 0, 20, 4, 100}),
               "n1/n1 0 n1/n1 0 n2/n2 0");
}

static void copies_are_of_one_host(void)
{
    CHECK_TEXT(FIRST_GPUS({"smi.csv", NULL, 0, 20, 4, 100}, {"copy.csv", NULL, 50, 20, 4, 100}),
               "/0 /0");
    CHECK_TEXT(FIRST_GPUS({"smi.csv", "GPU-", 0, 20, 4, 100}, {"two.csv", "GPU-", 3, 20, 4, 200}),
               "/0 /0");
}

static void one_input_names_no_host(void)
{
    CHECK_TEXT(FIRST_GPUS({"n1/smi.csv", NULL, 0, 20, 4, 100}), "/0");
    CHECK_TEXT(fixture.said.text, "");
}

/* By a list of nodes, by node metrics, and, of a name with a domain, by what is before it. */
static void paths_hold_names_of_known_hosts(void)
{
    start();
    read_text("table", "tasks.csv",
              "task,node,start,end\na,n01,1772409600,1772409700\n"
              "b,n02.site.org,1772409600,1772409700\n");
    dataset_node(&fixture.dataset, "gpu-0.w7-3");
    const struct log logs[] = {{"run-n01/gpu.csv", NULL, 0, 20, 4, 100},
                               {"n01_other/gpu-n02.csv", NULL, 9000, 20, 4, 200},
                               {"n01/w7-3.csv", NULL, 0, 20, 4, 300},
                               {"n012/gpu.csv", NULL, 30000, 20, 4, 400}};
    CHECK_TEXT(first_gpus(logs, 4), "n01/n01 0 n02.site.org/n02.site.org 0 w7-3/w7-3 0 /0");
}

static void know_hosts(void)
{
    start();
    read_text("table", "tasks.csv",
              "task,node,start,end\na,gpu07,1772409600,1772409700\n"
              "b,gpu08,1772409600,1772409700\nc,w7-3,1772409600,1772409700\n");
}

#define FIRST_GPUS_OF_KNOWN(...)                                                                   \
    (know_hosts(), first_gpus((const struct log[]){__VA_ARGS__},                                   \
                              sizeof((const struct log[]){__VA_ARGS__}) / sizeof(struct log)))

static void others_are_called_as_known_hosts_are(void)
{
    CHECK_TEXT(FIRST_GPUS_OF_KNOWN({"x/smi.gpu07.csv", NULL, 0, 20, 4, 100},
                                   {"x/smi.gpu09.csv", NULL, 0, 20, 4, 200},
                                   {"x/smi.gpu10.csv", NULL, 9000, 20, 4, 300}),
               "gpu07/gpu07 0 gpu09/gpu09 0 gpu10/gpu10 0");
    CHECK_SAID(
        fixture,
        "gpu09.csv: no column names the host: GPUs are assigned to host \"gpu09\", by the path");
    CHECK_TEXT(FIRST_GPUS_OF_KNOWN({"gpu07/a.csv", "GPU-7", 0, 20, 4, 100},
                                   {"gpu09/a.csv", "GPU-9", 0, 20, 4, 200},
                                   {"gpu09/b.csv", "GPU-9", 200, 20, 4, 200}),
               "gpu07/gpu07 0 gpu09/gpu09 0 gpu09/gpu09 0");
    CHECK_TEXT(FIRST_GPUS_OF_KNOWN({"w7-3/smi.csv", NULL, 0, 20, 4, 100},
                                   {"w12-4/smi.csv", NULL, 0, 20, 4, 200}),
               "w7-3/w7-3 0 w12-4/w12-4 0");
}

/* Of another form, elsewhere, with more digits; where known hosts are at several places; of two
 * known hosts; with a GPU of a known one. */
static void other_words_are_no_hosts(void)
{
    CHECK_TEXT(FIRST_GPUS_OF_KNOWN({"x/smi.gpu07.csv", NULL, 0, 20, 4, 100},
                                   {"x/smi.gpu1.csv", NULL, 0, 20, 4, 200},
                                   {"x/smi.old.gpu09.csv", NULL, 9000, 20, 4, 200},
                                   {"x/smi.gpu09b.csv", NULL, 18000, 20, 4, 200}),
               "gpu07/gpu07 0 /0 /0 /0");
    CHECK_TEXT(FIRST_GPUS_OF_KNOWN({"gpu07/smi.csv", NULL, 0, 20, 4, 100},
                                   {"smi.gpu08.csv", NULL, 0, 20, 4, 200},
                                   {"gpu09/smi.csv", NULL, 9000, 20, 4, 200}),
               "gpu07/gpu07 0 gpu08/gpu08 0 /0");
    CHECK_TEXT(FIRST_GPUS_OF_KNOWN({"gpu07.csv", NULL, 0, 20, 4, 100},
                                   {"gpu07-gpu08.csv", NULL, 9000, 20, 4, 200}),
               "gpu07/gpu07 0 /0");
    CHECK_TEXT(FIRST_GPUS_OF_KNOWN({"gpu07.csv", "GPU-", 0, 20, 4, 100},
                                   {"gpu09.csv", "GPU-", 9000, 20, 4, 200}),
               "gpu07/gpu07 0 /gpu07 0");
}

/* Ten samples of one GPU that no column names. */
static void read_lone(const char *path, double watt)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text, "timestamp,utilization.gpu [%],power.draw [W]\n");
    for (int i = 0; i < 10; i++)
        strbuf_format(&text, "2026/03/02 00:%02d:00.000,90,%g\n", i, watt + i);
    read_text("device-samples", path, text.text);
    strbuf_release(&text);
}

/* The devices of up to four such inputs, with blanks between. */
static const char *lone_gpus(const char *const *paths, size_t count)
{
    static char text[256];
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        read_lone(paths[i], 100 * (double)(i + 1));
    numbered_gpus_settle(&fixture.dataset, fixture.diagnostics);
    unnamed_hosts_settle(&fixture.dataset, fixture.diagnostics);
    const struct activity *activity = fixture.dataset.activity;
    for (size_t i = activity->source_count - count; i < activity->source_count; i++) {
        const struct device_sample *sample = &activity->samples[activity->sources[i].samples.first];
        const char *host = activity_text(activity, sample->host);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s/%s", used ? " " : "",
                                 host ? host : "",
                                 activity_text(activity, activity->devices[sample->device].index));
    }
    return text;
}

#define LONE_GPUS(...)                                                                             \
    lone_gpus((const char *const[]){__VA_ARGS__},                                                  \
              sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void a_file_per_gpu_is_of_one_host(void)
{
    start();
    CHECK_TEXT(LONE_GPUS("x/gpu0.csv", "x/gpu1.csv"), "/0 /1");
    CHECK_SAID(fixture, "no column identifies the GPU: read as GPU 1, by the path");
    start();
    CHECK_TEXT(LONE_GPUS("x/smi_gpu_0.csv", "x/smi_gpu_11.csv"), "/0 /11");
    start();
    CHECK_TEXT(LONE_GPUS("n1/gpu0.csv", "n1/gpu1.csv", "n2/gpu0.csv", "n2/gpu1.csv"),
               "n1/n1 0 n1/n1 1 n2/n2 0 n2/n2 1");
    start();
    CHECK_TEXT(LONE_GPUS("x/gpu01.csv", "x/gpu02.csv"), "gpu01/gpu01 GPU gpu02/gpu02 GPU");
    start();
    CHECK_TEXT(LONE_GPUS("n1/gpu.csv", "n2/gpu.csv"), "n1/n1 GPU n2/n2 GPU");
    start();
    CHECK_TEXT(LONE_GPUS("n1/gpu0.csv", "n2/gpu0.csv"), "n1/n1 GPU n2/n2 GPU");
}

/* Of hosts that other inputs name. */
static void names_of_hosts_are_no_numbers_of_gpus(void)
{
    start();
    read_text("perfmon-csv", "nodes.csv",
              "timestamp,host,cpu_load\n1772409600,gpu1,1\n1772409660,gpu1,1\n");
    CHECK_TEXT(LONE_GPUS("x/gpu0.csv", "x/gpu1.csv"), "gpu0/gpu0 GPU gpu1/gpu1 GPU");
    start();
    read_text("perfmon-csv", "nodes.csv",
              "timestamp,host,cpu_load\n1772409600,n1,1\n1772409660,n1,1\n");
    CHECK_TEXT(LONE_GPUS("x/n1_gpu0.csv", "x/n1_gpu1.csv"), "n1/n1 0 n1/n1 1");
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(inputs_of_one_time_are_of_different_hosts), TEST(gpus_of_hosts_have_their_memory),
           TEST(pieces_of_a_log_are_of_one_host), TEST(copies_are_of_one_host),
           TEST(one_input_names_no_host), TEST(paths_hold_names_of_known_hosts),
           TEST(others_are_called_as_known_hosts_are), TEST(other_words_are_no_hosts),
           TEST(a_file_per_gpu_is_of_one_host), TEST(names_of_hosts_are_no_numbers_of_gpus),
           STEP(release))
