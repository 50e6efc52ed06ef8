#include "analysis/tasks/outlier_columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/hypergeometric_tail.h"
#include "analysis/statistics/rank_sum_chance.h"
#include "analysis/statistics/statistic.h"
#include "analysis/tasks/task_measures.h"
#include "util/memory.h"
#include "util/number.h"

static const double NOTABLE_RATIO = 1.25, LEAST_SHARE = 0.2, NOTABLE_LIFT = 2;
enum {
    LEAST_OUTLIERS = 3,
    COMPARED = 3, /* of a value: all outliers, those above, those below */
};

/* A cell as a key of values: the bits of a number, the number of a text; 0: none. */
static uint64_t key_of(const struct outlier_record *record, int column, enum record_type type)
{
    uint64_t key = 0;
    if (type == RECORD_TEXT) {
        const uint32_t *texts = records_texts(record->block, column);
        return texts ? texts[record->row] : 0;
    }
    const double *numbers = records_numbers(record->block, column);
    if (!numbers || isnan(numbers[record->row]))
        return 0;
    double number = numbers[record->row] + 0.0;
    memcpy(&key, &number, sizeof key);
    return key + 1;
}

static double number_of(const struct outlier_record *record, int column)
{
    return records_number_at(record->block, column, record->row);
}

const char *outlier_text(const struct records *records, const struct outlier_record *record,
                         int column, struct arena *arena)
{
    char text[NUMBER_TEXT_SIZE];
    if (!key_of(record, column, records->columns[column].type))
        return NULL;
    if (records->columns[column].type == RECORD_TEXT)
        return arena_text(arena,
                          records_text(records, records_texts(record->block, column)[record->row]));
    number_format(number_of(record, column), text);
    return arena_text(arena, text);
}

/* The memory by which tasks are outliers, other measures of it, and what was requested and allotted
 * for it: that these differ explains nothing. */
static bool is_of_memory(const struct records *records, int column)
{
    static const int columns[] = {RECORD_MEMORY_COLUMN, RECORD_NODE_MEMORY_COLUMN,
                                  RECORD_REQUESTED_MEMORY_COLUMN, RECORD_REQUESTED_PER_CPU_COLUMN,
                                  RECORD_MEMORY_RAN_OUT_COLUMN};
    static const char *const attributes[] = {
        RECORD_PROCESS_PEAK, "virtual_memory", "vmem", "peak_vmem", "%mem", "allocated_memory"};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        if (column == columns[i])
            return true;
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++)
        if (column >= RECORD_FIXED_COLUMNS &&
            strcmp(records->columns[column].name, attributes[i]) == 0)
            return true;
    return false;
}

/* No attribute that tasks share. */
static bool is_moment(const struct records *records, int column)
{
    return column == RECORD_SUBMIT_COLUMN || column == RECORD_START_COLUMN ||
           column == RECORD_END_COLUMN ||
           (column >= RECORD_FIXED_COLUMNS &&
            strcmp(records->columns[column].name, "eligible") == 0);
}

bool outlier_column_counts(const struct records *records, int column)
{
    if (records->columns[column].type == RECORD_ENDING || is_of_memory(records, column))
        return false;
    return !is_moment(records, column) && column != RECORD_TASK_COLUMN &&
           column != RECORD_ID_COLUMN && column != RECORD_ATTEMPT_COLUMN &&
           column != RECORD_JOB_STEPS_COLUMN && column != RECORD_SYSTEM_CPU_COLUMN &&
           column != RECORD_SCRIPT_COLUMN && records_has(records, column);
}

bool outlier_column_varies(const struct outlier_kind *kind, int column, enum record_type type)
{
    for (size_t i = 1; i < kind->listed_count; i++)
        if (key_of(&kind->listed[i], column, type) != key_of(&kind->listed[0], column, type))
            return true;
    return false;
}

/* ---- what is measured ---- */

/* Of the outliers below the limits (side −1) or above (1), or of all records (0). */
static size_t numbers_on(int side, const struct outlier_kind *kind,
                         const struct outlier_record *records, size_t count, int column,
                         double *numbers)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        double number = number_of(&records[i], column);
        int own = records[i].value < kind->low ? -1 : 1;
        if (!isnan(number) && (!side || side == own))
            numbers[used++] = number;
    }
    return used;
}

/* Of the tasks that are no outliers. */
struct middle {
    double q1, median, q3;
};

static struct middle middle_of(double *others, size_t count)
{
    static const double quarters[] = {0.25, 0.5, 0.75};
    double found[3];
    statistic_quantiles(others, count, quarters, 3, found);
    return (struct middle){found[0], found[1], found[2]};
}

static bool is_notable(double median, struct middle middle)
{
    if (isnan(median) || isnan(middle.median) || (median >= middle.q1 && median <= middle.q3))
        return false;
    double larger = fmax(fabs(median), fabs(middle.median));
    double smaller = fmin(fabs(median), fabs(middle.median));
    return larger > NOTABLE_RATIO * smaller;
}

static bool vary(const double *numbers, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (numbers[i] != numbers[0])
            return true;
    return false;
}

/* Returns the median of the outliers on that side. */
static double contrast_side(const struct outlier_kind *kind, int column, int side,
                            struct outlier_contrast *contrast)
{
    double *numbers =
        memory_alloc_array(kind->listed_count + kind->other_count + 1, sizeof *numbers);
    size_t own = numbers_on(side, kind, kind->listed, kind->listed_count, column, numbers);
    size_t others = numbers_on(0, kind, kind->others, kind->other_count, column, numbers + own);
    double median = statistic_median(numbers, own);
    struct middle middle = middle_of(numbers + own, others);
    contrast->middle_median = middle.median;
    contrast->comparisons += own && others && vary(numbers, own + others);
    if (is_notable(median, middle))
        contrast->chance = fmin(contrast->chance, rank_sum_chance(numbers, own + others, own));
    free(numbers);
    return median;
}

static bool contrast_medians(const struct outlier_kind *kind, int column,
                             struct outlier_contrast *contrast)
{
    contrast->low_median = contrast_side(kind, column, -1, contrast);
    contrast->high_median = contrast_side(kind, column, 1, contrast);
    return contrast->chance < 1;
}

/* ---- what names or numbers something ---- */

struct labelled {
    uint64_t key;
    const struct outlier_record *record;
    bool is_outlier, is_above;
};

static int compare_labelled(const void *left, const void *right)
{
    const struct labelled *l = left, *r = right;
    if (l->key != r->key)
        return l->key < r->key ? -1 : 1;
    return r->is_outlier - l->is_outlier;
}

static size_t label(const struct outlier_kind *kind, const struct outlier_record *records,
                    size_t count, int column, enum record_type type, struct labelled *labelled)
{
    bool is_outlier = records == kind->listed;
    for (size_t i = 0; i < count; i++)
        labelled[i] = (struct labelled){key_of(&records[i], column, type), &records[i], is_outlier,
                                        is_outlier && records[i].value > kind->high};
    return count;
}

/* The least chance of as many of the outliers, of those above or of those below, when so many of
 * all tasks have the value: what adds memory has its outliers above. */
static double chance_of(const struct labelled *same, size_t same_count, size_t count,
                        const struct outlier_kind *kind)
{
    double all = (double)count, marked = (double)same_count, outliers = 0, above = 0;
    double all_outliers = (double)kind->listed_count, all_above = 0;
    for (size_t i = 0; i < same_count; i++) {
        outliers += same[i].is_outlier;
        above += same[i].is_above;
    }
    for (size_t i = 0; i < kind->listed_count; i++)
        all_above += kind->listed[i].value > kind->high;
    double either = hypergeometric_tail(outliers, all_outliers, marked, all);
    double one = fmin(hypergeometric_tail(above, all_above, marked, all),
                      hypergeometric_tail(outliers - above, all_outliers - all_above, marked, all));
    return fmin(either, one);
}

/* The value whose share among outliers is farthest above that among others; the first one has an
 * outlier, as those come first. Values too rare to be named, and one that all have, are not tried:
 * how many are does not depend on which tasks are outliers. */
static const struct labelled *find_lifted(const struct labelled *labelled, size_t count,
                                          const struct outlier_kind *kind,
                                          struct outlier_contrast *contrast)
{
    const struct labelled *best = NULL;
    double lift = 0;
    for (size_t from = 0, to; from < count; from = to) {
        size_t outliers = 0;
        for (to = from; to < count && labelled[to].key == labelled[from].key; to++)
            outliers += labelled[to].is_outlier;
        double share = (double)outliers / (double)kind->listed_count;
        double others = (double)(to - from - outliers) / fmax((double)kind->other_count, 1);
        if (!labelled[from].key || to - from < LEAST_OUTLIERS || to - from == count)
            continue;
        contrast->comparisons += COMPARED;
        if (outliers < LEAST_OUTLIERS || share - others <= lift)
            continue;
        lift = share - others;
        best = &labelled[from];
        contrast->outliers_share = share;
        contrast->others_share = others;
        contrast->chance = chance_of(best, to - from, count, kind);
    }
    return best;
}

static bool contrast_labels(const struct records *records, const struct outlier_kind *kind,
                            int column, struct arena *arena, struct outlier_contrast *contrast)
{
    enum record_type type = records->columns[column].type;
    struct labelled *labelled =
        memory_alloc_array(kind->listed_count + kind->other_count + 1, sizeof *labelled);
    size_t count = label(kind, kind->listed, kind->listed_count, column, type, labelled);
    count += label(kind, kind->others, kind->other_count, column, type, labelled + count);
    qsort(labelled, count, sizeof *labelled, compare_labelled);
    const struct labelled *best = find_lifted(labelled, count, kind, contrast);
    if (best)
        contrast->value = outlier_text(records, best->record, column, arena);
    free(labelled);
    return best && contrast->outliers_share >= LEAST_SHARE &&
           contrast->outliers_share >= NOTABLE_LIFT * contrast->others_share;
}

bool outlier_contrast_make(const struct records *records, const struct outlier_kind *kind,
                           int column, struct arena *arena, struct outlier_contrast *contrast)
{
    bool is_measured =
        records->columns[column].type == RECORD_NUMBER && column != RECORD_ATTEMPT_COLUMN &&
        column != RECORD_EXIT_CODE_COLUMN &&
        (column < RECORD_FIXED_COLUMNS || task_measure_unit(&records->columns[column]) != NULL);
    *contrast = (struct outlier_contrast){NAN, NAN, NAN, NULL, NAN, NAN, 1, 0};
    return is_measured ? contrast_medians(kind, column, contrast)
                       : contrast_labels(records, kind, column, arena, contrast);
}
