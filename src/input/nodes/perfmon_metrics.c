#include "input/nodes/perfmon_metrics.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "input/text/gpu_words.h"
#include "input/text/unit.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"
#include "util/text_slice.h"

/* In the units of the source: `scale` is what the toolkit's values have to be corrected by. */
static const struct perfmon_metric metrics[] = {
#define PERFMON_METRIC(file, path, unit, correction, kind, zero_is_missing, columns)               \
    {PERFMON_##file, path, unit, correction, METRIC_##kind, zero_is_missing, columns},
#include "input/nodes/perfmon_metrics.def"
#undef PERFMON_METRIC
};
enum { METRIC_COUNT = sizeof metrics / sizeof metrics[0] };

static const struct perfmon_metric site_metrics[] = {
#define PERFMON_METRIC(file, path, unit, correction, kind, zero_is_missing, columns)               \
    {PERFMON_##file, path, unit, correction, METRIC_##kind, zero_is_missing, columns},
#include "input/nodes/site_metrics.def"
#undef PERFMON_METRIC
};
enum { SITE_METRIC_COUNT = sizeof site_metrics / sizeof site_metrics[0] };

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
    return natural_host_of_gpu(name) != NULL;
}

bool perfmon_is_gpu_path(const char *path)
{
    for (size_t i = 0; i < METRIC_COUNT; i++)
        if (metrics[i].file == PERFMON_GPU && path_matches(metrics[i].path, path))
            return true;
    return false;
}

/* A listed metric with its values in a unit of the same dimension. */
static struct perfmon_metric in_unit(const struct perfmon_metric *listed, struct unit unit)
{
    struct perfmon_metric metric = *listed;
    metric.unit = unit.name;
    metric.scale *= unit.scale;
    return metric;
}

static struct unit listed_unit(const struct perfmon_metric *listed)
{
    return unit_parse(NULL, listed->unit);
}

/* The kind of a metric of which only the unit is known. */
static enum metric_kind kind_of_unit(const char *unit)
{
    if (strcmp(unit, "J") == 0)
        return METRIC_ENERGY;
    return unit_is_rate(unit) ? METRIC_RATE : METRIC_LEVEL;
}

/* Derived perf metrics: floating-point operations in MFLOP/s, cache traffic in MB/s, unless the
 * name ends with another unit; the name or the group says which. Others (such as instructions per
 * cycle) are ratios. */
static struct perfmon_metric derived_metric(const char *path, const struct unit *unit)
{
    struct perfmon_metric metric = {PERFMON_PERF, path, "", 1, METRIC_LEVEL, false, ""};
    if (unit) {
        metric.unit = unit->name;
        metric.scale = unit->scale;
    } else if (strcasestr(path, "flop")) {
        metric.unit = "F/s";
        metric.scale = 1e6;
    } else if (strcasestr(path, "bandwidth") || strcasestr(path, "_bw") ||
               strcasestr(path, "mbytes") || strcasestr(path, "mb_s")) {
        metric.unit = "B/s";
        metric.scale = 1e6;
    }
    metric.kind = kind_of_unit(metric.unit);
    return metric;
}

static bool is_derived(const char *path)
{
    const char *dot = strrchr(path, '.');
    return starts_with(dot ? dot + 1 : path, "derv");
}

/* ---- units in names ---- */

/* Where the bracket that closes at the end of the name opens; NULL when there is none. */
static const char *find_open(const char *name, char open, char close)
{
    size_t size = strlen(name);
    if (size == 0 || name[size - 1] != close)
        return NULL;
    const char *last = name;
    for (const char *at = strchr(name, open); at; at = strchr(at + 1, open))
        last = at;
    return *last == open ? last : NULL;
}

/* Without blanks behind it. */
static size_t size_of_words(const char *text, size_t size)
{
    while (size && text[size - 1] == ' ')
        size--;
    return size;
}

/* "NAME [UNIT]", or "NAME (UNIT)" where that is a known one: "(system)" belongs to the name, as
 * does the "(s)" of "process(s)". Returns the size of NAME; *has_unit says whether there is one. */
static size_t split_unit(struct arena *arena, const char *name, struct unit *unit, bool *has_unit)
{
    const char *square = find_open(name, '[', ']');
    const char *open = square ? square : find_open(name, '(', ')');
    *has_unit = false;
    if (!open)
        return strlen(name);
    const char *first = open + 1 + strspn(open + 1, " ");
    size_t size = size_of_words(first, strlen(first) - 1);
    *unit = unit_parse(arena, arena_text_of_size(arena, first, size));
    bool is_plural = size == 1 && open > name && open[-1] != ' ';
    *has_unit = size && (square || (unit->known && !is_plural));
    return *has_unit || square ? size_of_words(name, (size_t)(open - name)) : strlen(name);
}

struct perfmon_metric perfmon_metric_of(struct arena *arena, const char *path, bool gpu)
{
    for (size_t i = 0; i < METRIC_COUNT; i++)
        if ((metrics[i].file == PERFMON_GPU) == gpu && path_matches(metrics[i].path, path))
            return in_unit(&metrics[i], listed_unit(&metrics[i]));
    struct unit unit;
    bool has_unit;
    split_unit(arena, path, &unit, &has_unit);
    if (is_derived(path))
        return derived_metric(path, has_unit && unit.known ? &unit : NULL);
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
        {"received", "recv"},    {"receive", "recv"},  {"rcv", "recv"},   {"sent", "send"},
        {"transmitted", "send"}, {"transmit", "send"}, {"xmit", "send"},  {"utilization", "util"},
        {"utilisation", "util"}, {"rx", "recv"},       {"tx", "send"},    {"mem", "memory"},
        {"written", "write"},    {"number", "num"},    {"system", "sys"}, {"infiniband", "ib"},
        {"frequency", "clock"},  {"writes", "write"},  {"reads", "read"},
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

/* Words for "how many", where a metric has no other unit. */
static bool is_count_word(const char *unit)
{
    static const char *const words[] = {"#",     "count",  "counts",     "number",    "events",
                                        "files", "errors", "operations", "ops",       "requests",
                                        "calls", "procs",  "processes",  "threads",   "pages",
                                        "reads", "writes", "switches",   "migrations"};
    return WORD_IS_AMONG(unit, words);
}

/* Gives the listed metric the unit that a column names. A counter whose column says "per second" is
 * the rate already. False when the unit is of another dimension. */
static bool fit_unit(const struct perfmon_metric *listed, const struct unit *unit,
                     struct arena *arena, struct perfmon_metric *metric)
{
    struct unit own = listed_unit(listed);
    bool is_count = !*own.name || strcmp(own.name, "packets") == 0;
    const char *rate = listed->kind == METRIC_ENERGY ? "W" : arena_format(arena, "%s/s", own.name);
    *metric = *listed;
    metric->unit = own.name;
    if (unit->known && strcmp(unit->name, own.name) == 0) {
        metric->scale *= unit->scale;
    } else if (metric_kind_counts(listed->kind) && strcmp(unit->name, rate) == 0) {
        metric->unit = rate;
        metric->kind = METRIC_RATE;
        metric->zero_is_missing = false;
        metric->scale *= unit->scale;
    } else if (!is_count || !is_count_word(unit->name)) {
        return false;
    }
    return true;
}

static struct perfmon_metric unlisted_column(const char *name, const struct unit *unit)
{
    if (is_derived(name))
        return derived_metric(name, unit && unit->known ? unit : NULL);
    struct perfmon_metric metric = {PERFMON_CPU, name, "", 1, METRIC_LEVEL, false, ""};
    if (unit) {
        metric.unit = unit->name;
        metric.scale = unit->scale;
        metric.kind = kind_of_unit(unit->name);
    }
    return metric;
}

/* One way to say a metric. */
struct perfmon_phrase {
    struct words words;
    const struct perfmon_metric *metric;
};

static void add_phrases(struct perfmon_dictionary *dictionary, const struct perfmon_metric *metric)
{
    for (const char *way = metric->columns; *way;) {
        size_t size = strcspn(way, "|");
        memory_reserve(&dictionary->phrases, &dictionary->capacity, dictionary->count + 1,
                       sizeof *dictionary->phrases);
        struct perfmon_phrase *phrase = &dictionary->phrases[dictionary->count];
        phrase->metric = metric;
        dictionary->count += split_words(way, size, &phrase->words);
        way += size + (way[size] == '|');
    }
}

void perfmon_dictionary_init(struct perfmon_dictionary *dictionary, bool of_toolkit)
{
    *dictionary = (struct perfmon_dictionary){0};
    for (size_t i = 0; i < SITE_METRIC_COUNT && !of_toolkit; i++)
        add_phrases(dictionary, &site_metrics[i]);
    dictionary->of_sites = dictionary->count;
    for (size_t i = 0; i < METRIC_COUNT; i++)
        add_phrases(dictionary, &metrics[i]);
}

void perfmon_dictionary_release(struct perfmon_dictionary *dictionary)
{
    free(dictionary->phrases);
}

/* Of the metrics that the words mean, and of those whose path the name is where there are any, the
 * first whose dimension the unit has (NULL: none is named). A path of several keys is the toolkit's
 * own in any table. */
static bool find_listed(const struct perfmon_dictionary *dictionary, bool may_be_gpus,
                        const struct words *words, const char *path, const struct unit *unit,
                        struct arena *arena, struct perfmon_meaning *column)
{
    const char *misfit = NULL;
    size_t first = path && strchr(path, '.') ? dictionary->of_sites : 0;
    for (size_t i = first; i < dictionary->count; i++) {
        const struct perfmon_metric *listed = dictionary->phrases[i].metric;
        if (listed->file == PERFMON_GPU && !may_be_gpus)
            continue;
        if (path ? strcasecmp(listed->path, path) != 0
                 : !same_words(&dictionary->phrases[i].words, words))
            continue;
        if (!unit)
            column->metric = in_unit(listed, listed_unit(listed));
        if (!unit || fit_unit(listed, unit, arena, &column->metric))
            return true;
        misfit = misfit ? misfit : listed->path;
    }
    column->misfit = misfit;
    return false;
}

struct perfmon_meaning perfmon_dictionary_look_up(const struct perfmon_dictionary *dictionary,
                                                  struct arena *arena, const char *name)
{
    struct perfmon_meaning column = {0};
    struct unit unit = {0};
    size_t size = split_unit(arena, name, &unit, &column.has_unit);
    struct words words;
    const char *number = "";
    if (split_words(name, size, &words)) {
        const struct unit *its = column.has_unit ? &unit : NULL;
        const char *path = arena_text_of_size(arena, name, size);
        bool may_be_gpus = !dictionary->needs_gpu || gpu_names_say(path);
        column.is_listed =
            find_listed(dictionary, may_be_gpus, &words, path, its, arena, &column) ||
            find_listed(dictionary, may_be_gpus, &words, NULL, its, arena, &column);
        number = take_number(arena, &words); /* "load 1" is listed as it is, "rapl package 0" not */
        if (!column.is_listed && *number)
            column.is_listed =
                find_listed(dictionary, may_be_gpus, &words, NULL, its, arena, &column);
    }
    if (column.misfit)
        column.misfit = fill_number(arena, column.misfit, number);
    if (column.is_listed)
        column.metric.path = fill_number(arena, column.metric.path, number);
    else
        column.metric =
            unlisted_column(arena_text_of_size(arena, name, size), column.has_unit ? &unit : NULL);
    return column;
}

/* ---- in the dataset ---- */

/* "rapl_powercap.package" for "rapl_powercap.package-0": sockets are added. */
static const char *whole_of(struct arena *arena, const char *path)
{
    const char *dash = strrchr(path, '-');
    return arena_text_of_size(arena, path, (size_t)(dash - path));
}

static const char *label_of_group(struct text_slice group)
{
    static const char *const groups[][2] = {{"FLOPS_SP", "Single-precision rate"},
                                            {"FLOPS_DP", "Double-precision rate"},
                                            {"L2", "L2 cache bandwidth"},
                                            {"L3", "L3 cache bandwidth"}};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (text_slice_is(group, groups[i][0]))
            return groups[i][1];
    return NULL;
}

/* Names of derived values are made up by those who wrote the formulas ("derv_L2D load bandwidth
 * [MB/s]"): the group says what it is, what else the name says follows. */
static const char *derived_label(struct arena *arena, const char *path)
{
    static const char *const known[] = {"sp",   "dp",    "l2",     "l3",     "bandwidth",
                                        "bw",   "flops", "flop",   "mflops", "mflop",
                                        "rate", "cache", "single", "double", "precision"};
    size_t group = strcspn(path, ".");
    const char *label = label_of_group((struct text_slice){path, group}), *more = NULL;
    const char *rest = label ? path + group + strlen(".derv") : "";
    for (rest += strspn(rest, "_- "); *rest && *rest != '['; rest += strspn(rest, "_- ")) {
        struct text_slice word = {rest, strcspn(rest, "_- [")};
        if (!SLICE_IS_AMONG(word, known))
            more = arena_format(arena, "%s%s%.*s", more ? more : "", more ? " " : "",
                                (int)word.size, word.text);
        rest += word.size;
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
