/* All attempts of a report, as its `--export attempts.csv` has them: a row an attempt, with all
 * that was known of it, in base units (table/canonical_tables.def). What it says is taken as it is.
 */
#include <stdlib.h>
#include <string.h>

#include "input/text/csv_scan.h"
#include "input/text/exported_csv.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

enum { MOST_DIGITS = 9 }; /* of the number of a run */

/* What the first three columns say of the source. */
struct origin {
    struct text_slice run, name, traits;
};

struct run {
    unsigned number;
    uint32_t source; /* the first one */
};

struct plan {
    struct csv_header header;
    const struct exported_column *columns;
    size_t *wanted;    /* all of them */
    int *records_of;   /* column of records of each; RECORDS_NO_COLUMN of attributes and sources */
    bool *are_numbers; /* whether that one is of numbers */
    struct arena *arena;
    struct records *records; /* of the dataset */
    struct origin latest;    /* whose records were added last */
    LIST_OF(struct run) runs;
};

/* ---- parts: records of a chunk, apart where their source is another one -----------------------
 */

struct stretch {
    struct origin origin;
    struct records records;
    int *attributes; /* of each column of the table; RECORDS_NO_COLUMN: none yet */
};

struct part {
    const struct plan *plan;
    LIST_OF(struct stretch *) stretches;
    struct arena arena;
    struct text_slice *cells; /* of a row of typed columns */
    char (*digits)[COLUMN_BATCH_CELL_SIZE];
    bool is_typed; /* the row: its texts are as they were before they were written */
};

static void *begin_part(void *context)
{
    struct part *part = memory_alloc(sizeof *part);
    part->plan = context;
    arena_init(&part->arena);
    part->cells = arena_alloc_array(&part->arena, part->plan->header.count, sizeof *part->cells);
    part->digits = arena_alloc_array(&part->arena, part->plan->header.count, sizeof *part->digits);
    return part;
}

static void discard_part(void *argument)
{
    struct part *part = argument;
    for (size_t i = 0; i < part->stretches.count; i++) {
        records_release(&part->stretches.items[i]->records);
        free(part->stretches.items[i]->attributes);
        free(part->stretches.items[i]);
    }
    free(part->stretches.items);
    arena_release(&part->arena);
    free(part);
}

static bool is_same(const struct origin *left, const struct origin *right)
{
    return text_slices_equal(left->run, right->run) && text_slices_equal(left->name, right->name) &&
           text_slices_equal(left->traits, right->traits);
}

static struct text_slice copy(struct text_slice text, struct arena *arena)
{
    return (struct text_slice){arena_text_of_size(arena, text.text, text.size), text.size};
}

static struct origin copy_origin(const struct origin *origin, struct arena *arena)
{
    return (struct origin){copy(origin->run, arena), copy(origin->name, arena),
                           copy(origin->traits, arena)};
}

static struct stretch *stretch_of(struct part *part, const struct origin *origin)
{
    if (part->stretches.count && is_same(&(*list_last(&part->stretches))->origin, origin))
        return *list_last(&part->stretches);
    struct stretch *stretch = memory_alloc(sizeof *stretch);
    stretch->origin = copy_origin(origin, &part->arena);
    records_init(&stretch->records);
    stretch->attributes = memory_alloc_array(part->plan->header.count, sizeof(int));
    for (size_t i = 0; i < part->plan->header.count; i++)
        stretch->attributes[i] = RECORDS_NO_COLUMN;
    *list_add(&part->stretches) = stretch;
    return stretch;
}

/* ---- sources --------------------------------------------------------------------------------- */

static bool has_trait(const struct origin *origin, const char *trait)
{
    size_t length = strlen(trait);
    const char *text = origin->traits.text;
    for (size_t i = 0; i + length <= origin->traits.size; i++)
        if ((i == 0 || text[i - 1] == ' ') && memcmp(text + i, trait, length) == 0 &&
            (i + length == origin->traits.size || text[i + length] == ' '))
            return true;
    return false;
}

/* Of numbers that the table itself gives. */
static unsigned run_number(struct text_slice text)
{
    double number;
    return text.size <= MOST_DIGITS && number_parse(text.text, text.size, &number) && number >= 0
               ? (unsigned)number
               : 0;
}

/* Ids mean the same in sources of one run. */
static void join_run(struct plan *plan, unsigned number)
{
    uint32_t source = (uint32_t)(plan->records->source_count - 1);
    for (size_t i = 0; i < plan->runs.count; i++)
        if (plan->runs.items[i].number == number) {
            records_join_runs(plan->records, plan->runs.items[i].source, source);
            return;
        }
    *list_add(&plan->runs) = (struct run){number, source};
}

static void begin_source(struct plan *plan, const struct origin *origin)
{
    plan->latest = copy_origin(origin, plan->arena);
    records_begin_source(plan->records, plan->latest.name.text);
    if (has_trait(origin, CANONICAL_QUEUE))
        records_mark_queue(plan->records);
    if (has_trait(origin, CANONICAL_UNNAMED))
        records_mark_lack_of_kinds(plan->records);
    if (has_trait(origin, CANONICAL_PARTIAL))
        records_mark_lack_of_columns(plan->records);
    join_run(plan, run_number(origin->run));
}

static void finish_part(void *context, void *argument, size_t line)
{
    (void)line;
    struct plan *plan = context;
    struct part *part = argument;
    for (size_t i = 0; i < part->stretches.count; i++) {
        struct stretch *stretch = part->stretches.items[i];
        if (!plan->latest.name.text || !is_same(&plan->latest, &stretch->origin))
            begin_source(plan, &stretch->origin);
        records_merge(plan->records, &stretch->records);
    }
    discard_part(part);
}

/* ---- a record -------------------------------------------------------------------------------- */

static int attribute_of(struct stretch *stretch, const struct exported_column *column,
                        size_t number, enum record_type type)
{
    int *known = &stretch->attributes[number];
    if (*known != RECORDS_NO_COLUMN && stretch->records.columns[*known].type == type)
        return *known;
    *known = records_attribute(&stretch->records, column->name, type);
    if (type == RECORD_NUMBER)
        records_set_unit(&stretch->records, *known, column->unit);
    return *known;
}

static struct text_slice text_of(struct part *part, struct text_slice field)
{
    return part->is_typed ? field : exported_csv_text(field, &part->arena);
}

/* A column whose name is not in quotes holds numbers, unless somebody wrote the file anew. */
static void put_attribute(struct part *part, struct stretch *stretch, size_t number,
                          struct text_slice field)
{
    const struct exported_column *column = &part->plan->columns[number];
    double value;
    if (!column->is_text && number_parse(field.text, field.size, &value)) {
        records_put_number(&stretch->records, attribute_of(stretch, column, number, RECORD_NUMBER),
                           value);
        return;
    }
    struct text_slice text = text_of(part, field);
    records_put_text(&stretch->records, attribute_of(stretch, column, number, RECORD_TEXT),
                     text.text, text.size);
}

static void put_cell(struct part *part, struct stretch *stretch, size_t number,
                     struct text_slice field)
{
    int column = part->plan->records_of[number];
    double value;
    if (!field.size)
        return;
    if (part->plan->columns[number].column == CANONICAL_COLUMNS) {
        put_attribute(part, stretch, number, field);
    } else if (column == RECORD_ENDING_COLUMN) {
        records_put_ending(&stretch->records, canonical_ending(field));
    } else if (column != RECORDS_NO_COLUMN &&
               stretch->records.columns[column].type == RECORD_TEXT) {
        struct text_slice text = text_of(part, field);
        records_put_text(&stretch->records, column, text.text, text.size);
    } else if (column != RECORDS_NO_COLUMN && number_parse(field.text, field.size, &value)) {
        records_put_number(&stretch->records, column, value);
    }
}

static struct origin origin_of(const struct plan *plan, const struct text_slice *fields)
{
    struct origin origin = {{"", 0}, {"", 0}, {"", 0}};
    for (size_t i = 0; i < plan->header.count && i < 3; i++)
        switch ((int)plan->columns[i].column) {
        case CANONICAL_attempts_source_run:
            origin.run = fields[i];
            break;
        case CANONICAL_attempts_source:
            origin.name = fields[i];
            break;
        case CANONICAL_attempts_source_traits:
            origin.traits = fields[i];
            break;
        default:
            break;
        }
    return origin;
}

/* Numbers are looked at first: a record that is rejected was never added. */
static bool numbers_are_sound(const struct plan *plan, const struct text_slice *fields,
                              struct csv_fault *fault)
{
    double value;
    for (size_t i = 0; i < plan->header.count; i++)
        if (plan->are_numbers[i] && fields[i].size &&
            !number_parse(fields[i].text, fields[i].size, &value)) {
            *fault = (struct csv_fault){"not a number", fields[i]};
            return false;
        }
    return true;
}

static bool add_record(void *argument, const struct text_slice *fields, size_t line,
                       struct csv_fault *fault)
{
    (void)line;
    struct part *part = argument;
    const struct plan *plan = part->plan;
    if (!numbers_are_sound(plan, fields, fault))
        return false;
    const struct origin origin = origin_of(plan, fields);
    struct stretch *stretch = stretch_of(part, &origin);
    records_add(&stretch->records);
    for (size_t i = 0; i < plan->header.count; i++)
        put_cell(part, stretch, i, fields[i]);
    return true;
}

static bool add_row(void *argument, const struct column_batch *batch, size_t number,
                    struct csv_fault *fault)
{
    struct part *part = argument;
    part->is_typed = true;
    for (size_t i = 0; i < batch->column_count; i++)
        part->cells[i] = column_batch_cell(batch, i, number, part->digits[i]);
    return add_record(part, part->cells, 0, fault);
}

/* ---- the reader ------------------------------------------------------------------------------ */

static int recognise(const char *text, size_t size)
{
    return exported_csv_is(text, size, CANONICAL_attempts) ? 100 : 0;
}

static void make_plan(struct plan *plan, const struct input *input)
{
    size_t count = plan->header.count;
    plan->columns = exported_csv_columns(input, &plan->header, CANONICAL_attempts, plan->arena);
    plan->wanted = arena_alloc_array(plan->arena, count, sizeof *plan->wanted);
    plan->records_of = arena_alloc_array(plan->arena, count, sizeof *plan->records_of);
    plan->are_numbers = arena_alloc_array(plan->arena, count, sizeof *plan->are_numbers);
    for (size_t i = 0; i < count; i++) {
        int column = plan->columns[i].column == CANONICAL_COLUMNS
                         ? RECORDS_NO_COLUMN
                         : canonical_record_column(plan->columns[i].column);
        plan->wanted[i] = i;
        plan->records_of[i] = column;
        plan->are_numbers[i] =
            column != RECORDS_NO_COLUMN && plan->records->columns[column].type == RECORD_NUMBER;
    }
}

/* In the order of the columns, whether or not there will be values. */
static void add_attributes(const struct plan *plan)
{
    for (size_t i = 0; i < plan->header.count; i++) {
        const struct exported_column *column = &plan->columns[i];
        if (column->column != CANONICAL_COLUMNS)
            continue;
        int attribute = records_attribute(plan->records, column->name,
                                          column->is_text ? RECORD_TEXT : RECORD_NUMBER);
        records_set_unit(plan->records, attribute, column->unit);
    }
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    struct arena arena;
    struct plan plan = {.arena = &arena};
    arena_init(&arena);
    long long records = -1;
    if (csv_read_header(&plan.header, input->content.bytes, input->content.size, true, &arena) &&
        exported_csv_is(input->content.bytes, input->content.size, CANONICAL_attempts)) {
        plan.records = dataset_records(reading->dataset);
        make_plan(&plan, input);
        add_attributes(&plan);
        records = csv_scan(&(struct csv_scan){
            .input = input,
            .reading = reading,
            .header = &plan.header,
            .columns = plan.wanted,
            .column_count = plan.header.count,
            .consumer = {.context = &plan,
                         .begin = begin_part,
                         .record = add_record,
                         .row = add_row,
                         .finish = finish_part,
                         .discard = discard_part},
            .error = error,
        });
    } else {
        error_set(error, ERROR_INPUT, "%s: no header line of exported attempts", input->path);
    }
    free(plan.runs.items);
    arena_release(&arena);
    return records;
}

const struct reader reader_exported_attempts = {
    .name = "exported-attempts",
    .description = "attempts of tasks as jobreport exports them: attempts.csv",
    .recognise = recognise,
    .read = read,
    .takes_batches = true,
    .needs_types = true,
};
