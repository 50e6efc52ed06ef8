#include "recorded_job.h"

#include <math.h>
#include <string.h>

#include "analysis/tasks/task_times.h"
#include "util/texts.h"

/* A text that all records of a job share. */
struct shared_text {
    uint32_t number; /* 0: none has one */
    bool differs;
};

static void share(struct shared_text *shared, uint32_t number)
{
    shared->differs |= number && shared->number && shared->number != number;
    if (number && !shared->number)
        shared->number = number;
}

static const char *shared_text(const struct records *records, struct shared_text shared)
{
    return shared.number && !shared.differs ? records_text(records, shared.number) : NULL;
}

/* "123" of "123_7", "123_[8-9]", "123+1" and "123@CLUSTER". */
static size_t base_size(const char *id)
{
    return strcspn(id, "_+@");
}

static bool is_of(const char *id, const char *job)
{
    return strcmp(id, job) == 0 ||
           (base_size(id) == strlen(job) && strncmp(id, job, strlen(job)) == 0);
}

/* The same number on another cluster is another job. */
static bool are_of_one(const char *id, const char *other)
{
    size_t size = base_size(id);
    return size == base_size(other) && strncmp(id, other, size) == 0 &&
           texts_equal(strchr(id, '@'), strchr(other, '@'));
}

/* Attributes that all records of a job may share. */
enum { USER, PROJECT, PARTITION, CLUSTER, ATTRIBUTES };
static const char *const attributes[ATTRIBUTES] = {"user", "account", "partition", "cluster"};

struct search {
    const struct records *records;
    int columns[ATTRIBUTES];
    const char *first;      /* the id of the first job */
    const char *wanted;     /* NULL: all */
    bool has_one, is_there; /* all are of the first's job; the wanted one is among them */
    struct shared_text id, name, shared[ATTRIBUTES]; /* of `wanted` */
    struct time_range times;
};

typedef void search_row(struct search *search, const struct records_block *block, size_t row);

static void each_job(struct search *search, search_row *look)
{
    for (size_t i = 0; i < search->records->block_count; i++) {
        const struct records_block *block = &search->records->blocks[i];
        for (size_t row = 0; records_have_queue(search->records, block) && row < block->rows; row++)
            look(search, block, row);
    }
}

static const char *id_of(const struct search *search, const struct records_block *block, size_t row)
{
    return records_text(search->records, records_text_at(block, RECORD_ID_COLUMN, row));
}

static void compare_id(struct search *search, const struct records_block *block, size_t row)
{
    const char *id = id_of(search, block, row);
    if (!id)
        return;
    if (!search->first)
        search->first = id;
    search->has_one = search->has_one && are_of_one(id, search->first);
    search->is_there = search->is_there || (search->wanted && is_of(id, search->wanted));
}

static void share_row(struct search *search, const struct records_block *block, size_t row)
{
    const char *id = id_of(search, block, row);
    if (search->wanted && (!id || !is_of(id, search->wanted)))
        return;
    share(&search->id, records_text_at(block, RECORD_ID_COLUMN, row));
    share(&search->name, records_text_at(block, RECORD_TASK_COLUMN, row));
    for (int i = 0; i < ATTRIBUTES; i++)
        if (search->columns[i] != RECORDS_NO_COLUMN)
            share(&search->shared[i], records_text_at(block, search->columns[i], row));
}

/* Sources without names of jobs give their tasks one that says so, or the id of their array. */
static const char *name_of(const struct search *search, const char *job_id)
{
    const char *name = shared_text(search->records, search->name);
    return name && strcmp(name, RECORD_NO_NAME) != 0 && !is_of(job_id, name) ? name : NULL;
}

static void take_facts(const struct search *search, struct facts *facts, struct arena *arena)
{
    const char *id = shared_text(search->records, search->id);
    facts->job_id = id ? id : arena_text_of_size(arena, search->first, base_size(search->first));
    facts->job_name = name_of(search, facts->job_id);
    facts->project = shared_text(search->records, search->shared[PROJECT]);
    facts->partition = shared_text(search->records, search->shared[PARTITION]);
    facts->cluster = shared_text(search->records, search->shared[CLUSTER]);
}

struct recorded_job recorded_job_find(const struct records *records, const char *wanted,
                                      struct arena *arena)
{
    struct recorded_job job = {.is_recorded = false};
    struct search search = {.records = records, .wanted = wanted, .has_one = true};
    facts_init(&job.facts);
    if (records)
        each_job(&search, compare_id);
    if (!search.first)
        return job;
    for (int i = 0; i < ATTRIBUTES; i++)
        search.columns[i] = records_find_attribute(records, attributes[i], RECORD_TEXT);
    job.is_recorded = true;
    job.is_wanted = search.is_there;
    search.wanted = search.is_there ? wanted : NULL;
    each_job(&search, share_row);
    job.has_users = search.shared[USER].number != 0;
    job.facts.user = shared_text(records, search.shared[USER]);
    if (search.has_one || search.is_there)
        take_facts(&search, &job.facts, arena);
    if (search.is_there)
        job.facts.job_id = wanted;
    return job;
}

static void widen_times(struct search *search, const struct records_block *block, size_t row)
{
    const char *id = id_of(search, block, row);
    if (!id || !is_of(id, search->wanted))
        return;
    struct task_time_columns columns = task_time_columns_of(block);
    if (!task_time_columns_say_when(&columns))
        return;
    struct task_times at = task_times_at(&columns, row);
    search->times.first = fmin(search->times.first, at.start);
    search->times.last = fmax(search->times.last, at.end);
}

struct time_range recorded_job_times(const struct records *records, const char *job_id)
{
    struct search search = {.records = records, .wanted = job_id, .times = {INFINITY, -INFINITY}};
    each_job(&search, widen_times);
    return search.times;
}
