/* Tasks with an identity, by which the same task is known in several inputs: what the records of it
 * in two copies, or in exports that overlap, say alike. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/campaign/reducers.h"
#include "util/hash.h"
#include "util/instant.h"
#include "util/memory.h"

/* Hashes of texts that differ in a byte are far apart then: finalizer of SplitMix64 (Steele, Lea,
 * Flood 2014). */
static uint64_t spread(uint64_t hash)
{
    hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
    return hash ^ hash >> 31;
}

/* With the end of the text, which is not in it. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    return text ? hash_bytes(hash, text, strlen(text) + 1) : hash_bytes(hash, "\xff", 1);
}

static uint64_t *hash_groups(const struct task_groups *groups)
{
    uint64_t *hashes = memory_alloc_array(groups->group_count + 1, sizeof *hashes);
    for (size_t g = 0; g < groups->group_count; g++)
        hashes[g] =
            hash_text(hash_text(HASH_START, groups->groups[g].task), groups->groups[g].step);
    return hashes;
}

static double number_of(const struct grouped_record *at, int column)
{
    return records_number_at(at->block, column, at->row);
}

/* Two tasks hardly ever share it: it has a measure. */
static bool has_measure(const struct grouped_record *at)
{
    return number_of(at, RECORD_CPU_COLUMN) > 0 || number_of(at, RECORD_MEMORY_COLUMN) > 0;
}

/* Of five digits or more. */
static bool is_precise(double seconds)
{
    if (!(seconds > 0))
        return false;
    double step = pow(10, floor(log10(seconds)) - 3);
    return fabs(seconds - round(seconds / step) * step) > 1e-9 * seconds;
}

static double second_of(double moment)
{
    return floor(moment);
}

static uint64_t hash_measures(uint64_t hash, const struct grouped_record *at)
{
    hash = hash_number(hash, number_of(at, RECORD_ELAPSED_COLUMN));
    hash = hash_number(hash, number_of(at, RECORD_CPU_COLUMN));
    return hash_number(hash, number_of(at, RECORD_MEMORY_COLUMN));
}

/* With an id: when it ran or was submitted tells it from others whose sources count from 1 on, too.
 * Where that is not said, ids of jobs are enough, of others exact measures are needed. 0: none. */
static uint64_t identity_by_id(uint64_t hash, const struct grouped_record *at, const char *id)
{
    double start = number_of(at, RECORD_START_COLUMN), submit = number_of(at, RECORD_SUBMIT_COLUMN);
    bool is_job = at->groups->records->sources[at->block->source].has_job_ids;
    hash = hash_text(hash, id);
    if (instant_is_date(start)) {
        hash = hash_number(hash_bytes(hash, "s", 1), start);
        return hash_number(hash, second_of(number_of(at, RECORD_END_COLUMN)));
    }
    if (instant_is_date(submit))
        return hash_number(hash_bytes(hash, "q", 1), submit);
    if (is_job && isnan(start) && isnan(submit))
        return hash_number(hash_bytes(hash, "j", 1), number_of(at, RECORD_ATTEMPT_COLUMN));
    if (has_measure(at) && is_precise(number_of(at, RECORD_ELAPSED_COLUMN)))
        return hash_measures(hash_bytes(hash, "m", 1), at);
    return 0;
}

/* Without one: when it ran, and what was measured of it. */
static uint64_t identity_by_time(uint64_t hash, const struct grouped_record *at)
{
    double start = number_of(at, RECORD_START_COLUMN);
    if (!instant_is_date(start) || !has_measure(at))
        return 0;
    hash = hash_number(hash_bytes(hash, "t", 1), start);
    hash = hash_number(hash, second_of(number_of(at, RECORD_END_COLUMN)));
    return hash_measures(hash, at);
}

void reduce_sample(const struct reduction *reduction, struct part *part)
{
    const struct task_groups *groups = reduction->groups;
    uint64_t *hashes = hash_groups(groups);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        const char *id =
            records_text(groups->records, records_text_at(at.block, RECORD_ID_COLUMN, at.row));
        uint64_t hash = hashes[groups->group_of[at.number]];
        uint64_t identity = id ? identity_by_id(hash, &at, id) : identity_by_time(hash, &at);
        if (identity)
            task_sample_offer(&part->sample, spread(identity));
    }
    task_sample_settle(&part->sample);
    free(hashes);
}
