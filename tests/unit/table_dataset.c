#include "check.h"

#include <stdlib.h>

#include "table/dataset.h"
#include "util/number.h"

static void a_new_dataset_knows_nothing(void)
{
    struct dataset dataset;
    dataset_init(&dataset);
    CHECK_INT(dataset.metric_count + dataset.node_count + dataset.series_count, 0);
    CHECK(!dataset.facts.job_id && isnan(dataset.facts.start) && isnan(dataset.facts.node_count));
    dataset_release(&dataset);
    dataset_release(&dataset);
}

static void names_are_numbered_in_order_of_appearance(void)
{
    struct dataset dataset;
    dataset_init(&dataset);
    char name[32];
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 0; i < 3000; i++) {
            snprintf(name, sizeof name, "n%u", i);
            CHECK_INT(dataset_node(&dataset, name), i);
            snprintf(name, sizeof name, "m%u", i);
            CHECK_INT(dataset_metric(&dataset, name), i);
        }
    CHECK_INT(dataset.node_count, 3000);
    CHECK_TEXT(dataset.nodes[2999].name, "n2999");
    CHECK(!dataset.nodes[0].listed);
    CHECK_TEXT(dataset.metrics[5].name, "m5");
    dataset_release(&dataset);
}

static void a_new_metric_is_a_level_of_nodes(void)
{
    struct dataset dataset;
    dataset_init(&dataset);
    CHECK_INT(dataset_metric(&dataset, ""), 0);
    const struct metric *metric = &dataset.metrics[0];
    CHECK_TEXT(metric->name, "");
    CHECK_TEXT(metric->unit, "");
    CHECK_TEXT(metric->scope, "node");
    CHECK(!metric->label && !metric->part_of && isnan(metric->counter_range));
    CHECK(metric->kind == METRIC_LEVEL && metric->combine == COMBINE_MEAN);
    dataset_release(&dataset);
}

static void series_are_padded_or_cut_to_their_timeline(void)
{
    struct dataset dataset;
    dataset_init(&dataset);
    double times[] = {10, 20, 30}, values[] = {1, 2, 3, 4};
    uint32_t node = dataset_node(&dataset, "n1"), metric = dataset_metric(&dataset, "cpu");
    struct timeline *timeline = dataset_add_timeline(&dataset, node, times, 3);
    times[0] = 99;
    CHECK_INT(dataset_add_series(&dataset, metric, timeline, values, 3), 0);
    CHECK_INT(dataset_add_series(&dataset, metric, timeline, values, 1), 2);
    CHECK_INT(dataset_add_series(&dataset, metric, timeline, values, 4), -1);
    CHECK_INT(dataset_add_series(&dataset, metric, timeline, NULL, 0), 3);
    values[0] = 99;
    CHECK_INT(dataset.series_count, 4);
    CHECK(timeline->times[0] == 10 && timeline->count == 3);
    CHECK(dataset.series[0].values[0] == 1 && dataset.series[0].values[2] == 3);
    CHECK(dataset.series[1].values[0] == 1 && isnan(dataset.series[1].values[2]));
    CHECK(dataset.series[2].values[2] == 3);
    CHECK(isnan(dataset.series[3].values[0]));
    CHECK_INT(dataset.series[3].node, node);
    struct timeline *none = dataset_add_timeline(&dataset, node, NULL, 0);
    CHECK_INT(dataset_add_series(&dataset, metric, none, values, 4), -4);
    dataset_release(&dataset);
}

static void texts_become_the_datasets_own(void)
{
    struct dataset dataset;
    dataset_init(&dataset);
    char name[] = "name";
    dataset_add_published(&dataset, (struct published_statistic){name, NULL, name, 2.5, 0.1});
    dataset_add_hardware(&dataset, name, name, name);
    name[0] = 'x';
    CHECK_TEXT(dataset.published[0].metric, "name");
    CHECK(!dataset.published[0].node && dataset.published[0].value == 2.5);
    CHECK_TEXT(dataset.published[0].statistic, "name");
    CHECK_TEXT(dataset.hardware[0].node, "name");
    CHECK_TEXT(dataset.hardware[0].key, "name");
    CHECK_TEXT(dataset.hardware[0].value, "name");
    dataset_release(&dataset);
}

/* Node and metric numbers of the two differ on purpose. */
static void fill_whole(struct dataset *whole)
{
    double times[] = {1, 2}, values[] = {1, 2};
    uint32_t node = dataset_node(whole, "n1");
    dataset_node(whole, "n2");
    uint32_t metric = dataset_metric(whole, "cpu");
    whole->metrics[metric].unit = "%";
    struct timeline *timeline = dataset_add_timeline(whole, node, times, 2);
    dataset_add_series(whole, metric, timeline, values, 2);
    whole->facts.job_id = "101";
    whole->facts.start = 5;
}

static void fill_part(struct dataset *part)
{
    double times[] = {3}, values[] = {7};
    uint32_t power = dataset_metric(part, "power"), cpu = dataset_metric(part, "cpu");
    uint32_t other = dataset_node(part, "n3"), node = dataset_node(part, "n2");
    part->metrics[power].unit = "W";
    part->metrics[cpu].unit = "other";
    part->nodes[node].listed = true;
    part->nodes[other].listed = true;
    struct timeline *timeline = dataset_add_timeline(part, node, times, 1);
    dataset_add_series(part, power, timeline, values, 1);
    dataset_add_series(part, cpu, timeline, values, 1);
    dataset_add_series(part, cpu, dataset_add_timeline(part, other, times, 1), values, 1);
    dataset_add_published(part, (struct published_statistic){"cpu", "n2", "max", 7, 0});
    dataset_add_hardware(part, "n2", "cores", "72");
    part->facts.job_id = "other";
    part->facts.user = arena_text(&part->arena, "anna");
    part->facts.start = 6;
    part->facts.end = 9;
}

static void merging_renumbers_and_the_first_names_win(void)
{
    struct dataset whole, part;
    dataset_init(&whole);
    dataset_init(&part);
    fill_whole(&whole);
    fill_part(&part);
    dataset_merge(&whole, &part);
    dataset_release(&part);
    CHECK_INT(whole.metric_count, 2);
    CHECK_TEXT(whole.metrics[0].unit, "%");
    CHECK_TEXT(whole.metrics[1].name, "power");
    CHECK_TEXT(whole.metrics[1].unit, "W");
    CHECK_INT(whole.node_count, 3);
    CHECK_TEXT(whole.nodes[2].name, "n3");
    CHECK(!whole.nodes[0].listed && whole.nodes[1].listed && whole.nodes[2].listed);
    CHECK_INT(dataset_metric(&whole, "power"), 1);
    CHECK_INT(dataset_node(&whole, "n3"), 2);
    CHECK_INT(whole.series_count, 4);
    CHECK(whole.series[1].metric == 1 && whole.series[1].node == 1);
    CHECK(whole.series[2].metric == 0 && whole.series[2].node == 1);
    CHECK(whole.series[3].metric == 0 && whole.series[3].node == 2);
    for (size_t i = 0; i < whole.series_count; i++)
        CHECK_INT(whole.series[i].timeline->node, whole.series[i].node);
    CHECK(whole.series[1].values[0] == 7 && whole.series[1].timeline->times[0] == 3);
    CHECK_TEXT(whole.published[0].node, "n2");
    CHECK_TEXT(whole.hardware[0].value, "72");
    dataset_release(&whole);
}

static void merging_fills_unknown_facts_only(void)
{
    struct dataset whole, part;
    dataset_init(&whole);
    dataset_init(&part);
    fill_whole(&whole);
    fill_part(&part);
    dataset_merge(&whole, &part);
    CHECK_TEXT(whole.facts.job_id, "101");
    CHECK_TEXT(whole.facts.user, "anna");
    CHECK(whole.facts.start == 5 && whole.facts.end == 9 && isnan(whole.facts.node_count));
    CHECK(!whole.facts.title);
    dataset_release(&whole);
}

static void merging_nothing_changes_nothing(void)
{
    struct dataset whole, part;
    dataset_init(&whole);
    dataset_init(&part);
    fill_whole(&whole);
    dataset_merge(&whole, &part);
    CHECK_INT(whole.series_count, 1);
    dataset_merge(&part, &whole);
    CHECK_INT(whole.series_count, 0);
    CHECK_INT(part.series_count, 1);
    CHECK_TEXT(part.nodes[0].name, "n1");
    dataset_release(&part);
    dataset_release(&whole);
}

static void merging_brings_the_records_along(void)
{
    struct dataset whole, part;
    dataset_init(&whole);
    dataset_init(&part);
    CHECK(!whole.records);
    records_begin_source(dataset_records(&part), "FILE");
    records_add(part.records);
    records_put_text(part.records, RECORD_TASK_COLUMN, "isr", 3);
    dataset_merge(&whole, &part);
    CHECK(!part.records);
    CHECK_INT(whole.records->rows, 1);
    CHECK_TEXT(records_text(whole.records, 1), "isr");
    CHECK_TEXT(whole.records->sources[0].path, "FILE");
    dataset_release(&whole);
    CHECK(!whole.records);
}

static void keeps_samples_of_a_queue_over_a_merge(void)
{
    struct dataset whole, part;
    double times[] = {1, 2}, running[] = {3, NUMBER_MISSING};
    dataset_init(&whole);
    dataset_init(&part);
    dataset_add_queue(&part, (struct queue_samples){
                                 .path = "LOG", .count = 2, .times = times, .running = running});
    times[0] = running[0] = 7;
    dataset_merge(&whole, &part);
    CHECK_INT(part.queue_count, 0);
    CHECK_INT(whole.queue_count, 1);
    CHECK_TEXT(whole.queues[0].path, "LOG");
    CHECK_NEAR(whole.queues[0].times[0], 1, 0);
    CHECK_NEAR(whole.queues[0].running[0], 3, 0);
    CHECK(isnan(whole.queues[0].running[1]));
    CHECK(!whole.queues[0].waiting && !whole.queues[0].workers && !whole.queues[0].cores);
    dataset_release(&whole);
}

CHECK_MAIN(TEST(keeps_samples_of_a_queue_over_a_merge), TEST(merging_brings_the_records_along),
           TEST(a_new_dataset_knows_nothing), TEST(names_are_numbered_in_order_of_appearance),
           TEST(a_new_metric_is_a_level_of_nodes), TEST(series_are_padded_or_cut_to_their_timeline),
           TEST(texts_become_the_datasets_own), TEST(merging_renumbers_and_the_first_names_win),
           TEST(merging_fills_unknown_facts_only), TEST(merging_nothing_changes_nothing))
