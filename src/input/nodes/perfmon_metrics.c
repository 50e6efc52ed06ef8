#include "input/nodes/perfmon_metrics.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "input/text/unit.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

static const struct perfmon_metric metrics[] = {
#define PERFMON_METRIC(file, path, unit, scale, kind, zero_is_missing, columns)                    \
    {PERFMON_##file, path, unit, scale, METRIC_##kind, zero_is_missing, columns},
#include "input/nodes/perfmon_metrics.def"
#undef PERFMON_METRIC
};
enum { METRIC_COUNT = sizeof metrics / sizeof metrics[0] };

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* A "#" at the end of the pattern is one or more digits. */
static bool path_matches(const char *pattern, const char *path)
{
    const char *number = strchr(pattern, '#');
    if (!number)
        return strcmp(pattern, path) == 0;
    size_t fixed = (size_t)(number - pattern);
    if (strncmp(pattern, path, fixed) != 0 || !path[fixed])
        return false;
    return path[fixed + strspn(path + fixed, "0123456789")] == '\0';
}

bool perfmon_is_gpu_name(const char *name)
{
    return natural_host_of_card(name) != NULL;
}

bool perfmon_is_gpu_path(const char *path)
{
    for (size_t i = 0; i < METRIC_COUNT; i++)
        if (metrics[i].file == PERFMON_GPU && path_matches(metrics[i].path, path))
            return true;
    return false;
}

/* Derived perf metrics: floating-point operations in MFLOP/s, cache traffic in MB/s; the name or
 * the group tells which. Others (such as instructions a cycle) are ratios. */
static struct perfmon_metric derived_metric(const char *path)
{
    struct perfmon_metric metric = {PERFMON_PERF, path, "", 1, METRIC_LEVEL, false, ""};
    if (strcasestr(path, "flop")) {
        metric.unit = "F/s";
    } else if (strcasestr(path, "bandwidth") || strcasestr(path, "_bw") ||
               strcasestr(path, "MB/s") || strcasestr(path, "mbytes") || strcasestr(path, "mb_s")) {
        metric.unit = "B/s";
    } else {
        return metric;
    }
    metric.scale = 1e6;
    metric.kind = METRIC_RATE;
    return metric;
}

static bool is_derived(const char *path)
{
    const char *dot = strrchr(path, '.');
    return starts_with(dot ? dot + 1 : path, "derv");
}

struct perfmon_metric perfmon_metric_of(const char *path, bool gpu)
{
    for (size_t i = 0; i < METRIC_COUNT; i++)
        if ((metrics[i].file == PERFMON_GPU) == gpu && path_matches(metrics[i].path, path))
            return metrics[i];
    if (is_derived(path))
        return derived_metric(path);
    return (struct perfmon_metric){
        gpu ? PERFMON_GPU : PERFMON_CPU, path, "", 1, METRIC_LEVEL, false, ""};
}

/* ---- exported tables ---- */

enum { WORDS_MOST = 12, WORD_SIZE = 24 };

/* The words of a name, each said in one way, in alphabetical order. */
struct words {
    char items[WORDS_MOST][WORD_SIZE];
    size_t count;
};

static const char *same_word(const char *word)
{
    static const char *const same[][2] = {
        {"received", "recv"}, {"receive", "recv"},     {"rcv", "recv"},
        {"sent", "send"},     {"transmitted", "send"}, {"transmit", "send"},
        {"xmit", "send"},     {"utilization", "util"}, {"utilisation", "util"},
        {"written", "write"}, {"number", "num"},       {"system", "sys"},
        {"infiniband", "ib"}, {"frequency", "clock"},  {"writes", "write"},
        {"reads", "read"},
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if (strcmp(word, same[i][0]) == 0)
            return same[i][1];
    return word;
}

static bool is_filler(const char *word)
{
    return strcmp(word, "of") == 0 || strcmp(word, "the") == 0;
}

static int compare_words(const void *left, const void *right)
{
    return strcmp(left, right);
}

/* False when there are too many or too long words to be a known name. */
static bool split_words(const char *text, size_t size, struct words *words)
{
    *words = (struct words){.count = 0};
    for (size_t i = 0; i < size;) {
        char word[WORD_SIZE];
        size_t used = 0;
        for (; i < size && (isalnum((unsigned char)text[i]) || text[i] == '#'); i++) {
            if (used + 1 == WORD_SIZE)
                return false;
            word[used++] = (char)tolower((unsigned char)text[i]);
        }
        word[used] = '\0';
        i += used == 0;
        if (used == 0 || is_filler(word))
            continue;
        if (words->count == WORDS_MOST)
            return false;
        strcpy(words->items[words->count++], same_word(word));
    }
    qsort(words->items, words->count, WORD_SIZE, compare_words);
    return words->count > 0;
}

static bool same_words(const struct words *left, const struct words *right)
{
    if (left->count != right->count)
        return false;
    for (size_t i = 0; i < left->count; i++)
        if (strcmp(left->items[i], right->items[i]) != 0)
            return false;
    return true;
}

/* Replaces a word that is all digits with "#"; returns the digits, or "". */
static const char *take_number(struct arena *arena, struct words *words)
{
    for (size_t i = 0; i < words->count; i++) {
        char *word = words->items[i];
        if (word[strspn(word, "0123456789")])
            continue;
        const char *digits = arena_text(arena, word);
        strcpy(word, "#");
        qsort(words->items, words->count, WORD_SIZE, compare_words);
        return digits;
    }
    return "";
}

static const char *fill_number(struct arena *arena, const char *path, const char *number)
{
    const char *place = strchr(path, '#');
    return place ? arena_format(arena, "%.*s%s", (int)(place - path), path, number) : path;
}

/* "NAME [UNIT]" or "NAME (UNIT)" at the end of a column's name. */
static const char *split_unit(struct arena *arena, const char *column, size_t *name_size)
{
    *name_size = strlen(column);
    const char *open = strrchr(column, '['), *close = open ? strchr(open, ']') : NULL;
    if (!close || close[1])
        return NULL;
    const char *unit = arena_text_of_size(arena, open + 1, (size_t)(close - open - 1));
    *name_size = (size_t)(open - column);
    while (*name_size && column[*name_size - 1] == ' ')
        --*name_size;
    return unit;
}

static struct perfmon_metric unlisted_column(struct arena *arena, const char *name,
                                             const char *unit)
{
    if (is_derived(name))
        return derived_metric(name);
    struct perfmon_metric metric = {PERFMON_CPU, name, "", 1, METRIC_LEVEL, false, ""};
    if (!unit)
        return metric;
    struct unit base = unit_parse(arena, unit);
    metric.unit = base.name;
    metric.scale = base.scale;
    if (strcmp(base.name, "J") == 0)
        metric.kind = METRIC_ENERGY;
    else if (unit_is_rate(base.name))
        metric.kind = METRIC_RATE;
    return metric;
}

/* One way to say a metric. */
struct perfmon_phrase {
    struct words words;
    const struct perfmon_metric *metric;
};

void perfmon_dictionary_init(struct perfmon_dictionary *dictionary)
{
    *dictionary = (struct perfmon_dictionary){0};
    for (size_t i = 0; i < METRIC_COUNT; i++)
        for (const char *way = metrics[i].columns; *way;) {
            size_t size = strcspn(way, "|");
            memory_reserve(&dictionary->phrases, &dictionary->capacity, dictionary->count + 1,
                           sizeof *dictionary->phrases);
            struct perfmon_phrase *phrase = &dictionary->phrases[dictionary->count];
            phrase->metric = &metrics[i];
            dictionary->count += split_words(way, size, &phrase->words);
            way += size + (way[size] == '|');
        }
}

void perfmon_dictionary_release(struct perfmon_dictionary *dictionary)
{
    free(dictionary->phrases);
}

struct perfmon_metric perfmon_dictionary_look_up(const struct perfmon_dictionary *dictionary,
                                                 struct arena *arena, const char *column)
{
    size_t size;
    const char *unit = split_unit(arena, column, &size);
    struct words words;
    if (split_words(column, size, &words)) {
        const char *number = take_number(arena, &words);
        for (size_t i = 0; i < dictionary->count; i++)
            if (same_words(&dictionary->phrases[i].words, &words)) {
                struct perfmon_metric metric = *dictionary->phrases[i].metric;
                metric.path = fill_number(arena, metric.path, number);
                return metric;
            }
    }
    return unlisted_column(arena, arena_text_of_size(arena, column, size), unit);
}

/* ---- in the dataset ---- */

/* "rapl_powercap.package" for "rapl_powercap.package-0": sockets are added. */
static const char *whole_of(struct arena *arena, const char *path)
{
    const char *dash = strrchr(path, '-');
    return arena_text_of_size(arena, path, (size_t)(dash - path));
}

/* Names of derived values are made up by those who wrote the formulas ("derv_L2D load bandwidth
 * [MB/s]"): the group says what it is, what else the name says follows. */
static const char *derived_label(struct arena *arena, const char *path)
{
    static const char *const groups[][2] = {{"FLOPS_SP", "Single-precision rate"},
                                            {"FLOPS_DP", "Double-precision rate"},
                                            {"L2", "L2 cache bandwidth"},
                                            {"L3", "L3 cache bandwidth"}};
    static const char *const known[] = {"sp",   "dp",    "l2",     "l3",     "bandwidth",
                                        "bw",   "flops", "flop",   "mflops", "mflop",
                                        "rate", "cache", "single", "double", "precision"};
    size_t group = strcspn(path, "."), which = 0;
    const char *label = NULL;
    while (which < sizeof groups / sizeof groups[0] && !label) {
        if (strlen(groups[which][0]) == group && strncmp(groups[which][0], path, group) == 0)
            label = groups[which][1];
        which++;
    }
    const char *rest = label ? path + group + strlen(".derv") : "";
    const char *more = NULL;
    for (rest += strspn(rest, "_- "); *rest && *rest != '['; rest += strspn(rest, "_- ")) {
        size_t size = strcspn(rest, "_- ["), i = 0;
        while (i < sizeof known / sizeof known[0] &&
               (strlen(known[i]) != size || strncasecmp(known[i], rest, size) != 0))
            i++;
        if (i == sizeof known / sizeof known[0])
            more =
                arena_format(arena, "%s%s%.*s", more ? more : "", more ? " " : "", (int)size, rest);
        rest += size;
    }
    return label && more ? arena_format(arena, "%s: %s", label, more) : label;
}

uint32_t perfmon_add_metric(struct dataset *dataset, const char *path,
                            const struct perfmon_metric *meaning)
{
    bool gpu = meaning->file == PERFMON_GPU;
    const char *name = gpu ? arena_format(&dataset->arena, "gpu.%s", path) : path;
    uint32_t number = dataset_metric(dataset, name);
    struct metric *metric = &dataset->metrics[number];
    metric->unit = arena_text(&dataset->arena, meaning->unit);
    metric->kind = meaning->kind;
    metric->combine = meaning->kind == METRIC_LEVEL ? COMBINE_MEAN : COMBINE_TOTAL;
    metric->scope = gpu ? "gpu" : "node";
    if (is_derived(path) && meaning->kind == METRIC_RATE)
        metric->label = derived_label(&dataset->arena, path);
    if (starts_with(path, "rapl_powercap.") && strrchr(path, '-'))
        metric->part_of = whole_of(&dataset->arena, path);
    return number;
}

void perfmon_convert(const struct perfmon_metric *metric, double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double value = values[i] * metric->scale;
        bool missing = !isfinite(value) || (metric->zero_is_missing && values[i] == 0);
        values[i] = missing ? NUMBER_MISSING : value;
    }
}
