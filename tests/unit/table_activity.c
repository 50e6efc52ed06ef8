#include "check.h"

#include "table/dataset.h"

static uint32_t number(struct activity *activity, const char *text)
{
    return activity_number(activity, text, strlen(text));
}

static struct activity_subject subject(struct activity *activity, const char *host,
                                       const char *name)
{
    return (struct activity_subject){.host = number(activity, host),
                                     .name = number(activity, name)};
}

static void add_span(struct activity *activity, const char *host, const char *name, double start)
{
    activity_add_span(activity,
                      (struct activity_span){start, 1, NAN, subject(activity, host, name), false});
}

static void sources_know_their_rows(void)
{
    struct activity activity;
    activity_init(&activity);
    activity_begin_source(&activity, "a", ACTIVITY_CLOCK_HOST);
    add_span(&activity, "h1", "sum", 1);
    add_span(&activity, "h1", "mean", 2);
    activity_begin_source(&activity, "b", ACTIVITY_CLOCK_UNIX);
    add_span(&activity, "h2", "sum", 3);
    activity_add_end(&activity,
                     (struct span_edge){4, subject(&activity, "h2", "save"), SPAN_STOP, 0});
    CHECK_INT(activity.source_count, 2);
    CHECK_INT(activity.sources[0].spans.count, 2);
    CHECK_INT(activity.sources[1].spans.first, 2);
    CHECK_INT(activity.sources[1].spans.count, 1);
    CHECK_INT(activity.sources[1].ends.count, 1);
    CHECK_TEXT(activity_text(&activity, activity.spans[2].subject.name), "sum");
    CHECK(!activity_text(&activity, activity.spans[2].subject.task));
    activity_release(&activity);
}

static void a_gpu_is_told_by_its_serial_number(void)
{
    struct activity activity;
    activity_init(&activity);
    uint32_t first =
        activity_device(&activity, (struct activity_device){.serial = number(&activity, "32")});
    uint32_t second =
        activity_device(&activity, (struct activity_device){.uuid = number(&activity, "GPU-1")});
    uint32_t third =
        activity_device(&activity, (struct activity_device){.serial = number(&activity, "32"),
                                                            .uuid = number(&activity, "GPU-7")});
    CHECK_INT(first, 0);
    CHECK_INT(second, 1);
    CHECK_INT(third, 0);
    CHECK_TEXT(activity_text(&activity, activity.devices[0].uuid), "GPU-7");
    activity_release(&activity);
}

static uint32_t device_of(struct activity *activity, const char *serial, const char *uuid,
                          const char *index)
{
    return activity_device(activity, (struct activity_device){.serial = number(activity, serial),
                                                              .uuid = number(activity, uuid),
                                                              .index = number(activity, index)});
}

/* Numbers of one kind are not those of another; shortened UUIDs tell no GPUs apart that have
 * serial numbers; an index finds the GPU that a serial number told. */
static void what_reports_gpus_is_of_three_kinds(void)
{
    struct activity activity;
    activity_init(&activity);
    CHECK_INT(device_of(&activity, "3", "", ""), 0);
    CHECK_INT(device_of(&activity, "", "3", ""), 1);
    CHECK_INT(device_of(&activity, "", "", "3"), 2);
    CHECK_INT(device_of(&activity, "3", "", ""), 0);
    CHECK_INT(device_of(&activity, "", "3", ""), 1);
    CHECK_INT(device_of(&activity, "", "", "3"), 2);
    CHECK_INT(device_of(&activity, "9223372036854775809", "GPU-1", "h 0"), 3);
    CHECK_INT(device_of(&activity, "9223372036854775810", "GPU-1", "h 1"), 4);
    CHECK_INT(device_of(&activity, "", "GPU-1", ""), 5);
    CHECK_INT(device_of(&activity, "", "GPU-1", ""), 5);
    CHECK_INT(device_of(&activity, "", "", "h 1"), 4);
    CHECK_INT(device_of(&activity, "9223372036854775811", "", "h 1"), 6);
    CHECK_INT(activity.device_count, 7);
    activity_release(&activity);
}

static void fill_part(struct activity *part, const char *path, double start)
{
    activity_begin_source(part, path, ACTIVITY_CLOCK_UNIX);
    add_span(part, "h2", "mean", start);
    uint32_t device = activity_device(part, (struct activity_device){.serial = number(part, "9")});
    float values[DEVICE_METRICS];
    device_values_clear(values);
    values[DEVICE_POWER] = 70;
    activity_add_sample(part, (struct device_sample){start, number(part, "h2"), device}, values);
    activity_add_attribute(part,
                           (struct task_attribute){0, number(part, "t"), number(part, "x"), 5});
    activity_add_dependency(part, (struct task_dependency){number(part, "t"), number(part, "u")});
    activity_add_offset(part, (struct clock_offset){number(part, "h2"), 100});
    activity_add_memory_sample(part,
                               (struct activity_memory_sample){start, number(part, "h2"), 0, 3});
}

static void add_end(struct activity *activity, size_t line)
{
    if (line)
        activity_note_end_line(activity, line);
    activity_add_end(activity, (struct span_edge){.time = 1});
}

/* Lines 2, 3, 5 of "a", none of "b", 2, 3 of "c" in two parts. */
static void the_lines_of_ends_are_known(void)
{
    struct activity activity, part;
    activity_init(&activity);
    activity_begin_source(&activity, "a", ACTIVITY_CLOCK_UNIX);
    add_end(&activity, 2);
    add_end(&activity, 3);
    add_end(&activity, 5);
    CHECK_INT(activity.end_line_count, 2);
    activity_begin_source(&activity, "b", ACTIVITY_CLOCK_UNIX);
    add_end(&activity, 0);
    for (size_t line = 2; line < 4; line++) {
        activity_init(&part);
        activity_begin_source(&part, "c", ACTIVITY_CLOCK_UNIX);
        add_end(&part, line);
        activity_merge(&activity, &part);
        activity_release(&part);
    }
    static const size_t sources[] = {0, 0, 0, 1, 2, 2}, lines[] = {2, 3, 5, 0, 2, 3};
    CHECK_INT(activity.source_count, 3);
    for (size_t i = 0; i < 6; i++)
        CHECK_INT(activity_line_of_end(&activity, &activity.sources[sources[i]], i), lines[i]);
    activity_release(&activity);
}

static void the_first_part_is_taken_over_whole(void)
{
    struct activity activity, part;
    activity_init(&activity);
    activity_init(&part);
    fill_part(&part, "a", 2);
    activity_merge(&activity, &part);
    CHECK_INT(part.source_count, 0);
    CHECK_INT(part.span_count, 0);
    activity_release(&part);
    fill_part(&part, "a", 3);
    activity_merge(&activity, &part);
    CHECK_INT(activity.source_count, 1);
    CHECK_INT(activity.sources[0].spans.count, 2);
    CHECK_INT(activity.device_count, 1);
    CHECK_INT(activity.spans[1].subject.host, activity.spans[0].subject.host);
    CHECK_TEXT(activity_text(&activity, activity.memory_samples[0].host), "h2");
    activity_release(&activity);
    activity_release(&part);
}

static void parts_are_merged_in_their_order(void)
{
    struct activity activity, part;
    activity_init(&activity);
    activity_begin_source(&activity, "a", ACTIVITY_CLOCK_UNIX);
    add_span(&activity, "h1", "sum", 1);
    activity_device(&activity, (struct activity_device){.serial = number(&activity, "7")});
    for (int piece = 0; piece < 2; piece++) {
        activity_init(&part);
        fill_part(&part, piece ? "b" : "a", 2 + piece);
        activity_merge(&activity, &part);
        activity_release(&part);
    }
    CHECK_INT(activity.source_count, 2);
    CHECK_INT(activity.sources[0].spans.count, 2);
    CHECK_INT(activity.sources[1].samples.first, 1);
    CHECK_INT(activity.span_count, 3);
    CHECK_TEXT(activity_text(&activity, activity.spans[2].subject.host), "h2");
    CHECK_INT(activity.device_count, 2);
    CHECK_INT(activity.samples[1].device, 1);
    CHECK_TEXT(activity_text(&activity, activity.samples[1].host), "h2");
    CHECK_TEXT(activity_text(&activity, activity.attributes[1].name), "x");
    CHECK_TEXT(activity_text(&activity, activity.dependencies[1].task), "t");
    CHECK_TEXT(activity_text(&activity, activity.dependencies[1].input), "u");
    CHECK_TEXT(activity_text(&activity, activity.offsets[0].host), "h2");
    CHECK_INT(activity.memory_samples[1].tasks, 3);
    activity_release(&activity);
}

static void add_sample(struct activity *activity, double time, enum device_metric metric,
                       double value)
{
    float values[DEVICE_METRICS];
    device_values_clear(values);
    values[metric] = (float)value;
    activity_add_sample(activity, (struct device_sample){.time = time}, values);
}

/* A part measures power, the next one nothing, the next one temperature. */
static void only_what_is_measured_is_kept_of_samples(void)
{
    struct activity activity, part;
    const enum device_metric metrics[] = {DEVICE_POWER, DEVICE_CLOCK, DEVICE_TEMPERATURE};
    const double values[] = {70, NAN, 40};
    activity_init(&activity);
    activity_begin_source(&activity, "a", ACTIVITY_CLOCK_UNIX);
    for (size_t i = 0; i < 3; i++) {
        activity_init(&part);
        activity_begin_source(&part, "a", ACTIVITY_CLOCK_UNIX);
        add_sample(&part, (double)i, metrics[i], values[i]);
        activity_merge(&activity, &part);
        activity_release(&part);
    }
    for (size_t i = 0; i < DEVICE_METRICS; i++)
        CHECK(!activity.sample_values[i] == (i != DEVICE_POWER && i != DEVICE_TEMPERATURE));
    for (size_t i = 0; i < 3; i++) {
        CHECK_NEAR((double)activity_value(&activity, i, DEVICE_POWER), i == 0 ? 70 : NAN, 0);
        CHECK_NEAR((double)activity_value(&activity, i, DEVICE_TEMPERATURE), i == 2 ? 40 : NAN, 0);
    }
    CHECK(activity.sample_count == 3 && !activity_values_are_equal(&activity, 0, 1));
    activity_release(&activity);
}

static void values_go_where_their_samples_go(void)
{
    struct activity activity;
    const uint32_t order[] = {2, 0, 1};
    activity_init(&activity);
    activity_begin_source(&activity, "a", ACTIVITY_CLOCK_UNIX);
    for (int i = 0; i < 3; i++)
        add_sample(&activity, i, DEVICE_POWER, 100 + i);
    activity_order_values(&activity, order, 2);
    for (size_t i = 0; i < 3; i++)
        CHECK_NEAR((double)activity_value(&activity, i, DEVICE_POWER), 100 + order[i], 0);
    activity_move_sample(&activity, 0, 2);
    CHECK_NEAR(activity.samples[0].time, 2, 0);
    CHECK(activity_values_are_equal(&activity, 0, 2) &&
          !activity_values_are_equal(&activity, 0, 1));
    activity_set_value(&activity, 1, DEVICE_CLOCK, 1e9F);
    CHECK(isnan(activity_value(&activity, 0, DEVICE_CLOCK)));
    CHECK_NEAR((double)activity_value(&activity, 1, DEVICE_CLOCK), 1e9, 0);
    add_sample(&activity, 3, DEVICE_POWER, 103);
    CHECK(isnan(activity_value(&activity, 3, DEVICE_CLOCK)));
    activity_release(&activity);
}

static void a_dataset_takes_over_the_trace_of_a_part(void)
{
    struct dataset dataset, part;
    dataset_init(&dataset);
    dataset_init(&part);
    CHECK(!dataset.activity);
    fill_part(dataset_activity(&part), "a", 1);
    dataset_merge(&dataset, &part);
    CHECK_INT(dataset.activity->span_count, 1);
    CHECK_TEXT(dataset.activity->sources[0].path, "a");
    dataset_release(&part);
    dataset_release(&dataset);
}

static struct activity_device gpu(struct activity *activity, const char *index, const char *uuid)
{
    return (struct activity_device){.uuid = number(activity, uuid),
                                    .index = number(activity, index)};
}

/* Tables of two nodes that name none: both have GPUs 0 and 1. */
static void gpus_of_one_index_are_told_apart(void)
{
    struct activity activity;
    activity_init(&activity);
    activity_device(&activity, gpu(&activity, "0", "GPU-8f6b5c8e-1a"));
    activity_device(&activity, gpu(&activity, "1", "GPU-22222222-1a"));
    activity_device(&activity, gpu(&activity, "0", "GPU-8f6b5c8e-2b"));
    activity_device(&activity, gpu(&activity, "2", "GPU-33333333-1a"));
    activity_tell_devices_apart(&activity);
    const char *names[] = {"0 (GPU-8f6b5c8e-1)", "1", "0 (GPU-8f6b5c8e-2)", "2"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        CHECK_TEXT(activity_text(&activity, activity.devices[i].index), names[i]);
    activity_release(&activity);
}

CHECK_MAIN(TEST(gpus_of_one_index_are_told_apart), TEST(sources_know_their_rows),
           TEST(a_gpu_is_told_by_its_serial_number), TEST(what_reports_gpus_is_of_three_kinds),
           TEST(the_first_part_is_taken_over_whole), TEST(parts_are_merged_in_their_order),
           TEST(only_what_is_measured_is_kept_of_samples), TEST(values_go_where_their_samples_go),
           TEST(the_lines_of_ends_are_known), TEST(a_dataset_takes_over_the_trace_of_a_part))
