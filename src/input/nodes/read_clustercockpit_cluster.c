/* cluster.json of a ClusterCockpit archive: how fast the nodes of each subcluster can be. */
#include <string.h>

#include "input/head.h"
#include "input/json/json_file.h"
#include "input/reader.h"
#include "input/text/unit.h"
#include "util/number.h"

static int recognise(const char *text, size_t size)
{
    (void)size;
    return head_is_object(text) && head_has_array(text, "subClusters") ? 90 : 0;
}

/* {"unit": {"base": "F/s", "prefix": "G"}, "value": 112}, or a bare number in `usual`. */
static double rate_of(struct arena *arena, const json_t *subcluster, const char *key,
                      const char *base, const char *usual)
{
    const json_t *rate = json_object_get(subcluster, key);
    if (json_is_number(rate))
        return json_number_value(rate) * unit_of(arena, base, usual).scale;
    const json_t *value = json_object_get(rate, "value"), *unit = json_object_get(rate, "unit");
    const char *given = json_string_value(json_object_get(unit, "base"));
    const char *prefix = json_string_value(json_object_get(unit, "prefix"));
    if (!json_is_number(value) || (given && strcmp(given, base) != 0))
        return NUMBER_MISSING;
    double result = json_number_value(value) * unit_of(arena, base, prefix ? prefix : "").scale;
    return result > 0 ? result : NUMBER_MISSING;
}

static long long read_subclusters(struct dataset *dataset, const json_t *cluster)
{
    const char *name = json_string_value(json_object_get(cluster, "name"));
    const json_t *subclusters = json_object_get(cluster, "subClusters");
    struct arena *arena = &dataset->arena;
    long long count = 0;
    for (size_t i = 0; i < json_array_size(subclusters); i++) {
        const json_t *item = json_array_get(subclusters, i);
        if (!json_is_object(item))
            continue;
        const char *nodes = json_string_value(json_object_get(item, "nodes"));
        const char *subcluster = json_string_value(json_object_get(item, "name"));
        dataset_add_peaks(dataset,
                          (struct peak_rates){
                              .cluster = name ? name : "",
                              .subcluster = subcluster ? subcluster : "",
                              .nodes = nodes ? nodes : "",
                              .flops = rate_of(arena, item, "flopRateSimd", "F/s", "G"),
                              .scalar_flops = rate_of(arena, item, "flopRateScalar", "F/s", "G"),
                              .bandwidth = rate_of(arena, item, "memoryBandwidth", "B/s", "G"),
                          });
        count++;
    }
    return count;
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    json_t *cluster = json_file_tree(input, reading, error);
    if (!cluster)
        return -1;
    if (!json_is_array(json_object_get(cluster, "subClusters"))) {
        error_set(error, ERROR_INPUT, "%s:1: no list \"subClusters\"", input->path);
        json_decref(cluster);
        return -1;
    }
    long long records = read_subclusters(reading->dataset, cluster);
    json_decref(cluster);
    reading_progress(reading, input->content.size);
    return records;
}

const struct reader reader_clustercockpit_cluster = {
    .name = "clustercockpit-cluster",
    .description = "ClusterCockpit archive: cluster.json, peak rates of the nodes",
    .turn = READ_FIRST,
    .recognise = recognise,
    .read = read,
};
