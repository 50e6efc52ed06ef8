#include "input_fixture.h"

static struct fixture fixture;

static const struct activity *read_as(const char *reader, const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, reader, text);
    return fixture.dataset.activity;
}

static const char *word(const struct activity *activity, uint32_t number)
{
    const char *text = activity_text(activity, number);
    return text ? text : "-";
}

/* An end a line: time less 2018-11-08T08:00:00Z, side, host, event, job, task. */
static const char *ends(const struct activity *activity)
{
    static char text[2048];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; activity && i < activity->end_count; i++) {
        const struct span_edge *end = &activity->ends[i];
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%.6g %c %s %s %s %s\n",
                             end->time - 1541664000, end->side == SPAN_START ? '[' : ']',
                             word(activity, end->subject.host), word(activity, end->subject.name),
                             word(activity, end->subject.job), word(activity, end->subject.task));
    }
    return text;
}

static const char *samples(const struct activity *activity)
{
    static char text[2048];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; activity && i < activity->sample_count; i++) {
        const struct device_sample *sample = &activity->samples[i];
        const struct activity_device *device = &activity->devices[sample->device];
        used += (size_t)snprintf(text + used, sizeof text - used, "%.6g %s %s/%s/%s",
                                 sample->time - 1541664000, word(activity, sample->host),
                                 word(activity, device->serial), word(activity, device->uuid),
                                 word(activity, device->index));
        for (int k = 0; k <= DEVICE_MEMORY_USED; k++) /* further ones: reads_rows_of_dcgm */
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     isnan(activity_value(activity, i, (enum device_metric)k))
                                         ? " -"
                                         : " %.6g",
                                     (double)activity_value(activity, i, (enum device_metric)k));
        used += (size_t)snprintf(text + used, sizeof text - used, "\n");
    }
    return text;
}

static const char *attributes(const struct activity *activity)
{
    static char text[2048];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; activity && i < activity->attribute_count; i++) {
        const struct task_attribute *attribute = &activity->attributes[i];
        used += (size_t)snprintf(text + used, sizeof text - used, "%s %s %s=%.6g\n",
                                 word(activity, attribute->job), word(activity, attribute->task),
                                 word(activity, attribute->name), attribute->value);
    }
    return text;
}

#define EVENT_NAMES "timestamp,hostname,eventName,eventType,jobId,taskId\n"
#define SAMPLE_NAMES                                                                               \
    "timestamp,hostname,gpuSerial,gpuUUID,powerDrawWatt,gpuTempC,gpuUtilPerc,gpuMemUtilPerc\n"

static void reads_events(void)
{
    const struct activity *activity =
        read_as("events", EVENT_NAMES "2018-11-08T08:00:00.250Z,h1,Render,START,j,t1\n"
                                      "2018-11-08T08:00:30.750Z,h1,Render,STOP,j,t1\n"
                                      "2018-11-08T07:59:59.000Z,h2,Saving Config,stop,j,\n");
    CHECK_INT(fixture.records, 3);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(ends(activity), "0.25 [ h1 Render j t1\n30.75 ] h1 Render j t1\n"
                               "-1 ] h2 Saving Config j -\n");
    CHECK_INT(activity->source_count, 1);
    CHECK_INT(activity->sources[0].ends.count, 3);
    CHECK_INT(activity->ends[0].pairing, PAIRED_BY_TASK);
}

static void times_have_zones(void)
{
    const struct activity *activity =
        read_as("events", EVENT_NAMES "2018-11-08T09:00:01+01:00,h,e,START,j,t\n"
                                      "2018-11-08 02:30:02.5-0530,h,e,STOP,j,t\n"
                                      "1541664003,h,e,START,j,t\n"
                                      "1541664004000,h,e,STOP,j,t\n");
    CHECK_TEXT(ends(activity), "1 [ h e j t\n2.5 ] h e j t\n3 [ h e j t\n4 ] h e j t\n");
}

static void reads_samples(void)
{
    const struct activity *activity =
        read_as("device-samples",
                SAMPLE_NAMES "2018-11-08T08:00:10.314Z,h1,323217055910,GPU-1,131.55,48,92,53\n"
                             "2018-11-08T08:00:12Z,h1,323217055910,GPU-1,N/A,,0,[Not Supported]\n"
                             "2018-11-08T08:00:11Z,h2,18446744073709551615,GPU-2,1,2,3,4\n"
                             "2018-11-08T08:00:12Z,h2,18446744073709551614,GPU-3,5,6,7,8\n");
    CHECK_INT(fixture.records, 4);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(samples(activity), "10.314 h1 323217055910/GPU-1/- 131.55 48 92 53 -\n"
                                  "12 h1 323217055910/GPU-1/- - - 0 - -\n"
                                  "11 h2 18446744073709551615/GPU-2/- 1 2 3 4 -\n"
                                  "12 h2 18446744073709551614/GPU-3/- 5 6 7 8 -\n");
    CHECK_INT(activity->device_count, 3);
}

/* Other tools' names, units behind the numbers, GPUs by their place in a host. */
static void reads_other_samples(void)
{
    const struct activity *activity =
        read_as("device-samples",
                "host;time;index;power.draw [W];utilization.gpu;memory.used [MiB];fan\n"
                "a;2018-11-08 08:00:01Z;0;131.55 W;92 %;1024 MiB;x\n"
                "b;2018-11-08 08:00:02Z;0;30 W;0 %;0;y\n");
    CHECK_TEXT(fixture.said.text, "FILE:1: 1 column is not read: fan\n");
    CHECK_TEXT(samples(activity), "1 a -/-/a 0 131.55 - 92 - 1.07374e+09\n"
                                  "2 b -/-/b 0 30 - 0 - 0\n");
}

/* What is an error in place of a measure, and what is missing. */
static void errors_of_gpus_are_faults(void)
{
    const struct activity *activity =
        read_as("device-samples",
                "time,index,uuid,power.draw [W],utilization.gpu,memory.used [MiB],memory.total "
                "[MiB]\n"
                "2018-11-08 08:00:01Z,0,GPU-1,30 W,[N/A],9223372036854775794,8 MiB\n"
                "2018-11-08 08:00:02Z,0,[GPU is lost],[GPU is lost],[GPU is lost],[N/A],[N/A]\n"
                "2018-11-08 08:00:03Z,0,GPU-1,ERR!,5 %,2147483632,8 MiB\n");
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(samples(activity), "1 - -/GPU-1/0 30 - - - -\n"
                                  "2 - -/GPU-1/0 - - - - -\n"
                                  "3 - -/GPU-1/0 - - 5 - -\n");
    CHECK_INT(activity->devices[0].memory_B, 8 << 20);
    CHECK_INT(activity->fault_count, 2);
    CHECK_TEXT(word(activity, activity->faults[0].error), "GPU is lost");
    CHECK(activity->faults[0].is_lost && activity->faults[0].is_whole);
    CHECK_INT(activity->faults[0].metrics, 1 << DEVICE_POWER | 1 << DEVICE_UTILIZATION);
    CHECK_TEXT(word(activity, activity->faults[1].error), "ERR!");
    CHECK(!activity->faults[1].is_lost && !activity->faults[1].is_whole);
}

/* Where the name of the column has no unit, that of the cell counts. */
static void memory_of_gpus_has_units(void)
{
    const struct activity *activity =
        read_as("device-samples", "time,index,memory_used\n2018-11-08 08:00:01Z,0,2 MiB\n"
                                  "2018-11-08 08:00:02Z,0,2097152\n");
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(samples(activity), "1 - -/-/0 - - - - 2.09715e+06\n2 - -/-/0 - - - - 2.09715e+06\n");
}

/* What DCGM's exporter calls it: ratios of 1, MiB, MHz, and Prometheus's labels of host and GPU.
 */
static void reads_rows_of_dcgm(void)
{
    const struct activity *activity =
        read_as("device-samples",
                "timestamp,instance,device,DCGM_FI_PROF_GR_ENGINE_ACTIVE,DCGM_FI_DEV_FB_USED,"
                "DCGM_FI_DEV_FB_FREE,DCGM_FI_DEV_POWER_USAGE,DCGM_FI_DEV_GPU_TEMP,"
                "DCGM_FI_PROF_DRAM_ACTIVE,DCGM_FI_DEV_SM_CLOCK,DCGM_FI_PROF_PCIE_TX_BYTES\n"
                "1541664001,n1:9400,nvidia2,0.97,3,5,390.5,62,0.25,1980,2e9\n");
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(samples(activity), "1 n1 -/-/n1 2 390.5 62 97 25 3.14573e+06\n");
    CHECK_NEAR(activity_value(activity, 0, DEVICE_CLOCK), 1.98e9, 100);
    CHECK_NEAR(activity_value(activity, 0, DEVICE_PCIE_SENT), 2e9, 100);
    CHECK(isnan(activity_value(activity, 0, DEVICE_NVLINK_SENT)));
    CHECK_INT(activity->devices[0].memory_B, 8 << 20);
    activity = read_as("device-samples",
                       "timestamp,Hostname,gpu,UUID,DCGM_FI_DEV_GPU_UTIL,DCGM_FI_DEV_FB_FREE,"
                       "DCGM_FI_DEV_FB_TOTAL,DCGM_FI_DEV_MEM_COPY_UTIL\n"
                       "1541664001,n1,2,GPU-a,97,5,8,25\n");
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(samples(activity), "1 n1 -/GPU-a/n1 2 - - 97 25 3.14573e+06\n");
}

/* Of each GPU the difference from its sample before; a count that falls was set back. */
static void power_of_counted_energy(void)
{
    const struct activity *activity =
        read_as("device-samples", "timestamp,gpu,DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION\n"
                                  "1541664000,0,900000000000000\n1541664000,1,5000\n"
                                  "1541664010,0,900000003900000\n1541664010,1,5000\n"
                                  "1541664020,0,100\n1541664020,1,1005000\n");
    CHECK_TEXT(samples(activity), "0 - -/-/0 - - - - -\n0 - -/-/1 - - - - -\n"
                                  "10 - -/-/0 390 - - - -\n10 - -/-/1 0 - - - -\n"
                                  "20 - -/-/0 - - - - -\n20 - -/-/1 100 - - - -\n");
}

static float utilization_of(const char *header, const char *first, const char *second)
{
    char text[512];
    snprintf(text, sizeof text,
             "time,index,%s\n2018-11-08 08:00:01Z,0,%s\n2018-11-08 08:00:02Z,1,%s\n", header, first,
             second);
    return activity_value(read_as("device-samples", text), 0, DEVICE_UTILIZATION);
}

/* Without a unit, fractions up to 1 are shares where the power drawn, or else the memory, shows
 * work; where these show none, small ones are percentages, and of large ones nobody knows. */
static void utilization_may_be_a_share(void)
{
    CHECK_NEAR((double)utilization_of("utilization,power", "0.97,400", "0.02,60"), 97, 1e-6);
    CHECK_SAID(fixture, "utilisation: no unit, and no value above 1: read as ratios");
    CHECK_NEAR((double)utilization_of("utilization,power", "0.97,300", "0.96,290"), 97, 1e-6);
    CHECK_NEAR((double)utilization_of("utilization,memory_used", "0.97,9 GiB", "0.9,9 GiB"), 97,
               1e-6);
    CHECK(isnan(utilization_of("utilization,power", "0.7,60", "0.02,61")));
    CHECK_SAID(fixture, "2 values of utilisation are left out: no unit, and none is above 1");
    CHECK(isnan(utilization_of("utilization,power", "0.2,120", "0.02,40")));
    CHECK(isnan(utilization_of("utilization,memory_used", "0.3,9 GiB", "0,9 GiB")));
    CHECK(isnan(utilization_of("utilization,memory_used", "0.9,9 MiB", "0,9 MiB")));
    CHECK(isnan(utilization_of("utilization,temperature", "0.3,40", "0,40")));
    CHECK_NEAR((double)utilization_of("utilization,power", "0.3,60", "0,60"), 0.3, 1e-6);
    CHECK_NEAR((double)utilization_of("utilization,memory_used", "0.3,9 MiB", "0,0 MiB"), 0.3,
               1e-6);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_NEAR((double)utilization_of("utilization,power", "0.5,400", "2,60"), 0.5, 0);
    CHECK_NEAR((double)utilization_of("utilization,power", "1,400", "0,60"), 1, 0);
    CHECK_NEAR((double)utilization_of("utilization.gpu [%],power", "0.5,400", "0.2,60"), 0.5, 0);
    CHECK_NEAR((double)utilization_of("gpuUtilPerc,power", "0.5,400", "0.2,60"), 0.5, 0);
    CHECK_NEAR((double)utilization_of("utilization,power", "0.5 %,400", "0.2 %,60"), 0.5, 0);
    CHECK_TEXT(fixture.said.text, "");
}

static void a_gpu_may_move(void)
{
    const struct activity *activity =
        read_as("device-samples", SAMPLE_NAMES "2018-11-08T08:00:01Z,h1,7,GPU-1,1,1,1,1\n"
                                               "2018-11-08T08:00:02Z,h2,7,GPU-1,2,2,2,2\n");
    CHECK_INT(activity->device_count, 1);
    CHECK_TEXT(samples(activity), "1 h1 7/GPU-1/- 1 1 1 1 -\n2 h2 7/GPU-1/- 2 2 2 2 -\n");
}

static void reads_attributes(void)
{
    const struct activity *activity = read_as("task-attributes", "taskId,jobId,x,y,note\n"
                                                                 "t1,j,116,-178.5,left\n"
                                                                 "t2,j,,7,\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(attributes(activity), "j t1 x=116\nj t1 y=-178.5\nj t2 y=7\n");
}

static void columns_may_be_told(void)
{
    static const struct column_mapping mapping[] = {{"wann", "timestamp"},
                                                    {"wo", "hostname"},
                                                    {"was", "event"},
                                                    {"art", "eventType"}};
    const char *text = "wann,wo,was,art\n2018-11-08T08:00:01Z,h,e,START\n";
    char bytes[256] = "";
    fixture_release(&fixture);
    fixture_init(&fixture);
    strcpy(bytes, text);
    struct input input = {.path = "FILE", .content = {.bytes = bytes, .size = strlen(text)}};
    struct reading reading = {.dataset = &fixture.dataset,
                              .diagnostics = fixture.diagnostics,
                              .jobs = 1,
                              .mapping = mapping,
                              .mapping_count = 4};
    CHECK_INT(reader_by_name("events")->read(&input, &reading, &fixture.error), 1);
    CHECK_TEXT(ends(fixture.dataset.activity), "1 [ h e - -\n");
}

/* ---- what is wrong ---- */

static void odd_events_are_set_aside(void)
{
    const struct activity *activity =
        read_as("events",
                EVENT_NAMES "soon,h,e,START,j,t\n"
                            "2018-11-08T08:00:01Z,h,e,PAUSE,j,t\n"
                            "2018-11-08T08:00:02Z,h,,START,j,t\n"
                            ",h,e,START,j,t\n" EVENT_NAMES "2018-13-08T08:00:03Z,h,e,START,j,t\n"
                            "2018-11-08T08:00:04Z,h,e,START,j\n"
                            "2018-11-08T08:00:05Z,h,e,STOP,j,t\n"
                            "2018-11-08T08:00:06Z,h,e,ST");
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(ends(activity), "5 ] h e j t\n");
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, NULL), 6);
    CHECK_SAID(fixture, "FILE:2: ");
    CHECK_SAID(fixture, "event type is neither START nor STOP");
    CHECK_SAID(fixture, "no event name");
    CHECK_SAID(fixture, "no time stamp");
    CHECK_SAID(fixture, "FILE:8: fewer fields than the header");
    CHECK_SAID(fixture, "truncated: the last line is ignored");
    CHECK_INT(diagnostics_end_of(fixture.diagnostics, "FILE"), DIAGNOSTIC_ENDS_UNFINISHED);
}

static void odd_samples_are_set_aside(void)
{
    read_as("device-samples", SAMPLE_NAMES "2018-11-08T08:00:01Z,h,7,GPU-1,much,1,1,1\n"
                                           "2018-11-08T08:00:01Z,h,,,1,1,1,1\n"
                                           "2018-11-08T08:00:02Z,,7,,1,1,1,1\n"
                                           "2018-11-08T08:00:03Z,h,7,,-5,1,1,1\n"
                                           "2018-11-08T08:00:04Z,h,7,,9e300,1,1,1\n"
                                           "2018-11-08T08:00:05Z,h,7,,inf,1,1,1\n"
                                           "2018-11-08T08:00:06Z,h,7,,nan,-5,1,1\n");
    CHECK_INT(fixture.records, 2);
    CHECK_SAID(fixture, "FILE:5: implausible value of a GPU: \"-5\"");
    CHECK_SAID(fixture, "FILE:6: implausible value of a GPU: \"9e300\"");
    CHECK_SAID(fixture, "not a number");
    CHECK_SAID(fixture, "no GPU (serial, UUID or index)");
}

static void other_tables_are_refused(void)
{
    read_as("events", SAMPLE_NAMES);
    CHECK_INT(fixture.records, -1);
    CHECK(strstr(fixture.error.text, "eventName") != NULL);
    read_as("device-samples", EVENT_NAMES);
    CHECK_INT(fixture.records, -1);
    read_as("task-attributes", "");
    CHECK_INT(fixture.records, -1);
}

static const char *known(const char *text)
{
    char bytes[1024] = "";
    strcpy(bytes, text);
    struct mapping content = {.bytes = bytes, .size = strlen(text), .file_size = strlen(text)};
    const struct reader *reader = reader_recognise(&content);
    return reader ? reader->name : "none";
}

/* A place a line: host, job, task, GPU. */
static const char *places(const struct activity *activity)
{
    static char text[2048];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; activity && i < activity->place_count; i++) {
        const struct device_place *place = &activity->places[i];
        const struct activity_device *device = &activity->devices[place->device];
        used += (size_t)snprintf(text + used, sizeof text - used, "%s %s %s %s/%s/%s\n",
                                 word(activity, place->host), word(activity, place->job),
                                 word(activity, place->task), word(activity, device->serial),
                                 word(activity, device->uuid), word(activity, device->index));
    }
    return text;
}

static void reads_which_gpu_is_in_which_host(void)
{
    const struct activity *activity =
        read_as("device-list", "hostname,gpuSerial,model\nh1,18446744073709551615,K80\n"
                               "h2,0,K80\n,7,K80\n");
    CHECK_TEXT(places(activity), "h1 - - 18446744073709551615/-/-\n");
    CHECK_TEXT(fixture.said.text, "FILE:3: no host, or no GPU (serial, UUID or index)\nFILE:4: no "
                                  "host, or no GPU (serial, UUID or index)\n");
}

static void events_may_name_the_gpu(void)
{
    const struct activity *activity =
        read_as("events", "timestamp,hostname,gpu,event,eventType,task\n"
                          "2018-11-08T08:00:01Z,h,1,e,START,t\n"
                          "2018-11-08T08:00:02Z,h,1,e,STOP,t\n"
                          "2018-11-08T08:00:03Z,h,,e,START,u\n");
    CHECK_TEXT(places(activity), "h - t -/-/h 1\n");
    CHECK_INT(activity->end_count, 3);
    activity = read_as("events", "index,timestamp,hostname,event,eventType,task\n"
                                 "0,2018-11-08T08:00:01Z,h,e,START,t\n"
                                 "1,2018-11-08T08:00:02Z,h,e,STOP,t\n");
    CHECK_TEXT(places(activity), "");
    CHECK_INT(activity->end_count, 2);
}

static void told_by_columns(void)
{
    CHECK_TEXT(known(EVENT_NAMES "2018-11-08T08:00:01Z,h,e,START,j,t\n"), "events");
    CHECK_TEXT(known("jobId,taskId,eventType,eventName,hostname,timestamp\n"), "events");
    CHECK_TEXT(known(SAMPLE_NAMES), "device-samples");
    CHECK_TEXT(known("timestamp,gpu_id,DCGM_FI_DEV_GPU_UTIL\n1541664001,0,97\n"), "device-samples");
    CHECK_TEXT(known("timestamp,UUID,DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION\n1541664001,GPU-a,7\n"),
               "device-samples");
    CHECK_TEXT(known("taskId,jobId,x,y,level\na,b,1,2,3\n"), "task-attributes");
    CHECK_TEXT(known("taskId,jobId,x,y,level\na,b,1,left,3\n"), "none");
    CHECK_TEXT(known("taskId,jobId\na,b\n"), "none");
    CHECK_TEXT(known("task,id,run_time\nmake,1,3.5\n"), "table");
    CHECK_TEXT(known("hostname,gpuSerial\nh,320118118607\n"), "device-list");
    CHECK_TEXT(known("hostname,gpuIndex\nh,0\n"), "none");
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(reads_events), TEST(times_have_zones), TEST(reads_samples),
           TEST(reads_other_samples), TEST(utilization_may_be_a_share), TEST(a_gpu_may_move),
           TEST(errors_of_gpus_are_faults), TEST(memory_of_gpus_has_units),
           TEST(reads_rows_of_dcgm), TEST(power_of_counted_energy),
           TEST(reads_which_gpu_is_in_which_host), TEST(events_may_name_the_gpu),
           TEST(reads_attributes), TEST(columns_may_be_told), TEST(odd_events_are_set_aside),
           TEST(odd_samples_are_set_aside), TEST(other_tables_are_refused), TEST(told_by_columns),
           STEP(release))
