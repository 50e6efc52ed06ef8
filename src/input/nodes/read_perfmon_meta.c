/* meta_data.json of the monitoring toolkit: hardware facts of each host, whatever is there. */
#include <math.h>
#include <string.h>

#include "input/head.h"
#include "input/json/json_file.h"
#include "input/reader.h"
#include "util/name_index.h"
#include "util/number.h"
#include "util/strbuf.h"

static int recognise(const char *text, size_t size)
{
    static const char *const keys[] = {"Architecture",
                                       "architecture",
                                       "Model name",
                                       "model_name",
                                       "CPU(s)",
                                       "cpu_model",
                                       "Socket(s)",
                                       "num_sockets",
                                       "Thread(s) per core",
                                       "lscpu",
                                       "cpu_vendor",
                                       "Vendor ID",
                                       "micro_architecture",
                                       "cpu",
                                       "memory",
                                       "hardware"};
    (void)size;
    if (!head_is_object(text) || head_has_key(text, "time_stamps") || head_has_key(text, "jobId"))
        return 0;
    int sure = head_has_key(text, "host_names") || head_has_key(text, "host_name") ? 50 : 0;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (sure && head_has_key(text, keys[i]))
            return 70;
    return sure;
}

struct facts_walk {
    struct dataset *dataset;
    const char *node;
    struct strbuf path;
    long long count;
};

/* Scalars as text; NULL for anything else, and for what says nothing. */
static const char *scalar_text(struct arena *arena, const json_t *value)
{
    char number[NUMBER_TEXT_SIZE];
    switch (json_typeof(value)) {
    case JSON_STRING:
        return *json_string_value(value) ? json_string_value(value) : NULL;
    case JSON_INTEGER:
        return arena_format(arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    case JSON_REAL:
        number_format(json_real_value(value), number);
        return arena_text(arena, number);
    case JSON_TRUE:
        return "yes";
    case JSON_FALSE:
        return "no";
    default:
        return NULL;
    }
}

/* The value at which an energy counter wraps, where a kernel's max_energy_range_uj was noted down
 * under its domain. */
static void take_range(struct facts_walk *walk, const json_t *value)
{
    static const char *const domains[] = {"package-", "dram-", "uncore-", "core-"};
    struct dataset *dataset = walk->dataset;
    if (!json_is_number(value) || !strstr(walk->path.text, "max_energy_range"))
        return;
    for (size_t i = 0; i < sizeof domains / sizeof domains[0]; i++) {
        const char *domain = strstr(walk->path.text, domains[i]);
        if (!domain)
            continue;
        size_t name = strlen(domains[i]);
        const char *metric =
            arena_format(&dataset->arena, "rapl_powercap.%.*s",
                         (int)(name + strspn(domain + name, "0123456789")), domain);
        uint32_t number = name_index_find(&dataset->metric_names, metric);
        if (number != NAME_INDEX_NONE)
            dataset->metrics[number].counter_range = json_number_value(value) * 1e-6;
        return;
    }
}

static void add_fact(struct facts_walk *walk, const char *value)
{
    dataset_add_hardware(walk->dataset, walk->node, walk->path.text, value);
    walk->count++;
}

static void add_list(struct facts_walk *walk, const json_t *list)
{
    struct strbuf text;
    strbuf_init(&text);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *item = scalar_text(&walk->dataset->arena, json_array_get(list, i));
        if (!item)
            continue;
        strbuf_add_text(&text, text.size ? ", " : "");
        strbuf_add_text(&text, item);
    }
    if (text.size)
        add_fact(walk, text.text);
    strbuf_release(&text);
}

static void walk_value(struct facts_walk *walk, const char *key, const json_t *value)
{
    size_t before = walk->path.size;
    strbuf_add_text(&walk->path, before ? "." : "");
    strbuf_add_text(&walk->path, key);
    if (json_is_object(value)) {
        const char *name;
        json_t *member;
        json_object_foreach((json_t *)value, name, member) walk_value(walk, name, member);
    } else if (json_is_array(value)) {
        add_list(walk, value);
    } else {
        const char *text = scalar_text(&walk->dataset->arena, value);
        take_range(walk, value);
        if (text)
            add_fact(walk, text);
    }
    walk->path.size = before;
    walk->path.text[before] = '\0';
}

static long long walk_host(struct dataset *dataset, const char *name, const json_t *host)
{
    struct facts_walk walk = {.dataset = dataset, .node = name};
    strbuf_init(&walk.path);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)host, key, value) if (strcmp(key, "host_name") != 0)
        walk_value(&walk, key, value);
    strbuf_release(&walk.path);
    return walk.count;
}

static long long walk_file(struct dataset *dataset, const json_t *file)
{
    const char *host = json_string_value(json_object_get(file, "host_name"));
    if (host)
        return walk_host(dataset, host, file);
    long long count = 0;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)file, name, value) if (json_is_object(value)) count +=
        walk_host(dataset, name, value);
    return count;
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    json_t *file = json_file_tree(input, reading, error);
    if (!file)
        return -1;
    long long count = walk_file(reading->dataset, file);
    json_decref(file);
    reading_progress(reading, input->content.size);
    if (count == 0) {
        error_set(error, ERROR_INPUT, "%s: no hardware facts of hosts", input->path);
        return -1;
    }
    return count;
}

const struct reader reader_perfmon_meta = {
    .name = "perfmon-meta",
    .description = "SKA monitoring toolkit: meta_data.json, hardware of each host",
    .turn = READ_LAST,
    .recognise = recognise,
    .read = read,
};
