#include "input/tasks/untimed_copies.h"

#include <stdlib.h>

#include "input/tasks/untimed_records.h"
#include "util/count_text.h"
#include "util/list.h"
#include "util/memory.h"

/* Of the records that both sources have by their ids: so many say the same. */
static const double NEARLY_ALL = 0.9;
enum { FEWEST_DIFFERENT = 10 };

/* Two sources, of which one has the first records that say what others of the other one say. */
struct pair {
    uint32_t source, other; /* other: the earlier one */
    size_t same;            /* of both: records that say the same and did not fail */
    bool is_doubtful;
};

/* Of records that two sources have: how many differ from each other, and which. */
struct variety {
    uint64_t measured[FEWEST_DIFFERENT];
    size_t different;
    bool has_exact;
};

/* Each one's latest source or pair, + 1; 0: none yet. */
struct marks {
    uint32_t *said;  /* of first ones of those that say the same: has one of them */
    uint32_t *done;  /* of keys: has one that did not fail */
    uint32_t *open;  /* of keys: not a source, but the latest entry that had not ended */
    uint32_t *ids;   /* of texts: has the id */
    uint32_t *found; /* of texts: the pair whose later source has it, too */
};

struct search {
    struct records *records;
    struct untimed_records untimed;
    LIST_OF(struct pair) pairs;
    struct marks marks;
    uint8_t *dropped;
    size_t drops;
};

/* ---- pairs of sources ---- */

static void find_pairs_of(struct search *search, uint32_t source, size_t *numbers)
{
    struct untimed_range range = search->untimed.ranges[source];
    for (size_t i = range.from; i < range.to; i++) {
        const struct untimed_record *entry = &search->untimed.items[i];
        uint32_t other = search->untimed.items[entry->first].source;
        if (other == source)
            continue;
        if (numbers[other] && search->pairs.items[numbers[other] - 1].source == source)
            continue;
        *list_add(&search->pairs) = (struct pair){.source = source, .other = other};
        numbers[other] = search->pairs.count;
    }
}

static int compare_pairs(const void *left, const void *right)
{
    const struct pair *l = left, *r = right;
    if (l->other != r->other)
        return l->other < r->other ? -1 : 1;
    return (l->source > r->source) - (l->source < r->source);
}

static void find_pairs(struct search *search)
{
    size_t sources = search->records->source_count;
    size_t *numbers = memory_alloc_array(sources, sizeof *numbers);
    for (size_t i = 0; i < sources; i++)
        find_pairs_of(search, (uint32_t)i, numbers);
    free(numbers);
    if (search->pairs.count)
        qsort(search->pairs.items, search->pairs.count, sizeof *search->pairs.items, compare_pairs);
}

/* ---- whether ids mean the same ---- */

/* Returns how many ids the source has. */
static size_t mark_source(struct search *search, uint32_t source)
{
    struct marks *marks = &search->marks;
    size_t ids = 0;
    struct untimed_range range = search->untimed.ranges[source];
    for (size_t i = range.from; i < range.to; i++) {
        const struct untimed_record *entry = &search->untimed.items[i];
        uint32_t id = untimed_text(&search->untimed, entry, RECORD_ID_COLUMN);
        ids += marks->ids[id] != source + 1;
        marks->ids[id] = marks->said[entry->first] = source + 1;
        if (untimed_is_done(&search->untimed, entry))
            marks->done[entry->key] = source + 1;
        if (untimed_ending(&search->untimed, entry) == ENDING_UNFINISHED)
            marks->open[entry->key] = (uint32_t)(i + 1);
    }
    return ids;
}

static void vary(const struct search *search, struct variety *variety,
                 const struct untimed_record *entry)
{
    uint64_t measured = untimed_measured(&search->untimed, entry);
    variety->has_exact = variety->has_exact || untimed_is_exact(&search->untimed, entry);
    for (size_t i = 0; i < variety->different; i++)
        if (variety->measured[i] == measured)
            return;
    if (variety->different < FEWEST_DIFFERENT && untimed_measures(&search->untimed, entry))
        variety->measured[variety->different++] = measured;
}

/* The other one of the pair is marked. Says that ids mean the same, where it is shown. */
static void judge(struct search *search, size_t number, size_t other_ids)
{
    struct pair *pair = &search->pairs.items[number];
    struct marks *marks = &search->marks;
    struct variety variety = {.different = 0};
    struct untimed_range range = search->untimed.ranges[pair->source];
    size_t shared = 0, common_ids = 0;
    bool has_own = false;
    for (size_t i = range.from; i < range.to; i++) {
        const struct untimed_record *entry = &search->untimed.items[i];
        uint32_t id = untimed_text(&search->untimed, entry, RECORD_ID_COLUMN);
        bool is_common = marks->ids[id] == pair->other + 1;
        has_own = has_own || !is_common;
        common_ids += is_common && marks->found[id] != number + 1;
        marks->found[id] = (uint32_t)(number + 1);
        if (!untimed_is_done(&search->untimed, entry) || marks->done[entry->key] != pair->other + 1)
            continue;
        shared++;
        if (marks->said[entry->first] == pair->other + 1) {
            pair->same++;
            vary(search, &variety, entry);
        }
    }
    bool counts_on = has_own && common_ids < other_ids;
    pair->is_doubtful = variety.different > 0 && (double)pair->same >= NEARLY_ALL * (double)shared;
    if (pair->is_doubtful &&
        (variety.different == FEWEST_DIFFERENT || (counts_on && variety.has_exact)))
        records_join_runs(search->records, pair->source, pair->other);
}

static void judge_all(struct search *search)
{
    size_t ids = 0;
    for (size_t i = 0; i < search->pairs.count; i++) {
        if (i == 0 || search->pairs.items[i - 1].other != search->pairs.items[i].other)
            ids = mark_source(search, search->pairs.items[i].other);
        judge(search, i, ids);
    }
}

/* ---- what is done about them ---- */

static bool drop(struct search *search, const struct untimed_record *dropped)
{
    bool is_new = !search->dropped[dropped->record];
    search->dropped[dropped->record] = 1;
    search->drops += is_new;
    return is_new;
}

/* What had not ended when its source was written, and had in the other one. */
static bool drop_open(struct search *search, const struct pair *pair,
                      const struct untimed_record *entry, uint32_t *source)
{
    uint32_t open = search->marks.open[entry->key];
    *source = pair->source;
    if (untimed_ending(&search->untimed, entry) == ENDING_UNFINISHED)
        return search->marks.done[entry->key] == pair->other + 1 && drop(search, entry);
    *source = pair->other;
    return untimed_is_done(&search->untimed, entry) && open &&
           search->untimed.items[open - 1].source == pair->other &&
           drop(search, &search->untimed.items[open - 1]);
}

static void note_taken(const struct records_source *source, const struct records_source *kept,
                       size_t count, struct diagnostics *diagnostics)
{
    if (count)
        diagnostics_note(diagnostics, (struct place){.input = source->path},
                         count == 1 ? "%s record is also in %s: counted once"
                                    : "%s records are also in %s: counted once",
                         COUNT_TEXT(count), kept->path ? kept->path : "another input");
}

static void take_together(struct search *search, const struct pair *pair,
                          struct diagnostics *diagnostics)
{
    const struct records_source *source = &search->records->sources[pair->source];
    const struct records_source *other = &search->records->sources[pair->other];
    size_t taken = 0, taken_of_other = 0;
    struct untimed_range range = search->untimed.ranges[pair->source];
    for (size_t i = range.from; i < range.to; i++) {
        const struct untimed_record *entry = &search->untimed.items[i];
        const struct untimed_record *first = &search->untimed.items[entry->first];
        uint32_t loser;
        if (first->source == pair->other) {
            records_fill(search->records, first->at, entry->at);
            taken += drop(search, entry);
        } else if (drop_open(search, pair, entry, &loser)) {
            taken += loser == pair->source;
            taken_of_other += loser == pair->other;
        }
    }
    note_taken(source, other, taken, diagnostics);
    note_taken(other, source, taken_of_other, diagnostics);
}

static void note_doubt(const struct search *search, const struct pair *pair,
                       struct diagnostics *diagnostics)
{
    const struct records_source *sources = search->records->sources;
    const char *other = sources[pair->other].path;
    diagnostics_note(
        diagnostics, (struct place){.input = sources[pair->source].path},
        pair->same == 1
            ? "%s record has the id and all values of one in %s: counted twice if it is the same"
            : "%s records have the ids and all values of records in %s: counted twice if they are "
              "the same",
        COUNT_TEXT(pair->same), other ? other : "another input");
}

static void settle(struct search *search, struct diagnostics *diagnostics)
{
    const struct records_source *sources = search->records->sources;
    for (size_t i = 0; i < search->pairs.count; i++) {
        const struct pair *pair = &search->pairs.items[i];
        if (i == 0 || search->pairs.items[i - 1].other != pair->other)
            mark_source(search, pair->other);
        if (sources[pair->source].run == sources[pair->other].run)
            take_together(search, pair, diagnostics);
        else if (pair->is_doubtful)
            note_doubt(search, pair, diagnostics);
    }
    if (search->drops)
        records_drop(search->records, search->dropped);
}

static struct marks make_marks(size_t keys, size_t texts)
{
    struct marks marks;
    marks.said = memory_alloc_array(keys, sizeof *marks.said);
    marks.done = memory_alloc_array(keys, sizeof *marks.done);
    marks.open = memory_alloc_array(keys, sizeof *marks.open);
    marks.ids = memory_alloc_array(texts, sizeof *marks.ids);
    marks.found = memory_alloc_array(texts, sizeof *marks.found);
    return marks;
}

void untimed_copies_drop(struct records *records, struct diagnostics *diagnostics)
{
    struct search search = {.records = records};
    if (!untimed_records_find(&search.untimed, records))
        return;
    find_pairs(&search);
    if (search.pairs.count) {
        search.marks = make_marks(search.untimed.count, records->texts.count + 1);
        search.dropped = memory_alloc_array(records->rows, sizeof *search.dropped);
        judge_all(&search);
        settle(&search, diagnostics);
    }
    untimed_records_release(&search.untimed);
    free(search.pairs.items);
    free(search.marks.said);
    free(search.marks.done);
    free(search.marks.open);
    free(search.marks.ids);
    free(search.marks.found);
    free(search.dropped);
}
