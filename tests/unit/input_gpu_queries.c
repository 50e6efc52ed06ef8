/* What nvidia-smi --query-gpu and Telegraf write of GPUs, whatever columns were asked for. */
#include "input_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "input/devices/dmon_advice.h"

static struct fixture fixture;

static const struct activity *read_samples(const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "device-samples", text);
    return fixture.dataset.activity;
}

static const char *known(const char *text)
{
    char bytes[4096] = "";
    strcpy(bytes, text);
    struct mapping content = {.bytes = bytes, .size = strlen(text), .file_size = strlen(text)};
    const struct reader *reader = reader_recognise(&content);
    return reader ? reader->name : "none";
}

static const char *gpu(const struct activity *activity, size_t sample)
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
    CHECK_TEXT(known(BUS_NAMES BUS_ROWS), "device-samples");
    const struct activity *activity = read_samples(BUS_NAMES BUS_ROWS);
    CHECK_INT(activity->device_count, 2);
    CHECK_TEXT(gpu(activity, 1), "00000000:0F:00.0");
    activity = read_samples("time,host,index,pci.bus_id,power.draw\n"
                            "2018-11-08 08:00:01Z,h,3,00000000:07:00.0,5\n");
    CHECK_TEXT(gpu(activity, 0), "h 3");
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
    CHECK_TEXT(known(bare_rows(10, 1)), "device-samples");
    CHECK_TEXT(known(bare_rows(1, 1)), "device-samples");
    const struct activity *activity = read_samples(bare_rows(10, 1));
    CHECK_INT(activity->device_count, 1);
    CHECK_INT(activity->sample_count, 10);
    CHECK_TEXT(gpu(activity, 0), "GPU");
}

static void several_gpus_without_names_are_refused(void)
{
    for (int gpus = 2; gpus <= 4; gpus++) {
        CHECK_TEXT(known(bare_rows(5, gpus)), "none");
        read_samples(bare_rows(5, gpus));
        CHECK_INT(fixture.records, -1);
        CHECK(strstr(fixture.error.text, "no column that identifies the GPU: add index"));
    }
    CHECK_TEXT(known(bare_rows(1, 2)), "none");
}

/* Two rows a second, whose stamps are of whole ones. */
static const char *half_seconds(double (*power)(int row))
{
    static char text[4096];
    size_t used = (size_t)snprintf(text, sizeof text, "timestamp,utilization.gpu,power.draw [W]\n");
    for (int i = 0; i < 60; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "2024-05-01 08:00:%02d,%d,%g\n",
                                 i / 2, 95, power(i));
    return text;
}

static double of_one(int row)
{
    return 300 + 50 * sin(row / 4.0);
}

static double of_two(int row)
{
    return row % 2 ? 100 + row % 3 : 300 + row % 5;
}

static double of_two_in_step(int row)
{
    return 300 + 50 * sin(row / 2 * 2.0) + row % 2;
}

static double of_idle(int row)
{
    (void)row;
    return 60;
}

static void a_single_gpu_may_have_several_rows_a_second(void)
{
    CHECK_TEXT(known(half_seconds(of_one)), "device-samples");
    CHECK_INT(read_samples(half_seconds(of_one))->sample_count, 60);
    CHECK_TEXT(known(half_seconds(of_two)), "none");
    CHECK_TEXT(known(half_seconds(of_two_in_step)), "none");
    CHECK_TEXT(known(half_seconds(of_idle)), "none"); /* nobody can say */
}

/* The name is that of a model. */
static void tables_of_gpus_are_no_tasks(void)
{
    CHECK_TEXT(known("name,memory.total [MiB],clocks.sm\nA100,40960,1410\nA100,40960,1410\n"),
               "none");
    CHECK_TEXT(known("name,start,end,gpu_memory\nfit,1714557600,1714557630,5\n"), "table");
    CHECK_TEXT(known("task,cpu_time_s,gpu_memory\nfit,60,5\n"), "table");
}

static double used_of(const char *columns, const char *cells)
{
    char text[512];
    snprintf(text, sizeof text, "time,index,%s\n2018-11-08 08:00:01Z,0,%s\n", columns, cells);
    const struct activity *activity = read_samples(text);
    return (double)activity_value(activity, 0, DEVICE_MEMORY_USED) / 0x1p20;
}

/* By the total where it is known: few bytes may be in use. */
static void memory_too_small_for_bytes_is_in_mib(void)
{
    CHECK_NEAR(used_of("memory_used,memory_total", "40000,46068"), 40000, 0);
    CHECK_NEAR(fixture.dataset.activity->devices[0].memory_B, 46068 * 0x1p20, 0);
    CHECK_SAID(fixture, "GPU memory: no unit, and too small for bytes: read as MiB");
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

static double total_GiB(size_t source)
{
    const struct activity *activity = fixture.dataset.activity;
    return (source ? activity->sources[0].memory_B : activity->devices[0].memory_B) / 0x1p30;
}

/* No GPU has so few MiB; of what is in use alone nobody can say. */
static void memory_too_small_for_MiB_is_in_GiB(void)
{
    CHECK_NEAR(used_of("memory_used,memory_total", "60.5,80"), 60.5 * 1024, 0);
    CHECK_NEAR(total_GiB(0), 80, 0);
    CHECK_NEAR(total_GiB(1), 80, 0);
    CHECK_SAID(fixture, "too small for bytes or MiB: read as GiB");
    CHECK_NEAR(used_of("power.draw,memory_free,memory_total", "90,20,80"), 60 * 1024, 0);
    CHECK_NEAR(used_of("power.draw,memory_free,memory_total", "90,20480,81920"), 61440, 0);
    CHECK_NEAR(used_of("memory_used,memory_free", "450,81470"), 450, 0);
    CHECK_NEAR(total_GiB(0), 80, 0);
    CHECK(isnan(used_of("memory_used", "60.5")));
    CHECK_SAID(fixture, "1 value of GPU memory is left out: no unit, and too small to guess it");
}

/* However many samples it has. */
static void the_unit_of_memory_counts_once(void)
{
    read_samples("time,index,memory_used,memory_total\n2018-11-08 08:00:01Z,0,6,12\n"
                 "2018-11-08 08:00:02Z,0,6,12\n2018-11-08 08:00:03Z,0,6,12\n");
    CHECK_NEAR(total_GiB(0), 12, 0);
    CHECK_NEAR(total_GiB(1), 12, 0);
    read_samples("time,index,memory.used,memory_total_mib\n2018-11-08 08:00:01Z,0,60000,81920\n"
                 "2018-11-08 08:00:02Z,0,60000,81920\n");
    CHECK_NEAR(total_GiB(0), 80, 0);
    CHECK_NEAR(total_GiB(1), 80, 0);
    CHECK_NEAR((double)activity_value(fixture.dataset.activity, 0, DEVICE_MEMORY_USED) / 0x1p20,
               60000, 0);
}

#define DMON_NAMES "#Date, Time, gpu, pwr, gtemp, mtemp, sm, mem, enc, dec, mclk, pclk, fb\n"
#define DMON_UNITS "#YYYYMMDD, HH:MM:SS, Idx, W, C, C, %, %, %, %, MHz, MHz, MB\n"
#define DMON_ROWS                                                                                  \
    " 20260310, 08:00:00, 0, 278, 50, -, 1, 0, 0, 0, 1593, 1410, 500\n"                            \
    " 20260310, 08:00:00, 1, 148, 51, -, 0, 0, 0, 0, 1593, 1410, 4\n"

/* Its percentages are some also where none is above 1, as of GPUs that rest. */
static void reads_nvidia_smi_dmon(void)
{
    static const char *const tables[] = {DMON_NAMES DMON_UNITS DMON_ROWS, DMON_NAMES DMON_ROWS};
    setenv("TZ", "UTC0", 1);
    tzset();
    for (size_t i = 0; i < 2; i++) {
        CHECK_TEXT(known(tables[i]), "device-samples");
        const struct activity *activity = read_samples(tables[i]);
        CHECK_INT(activity->sample_count, 2);
        CHECK_TEXT(gpu(activity, 1), "1");
        const struct device_sample *sample = &activity->samples[0];
        CHECK_NEAR(sample->time, 1773129600, 0);
        CHECK_NEAR((double)activity_value(activity, 0, DEVICE_POWER), 278, 0);
        CHECK_NEAR((double)activity_value(activity, 0, DEVICE_UTILIZATION), 1, 0);
        CHECK_NEAR((double)activity_value(activity, 0, DEVICE_MEMORY_UTILIZATION), 0, 0);
        CHECK_NEAR((double)activity_value(activity, 0, DEVICE_MEMORY_USED), 500 * 0x1p20, 0);
        CHECK_NEAR((double)activity_value(activity, 0, DEVICE_CLOCK), 1.41e9, 100);
        CHECK_NEAR((double)activity_value(activity, 0, DEVICE_MEMORY_CLOCK), 1.593e9, 100);
        CHECK(isnan(activity_value(activity, 0, DEVICE_MEMORY_TEMPERATURE)));
        CHECK_SAID(fixture, "2 columns are not read: enc, dec");
    }
}

/* Without a date, without a time, for a terminal, or of processes. */
static void refuses_other_shapes_of_dmon(void)
{
    static const char *const tables[] = {
        "#Time, gpu, pwr, sm\n#HH:MM:SS, Idx, W, %\n 08:00:00, 0, 278, 90\n",
        "# gpu, pwr, sm\n# Idx, W, %\n 0, 278, 90\n",
        "#Date       Time     gpu  pwr\n#YYYYMMDD   HH:MM:SS Idx    W\n 20260310   08:00:00 0 "
        "278\n",
        "#Date, Time, gpu, pid, type, sm, mem, command\n"
        "#YYYYMMDD, HH:MM:SS, Idx, #, C/G, %, %, name\n 20260310, 08:00:00, 0, 7, C, 90, 20, fit\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        CHECK_TEXT(known(tables[i]), "none");
        CHECK(dmon_advice(tables[i], strlen(tables[i])) != NULL);
    }
    CHECK(!dmon_advice(BUS_NAMES BUS_ROWS, sizeof BUS_NAMES BUS_ROWS - 1));
    CHECK(!dmon_advice("", 0));
}

/* Beside no "sm", "mem" is rather the memory that is used. */
static void mem_alone_is_no_utilisation(void)
{
    const struct activity *activity =
        read_samples("time,gpu,power,mem\n2018-11-08 08:00:01Z,0,250,40000\n");
    CHECK_INT(activity->sample_count, 1);
    CHECK(isnan(activity_value(activity, 0, DEVICE_MEMORY_UTILIZATION)));
    activity = read_samples("time,gpu,power,Mem\n2018-11-08 08:00:01Z,0,250,40\n");
    CHECK(isnan(activity_value(activity, 0, DEVICE_MEMORY_UTILIZATION)));
}

static void release(void)
{
    fixture_release(&fixture);
}

/* What amd-smi and rocm-smi call it: by the version, "gfx" and "mem" are use or have it in the
 * name; of amd-smi metric "mem" is a temperature. */
static void reads_what_amd_smi_writes(void)
{
    static const char *const tables[] = {
        "timestamp,gpu,power_usage,hotspot_temperature,memory_temperature,gfx_clk,gfx,mem,mem_"
        "clock,"
        "encoder,vram_used,vram_total\n"
        "1541664001,0,525,63,51,2100,98,39,1300,N/A,120000,196592\n",
        "timestamp,gpu,power_usage,hotspot_temperature,memory_temperature,gfx_util,gfx_clock,"
        "mem_util,mem_clock,vram_used,vram_total\n"
        "1541664001,0,525,63,51,98,2100,39,1300,120000,196592\n",
        "timestamp,gpu,gfx_activity,umc_activity,socket_power,edge,hotspot,mem,gfx_0_clk,mem_0_clk,"
        "total_vram,used_vram,free_vram\n"
        "1541664001,0,98,39,525,N/A,63,51,2100,1300,196592,120000,76592\n",
        "timestamp,device,Temperature (Sensor edge) (C),Temperature (Sensor junction) (C),"
        "Current Socket Graphics Package Power (W),GPU use (%),GPU Memory Read/Write Activity (%),"
        "VRAM Total Memory (B),VRAM Total Used Memory (B),gfx_clock,mem_clock\n"
        "1541664001,card0,63,70,525,98,39,206141652992,125829120000,2100,1300\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        CHECK_TEXT(known(tables[i]), "device-samples");
        const struct activity *activity = read_samples(tables[i]);
        CHECK_TEXT(gpu(activity, 0), "0");
        CHECK_NEAR((double)activity_value(activity, 0, DEVICE_POWER), 525, 0);
        CHECK_NEAR((double)activity_value(activity, 0, DEVICE_TEMPERATURE), 63, 0);
        CHECK_NEAR((double)activity_value(activity, 0, DEVICE_UTILIZATION), 98, 0);
        CHECK_NEAR((double)activity_value(activity, 0, DEVICE_MEMORY_UTILIZATION), 39, 0);
        CHECK_NEAR((double)activity_value(activity, 0, DEVICE_MEMORY_USED), 125829120000., 1e4);
        CHECK_NEAR((double)activity_value(activity, 0, DEVICE_CLOCK), 2.1e9, 100);
        CHECK_NEAR((double)activity_value(activity, 0, DEVICE_MEMORY_CLOCK), 1.3e9, 100);
        CHECK_NEAR(activity->devices[0].memory_B, 196592 * 0x1p20, 0);
    }
}

/* NVML's function of that name gives milliwatts. */
static void power_usage_may_be_in_milliwatts(void)
{
    const struct activity *activity =
        read_samples("timestamp,gpu,power_usage\n1541664001,0,525000\n"
                     "1541664011,0,90000\n");
    CHECK_NEAR((double)activity_value(activity, 0, DEVICE_POWER), 525, 1e-3);
    CHECK_NEAR((double)activity_value(activity, 1, DEVICE_POWER), 90, 1e-3);
    CHECK_SAID(fixture, "power_usage: no unit, read as milliwatts");
}

/* A row a run of a program, as of CodeCarbon, says how long it took; samples may say how long they
 * are of, or how long the first one is ago. */
static void runs_are_no_samples(void)
{
    const char *emissions =
        "timestamp,project_name,run_id,duration,emissions,gpu_power,gpu_energy\n"
        "2025-11-13T03:00:00,train,a1,600.5,0.1,800,0.1\n"
        "2025-11-13T04:00:00,train,a2,600.5,0.1,800,0.1\n";
    CHECK_TEXT(known(emissions), "table");
    CHECK_TEXT(known("timestamp,gpu_index,gpu_power,duration_s\n1541664000,0,300,1200\n"
                     "1541669000,0,300,4000\n1541670000,0,300,700\n"),
               "none");
    CHECK_TEXT(known(
                   "timestamp,gpu_index,gpu_power,elapsed\n1541664000,0,300,5\n1541664000,1,300,5\n"
                   "1541664010,0,300,15\n1541664010,1,300,15\n1541664020,0,300,25\n"),
               "device-samples");
    CHECK_TEXT(known("timestamp,gpu_index,gpu_power,duration\n1541664000,0,300,10\n"
                     "1541664010,0,300,10\n1541664020,0,300,10\n1541664030,0,300,10\n"),
               "device-samples");
}

CHECK_MAIN(TEST(runs_are_no_samples), TEST(reads_what_amd_smi_writes),
           TEST(power_usage_may_be_in_milliwatts),
           TEST(gpus_may_be_named_by_their_place_on_the_bus), TEST(a_single_gpu_needs_no_name),
           TEST(several_gpus_without_names_are_refused),
           TEST(a_single_gpu_may_have_several_rows_a_second), TEST(tables_of_gpus_are_no_tasks),
           TEST(memory_too_small_for_bytes_is_in_mib), TEST(memory_too_small_for_MiB_is_in_GiB),
           TEST(the_unit_of_memory_counts_once), TEST(reads_nvidia_smi_dmon),
           TEST(refuses_other_shapes_of_dmon), TEST(mem_alone_is_no_utilisation), STEP(release))
