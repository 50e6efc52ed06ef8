/* task_gpus: attempts that held GPUs, for how long, and how much of that they left them idle. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/attempt_gpus.h"
#include "analysis/tasks/group_index.h"
#include "analysis/tasks/holders.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"

struct held {
    size_t attempts;
    double gpu_s, longest_gpu_s;
    uint32_t example; /* the name or id of the attempt of most GPU time; 0: none */
    uint32_t node;    /* of the first attempt; 0: not known, or of several */
    bool is_spread;   /* others ran elsewhere, or it is not known where */
};

struct use {
    struct held held[GPU_USES];
    size_t uncounted;
    double gpus_max, used_gpu_s;
    uint32_t first_user; /* of those that held GPUs */
    bool has_several_users;
    uint32_t idle_user; /* of most idle GPU time; 0: none */
    double idle_user_gpu_s;
};

struct attempt {
    struct attempt_gpus gpus;
    uint32_t name, node, user;
};

/* Idle GPU time of each user, of each kind and of all. */
struct idle_users {
    struct holder_columns columns;
    bool is_named;
    struct group_index index; /* of kind × user */
    LIST_OF(double) gpu_s;
};

static void add_held(struct held *held, const struct attempt *attempt)
{
    if (!held->attempts)
        held->node = attempt->node;
    held->is_spread |= !attempt->node || attempt->node != held->node;
    if (!(attempt->gpus.gpu_s <= held->longest_gpu_s)) {
        held->longest_gpu_s = attempt->gpus.gpu_s;
        held->example = attempt->name;
    }
    held->attempts++;
    held->gpu_s += attempt->gpus.gpu_s;
}

static void add_attempt(struct use *use, const struct attempt *attempt)
{
    use->gpus_max = fmax(use->gpus_max, attempt->gpus.gpus);
    use->uncounted += attempt->gpus.is_uncounted;
    if (attempt_gpus_are(&attempt->gpus, GPUS_MEASURED))
        use->used_gpu_s += attempt_gpus_used_s(&attempt->gpus);
    for (enum gpu_use which = 0; which < GPU_USES; which++)
        if (attempt_gpus_are(&attempt->gpus, which))
            add_held(&use->held[which], attempt);
}

static void add_user(struct use *use, uint32_t kind, struct idle_users *users,
                     const struct attempt *attempt)
{
    use->first_user = use->first_user ? use->first_user : attempt->user;
    use->has_several_users |= attempt->user != use->first_user;
    if (!attempt->user || !attempt_gpus_are(&attempt->gpus, GPUS_IDLE))
        return;
    uint32_t number = group_index_add(&users->index, (struct group_key){kind, attempt->user});
    list_reach(&users->gpu_s, users->index.count, 0);
    users->gpu_s.items[number] += attempt->gpus.gpu_s;
}

static void find_idle_users(struct use *uses, const struct idle_users *users)
{
    for (size_t i = 0; i < users->index.count; i++) {
        struct use *use = &uses[users->index.keys[i].step];
        if (users->gpu_s.items[i] <= use->idle_user_gpu_s)
            continue;
        use->idle_user = users->index.keys[i].task;
        use->idle_user_gpu_s = users->gpu_s.items[i];
    }
}

/* Of one kind each, then of all. */
static void add_attempts(struct use *uses, const struct task_groups *groups,
                         const struct attempt_gpus_columns *columns, struct idle_users *users)
{
    const uint32_t all = (uint32_t)groups->kind_count;
    int names = records_find_attribute(groups->records, RECORD_TASK_NAME, RECORD_TEXT);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        struct attempt attempt = {attempt_gpus_at(at.block, columns, at.row),
                                  records_text_at(at.block, names, at.row),
                                  records_text_at(at.block, RECORD_NODE_COLUMN, at.row), 0};
        if (!(attempt.gpus.gpu_s > 0) || !task_is_attempt(at.block, at.row))
            continue;
        if (!attempt.name)
            attempt.name = records_text_at(at.block, RECORD_ID_COLUMN, at.row);
        add_attempt(&uses[at.kind], &attempt);
        add_attempt(&uses[all], &attempt);
        if (!users->is_named)
            continue;
        attempt.user = holder_at(&users->columns, at.block, at.row);
        add_user(&uses[at.kind], at.kind, users, &attempt);
        add_user(&uses[all], all, users, &attempt);
    }
}

static const char *text_in(const struct records *records, uint32_t text)
{
    return text ? records_text(records, text) : NULL;
}

/* The node where all of them ran, where that says something: others of the kind ran elsewhere. */
static const char *lone_node(const struct records *records, const struct use *use,
                             const struct held *held)
{
    bool is_telling = held->attempts > 1 && !held->is_spread && use->held[GPUS_MEASURED].is_spread;
    return text_in(records, is_telling ? held->node : 0);
}

static void put_use(struct tables *tables, const struct records *records, const char *task,
                    const struct use *use)
{
    if (!use->held[GPUS_HELD].attempts)
        return;
    struct task_gpus_row row = task_gpus_row_missing();
    row.task = task;
    row.attempts = (double)use->held[GPUS_HELD].attempts;
    row.gpu_s = use->held[GPUS_HELD].gpu_s;
    row.measured = (double)use->held[GPUS_MEASURED].attempts;
    row.measured_gpu_s = use->held[GPUS_MEASURED].gpu_s;
    row.idle = (double)use->held[GPUS_IDLE].attempts;
    row.idle_gpu_s = use->held[GPUS_IDLE].gpu_s;
    row.low = (double)use->held[GPUS_LOW].attempts;
    row.low_gpu_s = use->held[GPUS_LOW].gpu_s;
    row.used_gpu_s = use->used_gpu_s;
    row.gpus_max = use->gpus_max;
    row.uncounted = (double)use->uncounted;
    row.idle_example = text_in(records, use->held[GPUS_IDLE].example);
    row.idle_node = lone_node(records, use, &use->held[GPUS_IDLE]);
    if (use->has_several_users && use->idle_user) {
        row.idle_user = text_in(records, use->idle_user);
        row.idle_user_gpu_s = use->idle_user_gpu_s;
    }
    row.low_example = text_in(records, use->held[GPUS_LOW].example);
    row.low_node = lone_node(records, use, &use->held[GPUS_LOW]);
    task_gpus_row_put(tables_at(tables, TABLE_task_gpus), &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups)
        return;
    const struct records *records = groups->records;
    struct attempt_gpus_columns columns;
    if (!attempt_gpus_columns_find(&columns, records))
        return;
    struct use *uses = memory_alloc_array(groups->kind_count + 1, sizeof *uses);
    struct idle_users users = {.is_named = false};
    users.is_named = holder_columns_find(&users.columns, records, HOLDER_USER);
    add_attempts(uses, groups, &columns, &users);
    find_idle_users(uses, &users);
    group_index_release(&users.index);
    free(users.gpu_s.items);
    put_use(tables, records, "*", &uses[groups->kind_count]);
    for (size_t kind = 0; kind < groups->kind_count; kind++)
        put_use(tables, records, groups->kinds[kind].task, &uses[kind]);
    free(uses);
}

const struct analysis analysis_task_gpus = {"task_gpus", run};
