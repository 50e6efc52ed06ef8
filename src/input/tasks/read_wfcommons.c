/* Instances of WfCommons (WfFormat 1.4 and 1.5): one record a task that was executed.
 *
 *     kind             category, else the name without its number (individuals_ID0000001), else,
 *                      where the name is but the id, the program, else the name
 *     id               id
 *     node             the first of machines
 *     elapsed          runtimeInSeconds
 *     start, end       executedAt of the task, and as much later
 *     CPU time         avgCPU (in %, over 100 with several threads) × runtimeInSeconds; 0 is not
 *                      measured
 *     cores            coreCount, in 1.4 cores
 *     memory           memoryInBytes; 0 is not measured
 *     bytes            readBytes, writtenBytes
 *     attributes       program when it is one word, priority, energy_kWh
 *     dependencies     parents: ids, or names, of tasks
 *     makespan         makespanInSeconds of the execution
 *
 * What is planned (workflow.specification) and what was executed (workflow.execution) are joined by
 * id; in 1.4 both are one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/head.h"
#include "input/json/json_file.h"
#include "input/json/json_path.h"
#include "input/text/amount.h"
#include "input/text/cell.h"
#include "input/text/lines.h"
#include "util/instant.h"
#include "util/interner.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

enum task_text { TEXT_ID, TEXT_NAME, TEXT_CATEGORY, TEXT_PROGRAM, TEXT_NODE, TEXT_EXECUTED, TEXTS };
enum task_number {
    NUMBER_RUNTIME,
    NUMBER_CPU,
    NUMBER_CORES,
    NUMBER_MEMORY,
    NUMBER_READ,
    NUMBER_WRITTEN,
    NUMBER_PRIORITY,
    NUMBER_ENERGY,
    NUMBERS,
};

struct parent {
    struct text_slice name; /* an id, or a name */
    struct parent *next;
};

struct task {
    struct text_slice texts[TEXTS];
    struct parent *parents; /* the latest first */
    double numbers[NUMBERS];
    struct text_slice odd; /* a text that stands for a number */
    bool executed;
};

struct instance {
    struct task task;   /* that is being read */
    struct task *tasks; /* by number of the id, less 1 */
    size_t count, capacity;
    LIST_OF(size_t) order; /* executed ones, as they come */
    struct interner ids;
    double makespan_s;
    struct arena arena;
    struct deferred_diagnostics *deferred;
};

static const struct {
    const char *key;
    enum task_text text;
} text_keys[] = {
    {"id", TEXT_ID},
    {"name", TEXT_NAME},
    {"category", TEXT_CATEGORY},
    {"command.program", TEXT_PROGRAM},
    {"machines", TEXT_NODE},
    {"machine", TEXT_NODE},
    {"executedAt", TEXT_EXECUTED},
};

static const struct {
    const char *key;
    enum task_number number;
} number_keys[] = {
    {"runtimeInSeconds", NUMBER_RUNTIME},
    {"runtime", NUMBER_RUNTIME},
    {"avgCPU", NUMBER_CPU},
    {"coreCount", NUMBER_CORES},
    {"cores", NUMBER_CORES},
    {"memoryInBytes", NUMBER_MEMORY},
    {"readBytes", NUMBER_READ},
    {"writtenBytes", NUMBER_WRITTEN},
    {"priority", NUMBER_PRIORITY},
    {"energyInKWh", NUMBER_ENERGY},
};

static const char planned[] = "workflow.specification.tasks";
static const char executed[] = "workflow.execution.tasks";
static const char both[] = "workflow.tasks";
static const char *const makespans[] = {"workflow.execution.makespanInSeconds",
                                        "workflow.makespanInSeconds", "workflow.makespan"};

/* ---- values ---- */

static void clear_task(struct task *task)
{
    *task = (struct task){0};
    for (int i = 0; i < NUMBERS; i++)
        task->numbers[i] = NUMBER_MISSING;
}

/* What of a task the path is, or NULL. */
static const char *key_of(const char *path)
{
    static const char *const lists[] = {planned, executed, both};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        size_t size = strlen(lists[i]);
        if (strncmp(path, lists[i], size) == 0 && path[size] == '.')
            return path + size + 1;
    }
    return NULL;
}

static void on_number(void *context, const char *path, double value)
{
    struct instance *instance = context;
    const char *key = key_of(path);
    for (size_t i = 0; i < sizeof makespans / sizeof makespans[0]; i++)
        if (strcmp(path, makespans[i]) == 0)
            instance->makespan_s = number_above_zero(value);
    for (size_t i = 0; key && i < sizeof number_keys / sizeof number_keys[0]; i++)
        if (strcmp(number_keys[i].key, key) == 0)
            instance->task.numbers[number_keys[i].number] = value;
}

static bool is_number_key(const char *key)
{
    for (size_t i = 0; i < sizeof number_keys / sizeof number_keys[0]; i++)
        if (strcmp(number_keys[i].key, key) == 0)
            return true;
    return false;
}

static void add_parent(struct instance *instance, const char *text, size_t size)
{
    struct parent *parent = arena_alloc(&instance->arena, sizeof *parent);
    *parent = (struct parent){{arena_text_of_size(&instance->arena, text, size), size},
                              instance->task.parents};
    instance->task.parents = parent;
}

static void on_text(void *context, const char *path, const char *text, size_t size)
{
    struct instance *instance = context;
    const char *key = key_of(path);
    struct text_slice given = {text, size};
    if (key && strcmp(key, "parents") == 0 && size)
        add_parent(instance, text, size);
    if (key && is_number_key(key) && !cell_is_missing(given))
        instance->task.odd =
            (struct text_slice){arena_text_of_size(&instance->arena, text, size), size};
    for (size_t i = 0; key && i < sizeof text_keys / sizeof text_keys[0]; i++) {
        struct text_slice *span = &instance->task.texts[text_keys[i].text];
        if (strcmp(text_keys[i].key, key) == 0 && !span->size && size)
            *span = (struct text_slice){arena_text_of_size(&instance->arena, text, size), size};
    }
}

/* ---- tasks ---- */

/* Why the task cannot be used, or NULL; *subject is what is wrong in it. */
static const char *problem_of(struct instance *instance, const char **subject)
{
    const struct task *task = &instance->task;
    *subject = NULL;
    if (!task->texts[TEXT_ID].size)
        return "task has no id and no name";
    if (task->odd.size) {
        *subject = task->odd.text;
        return "not a number";
    }
    for (int i = 0; i < NUMBERS; i++) {
        double number = task->numbers[i];
        if (!(number < 0) && !(number >= AMOUNT_LIMIT))
            continue;
        *subject = arena_format(&instance->arena, "%.17g", number);
        if (number < 0)
            return i == NUMBER_RUNTIME ? "negative time" : "negative number";
        return i == NUMBER_MEMORY ? "implausibly many bytes" : "implausibly large";
    }
    return NULL;
}

static struct task *task_of(struct instance *instance, struct text_slice id)
{
    size_t number = interner_add(&instance->ids, id.text, id.size);
    memory_reserve(&instance->tasks, &instance->capacity, number, sizeof *instance->tasks);
    for (; instance->count < number; instance->count++)
        clear_task(&instance->tasks[instance->count]);
    return &instance->tasks[number - 1];
}

static void join(struct task *task, const struct task *more)
{
    for (int i = 0; i < TEXTS; i++)
        if (!task->texts[i].size)
            task->texts[i] = more->texts[i];
    for (int i = 0; i < NUMBERS; i++)
        if (isnan(task->numbers[i]))
            task->numbers[i] = more->numbers[i];
    if (!task->parents)
        task->parents = more->parents;
}

static void finish_task(struct instance *instance, bool was_executed)
{
    struct task *read = &instance->task;
    const char *subject;
    if (!read->texts[TEXT_ID].size)
        read->texts[TEXT_ID] = read->texts[TEXT_NAME];
    const char *problem = problem_of(instance, &subject);
    struct task *task = problem ? NULL : task_of(instance, read->texts[TEXT_ID]);
    if (task && task->executed && was_executed) {
        problem = "duplicate task: the first one counts";
        subject = read->texts[TEXT_ID].text;
    }
    if (problem) {
        deferred_reject(instance->deferred, DEFERRED_NO_OFFSET, subject, "%s", problem);
        return;
    }
    join(task, read);
    if (!was_executed)
        return;
    task->executed = true;
    *list_add(&instance->order) = (size_t)(task - instance->tasks);
}

static bool on_enter(void *context, const char *path, bool is_array)
{
    struct instance *instance = context;
    const char *key = key_of(path);
    if (key)
        return strcmp(key, "command") == 0 || strcmp(key, "machines") == 0 ||
               strcmp(key, "parents") == 0;
    if (!is_array)
        clear_task(&instance->task);
    return strcmp(path, "workflow") == 0 || strcmp(path, "workflow.specification") == 0 ||
           strcmp(path, "workflow.execution") == 0 || strcmp(path, planned) == 0 ||
           strcmp(path, executed) == 0 || strcmp(path, both) == 0;
}

static void on_leave(void *context, const char *path, bool is_array)
{
    if (is_array)
        return;
    if (strcmp(path, planned) == 0)
        finish_task(context, false);
    else if (strcmp(path, executed) == 0 || strcmp(path, both) == 0)
        finish_task(context, true);
}

/* ---- records ---- */

static bool is_word(struct text_slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if (strchr(" \t\r\n", text.text[i]))
            return false;
    return text.size > 0;
}

/* "individuals_ID0000001" → "individuals"; also "fastqc_12" when `any_number`. */
static struct text_slice without_number(struct text_slice name, bool any_number)
{
    size_t size = name.size;
    while (size && name.text[size - 1] >= '0' && name.text[size - 1] <= '9')
        size--;
    if (size == name.size)
        return name;
    bool marked = size > 2 && memcmp(name.text + size - 2, "ID", 2) == 0;
    size -= marked ? 2 : 0;
    if (size < 2 || !strchr("_-.", name.text[size - 1]) || (!marked && !any_number))
        return name;
    return (struct text_slice){name.text, size - 1};
}

static struct text_slice base_of(struct text_slice path)
{
    const char *slash = path.size ? memrchr(path.text, '/', path.size) : NULL;
    if (!slash || slash + 1 == path.text + path.size)
        return path;
    return (struct text_slice){slash + 1, path.size - (size_t)(slash + 1 - path.text)};
}

static struct text_slice kind_of(const struct task *task)
{
    if (task->texts[TEXT_CATEGORY].size)
        return task->texts[TEXT_CATEGORY];
    struct text_slice id = task->texts[TEXT_ID], name = task->texts[TEXT_NAME];
    bool only_id = !name.size || text_slices_equal(name, id);
    name = only_id ? id : name;
    struct text_slice kind = without_number(name, only_id);
    bool names_kind = kind.size < name.size || !only_id;
    return !names_kind && is_word(task->texts[TEXT_PROGRAM]) ? base_of(task->texts[TEXT_PROGRAM])
                                                             : kind;
}

static void put_text(struct records *records, int column, struct text_slice text)
{
    if (text.size)
        records_put_text(records, column, text.text, text.size);
}

static void put_times(struct records *records, const struct task *task)
{
    double runtime = task->numbers[NUMBER_RUNTIME], start = NUMBER_MISSING;
    struct text_slice text = task->texts[TEXT_EXECUTED];
    if (!text.size || !instant_parse(text.text, text.size, &start))
        start = NUMBER_MISSING;
    records_put_number(records, RECORD_START_COLUMN, start);
    records_put_number(records, RECORD_END_COLUMN, start + runtime);
    records_put_number(records, RECORD_ELAPSED_COLUMN, runtime);
    records_put_number(records, RECORD_CPU_COLUMN,
                       number_above_zero(task->numbers[NUMBER_CPU]) / 100 * runtime);
}

static void put_attribute(struct records *records, const char *name, double number)
{
    if (!isnan(number))
        records_put_number(records, records_attribute(records, name, RECORD_NUMBER), number);
}

static void put_task(struct records *records, const struct task *task)
{
    records_add(records);
    put_text(records, RECORD_TASK_COLUMN, kind_of(task));
    put_text(records, RECORD_ID_COLUMN, task->texts[TEXT_ID]);
    put_text(records, RECORD_NODE_COLUMN, task->texts[TEXT_NODE]);
    put_times(records, task);
    records_put_number(records, RECORD_CORES_COLUMN,
                       number_above_zero(task->numbers[NUMBER_CORES]));
    records_put_number(records, RECORD_MEMORY_COLUMN,
                       number_above_zero(task->numbers[NUMBER_MEMORY]));
    records_put_number(records, RECORD_BYTES_READ_COLUMN, task->numbers[NUMBER_READ]);
    records_put_number(records, RECORD_BYTES_WRITTEN_COLUMN, task->numbers[NUMBER_WRITTEN]);
    if (is_word(task->texts[TEXT_PROGRAM]))
        put_text(records, records_attribute(records, "program", RECORD_TEXT),
                 task->texts[TEXT_PROGRAM]);
    put_attribute(records, "priority", task->numbers[NUMBER_PRIORITY]);
    put_attribute(records, "energy_kWh", task->numbers[NUMBER_ENERGY]);
}

/* ---- dependencies ---- */

/* Tasks by name, where parents are named so: the number of the id of the last one. */
struct names {
    struct interner texts;
    LIST_OF(uint32_t) ids;
};

static void names_make(struct names *names, const struct instance *instance)
{
    *names = (struct names){.ids = {NULL, 0, 0}};
    interner_init(&names->texts);
    for (size_t i = 0; i < instance->count; i++) {
        struct text_slice name = instance->tasks[i].texts[TEXT_NAME];
        uint32_t number = name.size ? interner_add(&names->texts, name.text, name.size) : 0;
        list_reach(&names->ids, number + 1u, 0);
        names->ids.items[number] = (uint32_t)i + 1;
    }
}

static void names_release(struct names *names)
{
    interner_release(&names->texts);
    free(names->ids.items);
}

static void put_parents(const struct instance *instance, const struct names *names,
                        struct records *records)
{
    for (size_t i = 0; i < instance->count; i++) {
        const struct task *task = &instance->tasks[i];
        for (const struct parent *parent = task->parents; task->executed && parent;
             parent = parent->next) {
            uint32_t id = interner_find(&instance->ids, parent->name.text, parent->name.size);
            uint32_t name =
                id ? 0 : interner_find(&names->texts, parent->name.text, parent->name.size);
            id = name ? names->ids.items[name] : id;
            if (id && instance->tasks[id - 1].executed)
                records_add_dependency(records, task->texts[TEXT_ID].text,
                                       interner_text(&instance->ids, id));
        }
    }
}

/* ---- the reader ---- */

static long long put_tasks(const struct instance *instance, const struct input *input,
                           const struct reading *reading)
{
    struct records *records = dataset_records(reading->dataset);
    records_begin_source(records, input->path);
    for (size_t i = 0; i < instance->order.count; i++)
        put_task(records, &instance->tasks[instance->order.items[i]]);
    struct names names;
    names_make(&names, instance);
    put_parents(instance, &names, records);
    names_release(&names);
    records->sources[records->source_count - 1].makespan_s = instance->makespan_s;
    if (!instance->order.count)
        deferred_note(instance->deferred, NULL, "no executed task in the file");
    return (long long)instance->order.count;
}

static long long read_instance(const struct input *input, const struct reading *reading,
                               const struct json_members *members,
                               struct deferred_diagnostics *deferred)
{
    static const struct json_path_handler handler = {on_enter, on_leave, on_number, on_text};
    struct instance instance = {.deferred = deferred, .makespan_s = NUMBER_MISSING};
    interner_init(&instance.ids);
    arena_init(&instance.arena);
    for (size_t i = 0; i < members->count; i++)
        if (text_slice_is(members->items[i].key, "workflow"))
            json_path_walk(input, &members->items[i], &handler, &instance, deferred);
    long long count = put_tasks(&instance, input, reading);
    interner_release(&instance.ids);
    arena_release(&instance.arena);
    free(instance.tasks);
    free(instance.order.items);
    return count;
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    return json_file_read(input, reading, read_instance, error);
}

static int recognise(const char *text, size_t size)
{
    (void)size;
    if (!head_is_object(text) || !head_has_key(text, "workflow"))
        return 0;
    if (head_has_key(text, "schemaVersion"))
        return 95;
    return head_has_array(text, "tasks") ? 70 : 0;
}

const struct reader reader_wfcommons = {
    .name = "wfcommons",
    .description = "WfCommons instance (WfFormat 1.4, 1.5): tasks of a workflow",
    .recognise = recognise,
    .read = read,
};
