/* What nvidia-smi --query-gpu and Telegraf write of GPUs, whatever columns were asked for. */
#include "input_fixture.h"

static struct fixture fixture;

static const struct activity *read_samples(const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "device-samples", text);
    return fixture.dataset.activity;
}

static const char *told(const char *text)
{
    char bytes[2048] = "";
    strcpy(bytes, text);
    struct mapping content = {.bytes = bytes, .size = strlen(text), .file_size = strlen(text)};
    const struct reader *reader = reader_recognise(&content);
    return reader ? reader->name : "none";
}

static const char *card(const struct activity *activity, size_t sample)
{
    const struct activity_device *device = &activity->devices[activity->samples[sample].device];
    return activity_text(activity, device->index);
}

#define BUS_NAMES "timestamp, name, pci.bus_id, pstate, temperature.gpu, utilization.gpu [%]\n"
#define BUS_ROWS                                                                                   \
    "2026/03/02 08:00:00.100, NVIDIA A100, 00000000:07:00.0, P0, 66, 95 %\n"                       \
    "2026/03/02 08:00:00.100, NVIDIA A100, 00000000:0F:00.0, P0, 66, 95 %\n"                       \
    "2026/03/02 08:00:10.100, NVIDIA A100, 00000000:07:00.0, P0, 66, 95 %\n"

static void gpus_may_be_named_by_their_place_on_the_bus(void)
{
    CHECK_TEXT(told(BUS_NAMES BUS_ROWS), "device-samples");
    const struct activity *activity = read_samples(BUS_NAMES BUS_ROWS);
    CHECK_INT(activity->device_count, 2);
    CHECK_TEXT(card(activity, 1), "00000000:0F:00.0");
    activity = read_samples("time,host,index,pci.bus_id,power.draw\n"
                            "2018-11-08 08:00:01Z,h,3,00000000:07:00.0,5\n");
    CHECK_TEXT(card(activity, 0), "h 3");
}

#define BARE_NAMES "timestamp, name, utilization.gpu [%], memory.used [MiB]\n"

/* Rows of several GPUs, which follow each other within some milliseconds. */
static const char *bare_rows(int moments, int gpus)
{
    static char text[2048];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", BARE_NAMES);
    for (int i = 0; i < moments; i++)
        for (int k = 0; k < gpus; k++)
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     "2026/03/02 08:00:%02d.%03d, NVIDIA A100, 95 %%, 5 MiB\n",
                                     5 * i, 100 + 2 * k);
    return text;
}

static void a_single_gpu_needs_no_name(void)
{
    CHECK_TEXT(told(bare_rows(10, 1)), "device-samples");
    CHECK_TEXT(told(bare_rows(1, 1)), "device-samples");
    const struct activity *activity = read_samples(bare_rows(10, 1));
    CHECK_INT(activity->device_count, 1);
    CHECK_INT(activity->sample_count, 10);
    CHECK_TEXT(card(activity, 0), "GPU");
}

static void several_gpus_without_names_are_refused(void)
{
    for (int gpus = 2; gpus <= 4; gpus++) {
        CHECK_TEXT(told(bare_rows(5, gpus)), "none");
        read_samples(bare_rows(5, gpus));
        CHECK_INT(fixture.records, -1);
        CHECK(strstr(fixture.error.text, "no column that tells the GPUs apart: add index"));
    }
    CHECK_TEXT(told(bare_rows(1, 2)), "none");
}

/* The name is that of a model. */
static void tables_of_gpus_are_no_tasks(void)
{
    CHECK_TEXT(told("name,memory.total [MiB],clocks.sm\nA100,40960,1410\nA100,40960,1410\n"),
               "none");
    CHECK_TEXT(told("name,start,end,gpu_memory\nfit,1714557600,1714557630,5\n"), "table");
    CHECK_TEXT(told("task,cpu_time_s,gpu_memory\nfit,60,5\n"), "table");
}

static double used_of(const char *columns, const char *cells)
{
    char text[512];
    snprintf(text, sizeof text, "time,index,%s\n2018-11-08 08:00:01Z,0,%s\n", columns, cells);
    const struct activity *activity = read_samples(text);
    return (double)activity->samples[0].values[DEVICE_MEMORY_USED] / 0x1p20;
}

/* By the total where it is known: few bytes may be in use. */
static void memory_too_small_for_bytes_is_in_mib(void)
{
    CHECK_NEAR(used_of("memory_used,memory_total", "40000,46068"), 40000, 0);
    CHECK_NEAR(fixture.dataset.activity->devices[0].memory_B, 46068 * 0x1p20, 0);
    CHECK_SAID(fixture, "no unit is named, and numbers are too small for bytes: read as MiB");
    CHECK_INT(diagnostics_at(fixture.diagnostics, 0)->level, DIAGNOSTIC_ASSUMPTION);
    CHECK_NEAR(used_of("memory.used", "20000"), 20000, 0);
    CHECK_NEAR(used_of("memory.used [MiB],memory.total [MiB]", "4 MiB,40960 MiB"), 4, 0);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_NEAR(used_of("memory_used,memory_total", "524288,48305799168"), 0.5, 0);
    CHECK_NEAR(used_of("memory_used", "3145728"), 3, 0);
    CHECK_NEAR(used_of("memory_used", "512 KiB"), 0.5, 0);
    CHECK_NEAR(used_of("memory_used", "0"), 0, 0);
    CHECK_TEXT(fixture.said.text, "");
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(gpus_may_be_named_by_their_place_on_the_bus), TEST(a_single_gpu_needs_no_name),
           TEST(several_gpus_without_names_are_refused), TEST(tables_of_gpus_are_no_tasks),
           TEST(memory_too_small_for_bytes_is_in_mib), STEP(release))
