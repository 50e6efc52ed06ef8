/* Numbers that belong to tasks, a row a task, as CSV: where a tile lies, how large a case is.
 *
 *     taskId,jobId,x,y,level
 *
 * Any further column whose cells are numbers is an attribute. */
#include <string.h>

#include "input/devices/activity_table.h"
#include "input/text/cell.h"

static bool add_attributes(struct activity_part *part, const struct text_slice *fields,
                           struct csv_fault *fault)
{
    const struct activity_table *table = part->table;
    struct task_attribute attribute = {
        .job = activity_cell_text(part, fields, ACTIVITY_JOB),
        .task = activity_cell_text(part, fields, ACTIVITY_TASK),
    };
    bool any = false;
    if (!attribute.task) {
        *fault = (struct csv_fault){"no task name", {"", 0}};
        return false;
    }
    for (size_t i = 0; i < table->wanted_count; i++) {
        size_t column = table->wanted[i];
        const char *name = table->header.names[column];
        if (table->columns.meanings[column] != ACTIVITY_OTHER || !*name ||
            cell_number(fields[i], &attribute.value) != CELL_NUMBER)
            continue;
        attribute.name = activity_number(&part->activity, name, strlen(name));
        activity_add_attribute(&part->activity, attribute);
        any = true;
    }
    *fault = (struct csv_fault){"no number", {"", 0}};
    return any;
}

static const struct activity_form form = {.shape = ACTIVITY_ATTRIBUTES,
                                          .needs = "taskId and numbers of tasks",
                                          .row = add_attributes};

/* Below a table of tasks with their times; every cell but the ids is a number or empty. */
static int recognise(const char *text, size_t size)
{
    struct csv_header header;
    struct activity_columns columns;
    struct arena arena;
    arena_init(&arena);
    bool mine = csv_read_header(&header, text, size, true, &arena) && header.size < size;
    if (mine) {
        activity_columns_make(&columns, &header, NULL, 0, &arena);
        mine = activity_columns_shape(&columns) == ACTIVITY_ATTRIBUTES;
    }
    if (mine) {
        struct text_slice *fields = arena_alloc_array(&arena, header.count, sizeof *fields);
        struct csv_record row = {.fields = fields, .room = header.count, .arena = &arena};
        csv_read_record(&row, text + header.size, size - header.size, header.dialect);
        mine = row.count == header.count && !row.problem;
        for (size_t i = 0; mine && i < header.count; i++) {
            double number;
            mine = columns.meanings[i] != ACTIVITY_OTHER ||
                   cell_number(fields[i], &number) != CELL_WRONG;
        }
    }
    arena_release(&arena);
    return mine ? 4 : 0;
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    return activity_table_read(&form, input, reading, error);
}

const struct reader reader_task_attributes = {
    .name = "task-attributes",
    .description =
        "CSV of task attributes: numbers such as the position of a tile; one row per task",
    .recognise = recognise,
    .read = read,
    .takes_batches = true,
};
