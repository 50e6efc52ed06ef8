#include "export/exports.h"

#include <stdlib.h>
#include <string.h>

#include "export/attempt_source.h"
#include "export/contents_source.h"
#include "export/event_source.h"
#include "export/sample_source.h"
#include "export/text_write.h"
#include "table/canonical_tables.h"
#include "table/published.h"
#include "util/extension.h"
#include "util/list.h"
#include "util/path.h"
#include "util/texts.h"

struct planned_file {
    const char *name;
    struct export_item item;
    LIST_OF(const struct export_source *) sources;
};

struct export_plan {
    const struct export_request *request;
    LIST_OF(struct export_source) sources; /* those with rows */
    LIST_OF(struct planned_file) files;
    struct export_plan_file *names;
};

/* ---- which tables there are ------------------------------------------------------------------ */

static bool is_wanted(const struct export_item *item, const char *table)
{
    return !item->table || strcmp(item->table, table) == 0;
}

static struct export_item parsed(const char *text)
{
    struct export_item item;
    struct error error;
    if (!export_item_parse(text, &item, &error))
        BUG("--export %s was not refused", text);
    return item;
}

bool export_wants(const char *const *wanted, size_t count, const char *table)
{
    for (size_t i = 0; i < count; i++) {
        struct export_item item = parsed(wanted[i]);
        if (is_wanted(&item, table))
            return true;
    }
    return false;
}

static void add_source(struct export_plan *plan, struct export_source source)
{
    const struct export_request *request = plan->request;
    if (source.table.rows && export_wants(request->wanted, request->count, source.table.name))
        *list_add(&plan->sources) = source;
}

static void add_canonical(struct export_plan *plan, const struct export_inputs *inputs)
{
    struct arena *arena = plan->request->arena;
    if (inputs->samples && inputs->dataset)
        add_source(plan, sample_source(inputs->samples, inputs->dataset, arena));
    if (inputs->dataset && inputs->dataset->records)
        add_source(plan, attempt_source(inputs->dataset->records, inputs->names, arena));
    if (inputs->events)
        add_source(plan, event_source(inputs->events, arena));
}

static void add_result_tables(struct export_plan *plan)
{
    const struct export_request *request = plan->request;
    for (size_t i = 0; i < table_schema_count(); i++) {
        const struct table *table = tables_find(request->tables, table_schema_at(i)->name);
        if (table)
            add_source(plan, export_source_of_table(table_as_published(request->tables, table,
                                                                       request->arena),
                                                    request->arena));
    }
}

/* ---- which files ----------------------------------------------------------------------------- */

static struct planned_file *file_called(struct export_plan *plan, const char *name,
                                        const struct export_item *item)
{
    for (size_t i = 0; i < plan->files.count; i++)
        if (strcmp(plan->files.items[i].name, name) == 0)
            return &plan->files.items[i];
    struct planned_file *file = list_add(&plan->files);
    *file = (struct planned_file){.name = name, .item = *item};
    return file;
}

static bool has_source(const struct planned_file *file, const struct export_source *source)
{
    for (size_t i = 0; i < file->sources.count; i++)
        if (file->sources.items[i] == source)
            return true;
    return false;
}

static void note_missing(const struct export_plan *plan, const struct export_item *item,
                         const char *text)
{
    const struct export_request *request = plan->request;
    bool is_canonical = false;
    for (int i = 0; i < CANONICAL_TABLES && item->table; i++)
        is_canonical |=
            strcmp(item->table, canonical_table_at((enum canonical_table_number)i)->name) == 0;
    request->note(request->context,
                  arena_format(request->arena,
                               is_canonical && !request->inputs
                                   ? "--export %s: inputs are read by 'report' alone: make the "
                                     "report again to export what was read"
                                   : "--export %s: this report has no such rows",
                               text));
}

static void plan_item(struct export_plan *plan, const char *text)
{
    struct export_item item = parsed(text);
    bool found = false;
    for (size_t i = 0; i < plan->sources.count; i++) {
        const struct export_source *source = &plan->sources.items[i];
        if (!is_wanted(&item, source->table.name))
            continue;
        found = true;
        bool alone = item.table || !item.format->holds_all;
        struct planned_file *file = file_called(plan,
                                                export_file_name(plan->request->arena, &item,
                                                                 alone ? source->table.name : NULL),
                                                &item);
        if (!has_source(file, source))
            *list_add(&file->sources) = source;
    }
    if (!found)
        note_missing(plan, &item, text);
}

static int compare_files(const void *left, const void *right)
{
    const struct planned_file *a = left, *b = right;
    return strcmp(a->name, b->name);
}

static struct export_plan_file describe(const struct planned_file *file)
{
    size_t rows = 0;
    for (size_t i = 0; i < file->sources.count; i++)
        rows += file->sources.items[i]->table.rows;
    return (struct export_plan_file){file->name, file->sources.count, rows};
}

bool exports_check(const char *const *wanted, size_t count, struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        struct export_item item = parsed(wanted[i]);
        struct compressor compressor;
        if (!item.format->text ? !extension_open(item.format->name, error)
                               : !compressor_open(&compressor, item.compression, error))
            return error_add_context(error, "--export %s", wanted[i]);
    }
    return true;
}

struct export_plan *exports_plan(const struct export_request *request)
{
    struct export_plan *plan = arena_alloc(request->arena, sizeof *plan);
    plan->request = request;
    if (request->count && request->inputs)
        add_canonical(plan, request->inputs);
    if (request->count && request->tables)
        add_result_tables(plan);
    for (size_t i = 0; i < request->count; i++)
        plan_item(plan, request->wanted[i]);
    if (plan->files.count)
        qsort(plan->files.items, plan->files.count, sizeof *plan->files.items, compare_files);
    plan->names = arena_alloc_array(request->arena, plan->files.count, sizeof *plan->names);
    for (size_t i = 0; i < plan->files.count; i++)
        plan->names[i] = describe(&plan->files.items[i]);
    return plan;
}

void export_plan_release(struct export_plan *plan)
{
    for (size_t i = 0; plan && i < plan->files.count; i++)
        free(plan->files.items[i].sources.items);
    if (plan) {
        free(plan->files.items);
        free(plan->sources.items);
    }
}

const struct export_plan_file *export_plan_files(const struct export_plan *plan, size_t *count)
{
    *count = plan->files.count;
    return plan->names;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* A table of a file that a library writes: as much of it as the format takes. */
struct given_table {
    const struct export_source *source;
    struct export_table table;
};

static void note_rows(const struct export_request *request, const char *file,
                      const struct export_table *table, size_t rows)
{
    request->note(request->context,
                  arena_format(request->arena,
                               "%s/%s has the first %zu of %zu rows of %s: the format takes no "
                               "more",
                               EXPORT_FOLDER, file, rows, table->rows, table->name));
}

static void note_columns(const struct export_request *request, const char *file,
                         const struct export_table *table, size_t most)
{
    request->note(request->context,
                  arena_format(request->arena,
                               "%s/%s lacks the table %s: it has %zu columns, the format takes %zu",
                               EXPORT_FOLDER, file, table->name, table->column_count, most));
}

/* Returns how many of the file's tables are written. */
static size_t choose_tables(const struct export_request *request, const struct planned_file *file,
                            const struct export_library *library, struct given_table *given)
{
    size_t count = 0;
    for (size_t i = 0; i < file->sources.count; i++) {
        const struct export_source *source = file->sources.items[i];
        struct export_table table = source->table;
        if (library->most_columns && table.column_count > library->most_columns) {
            note_columns(request, file->name, &table, library->most_columns);
            continue;
        }
        if (library->most_rows && table.rows > library->most_rows) {
            note_rows(request, file->name, &table, library->most_rows);
            table.rows = library->most_rows;
        }
        given[count++] = (struct given_table){source, table};
    }
    return count;
}

static bool put_batches(void *writer, const struct export_library *library,
                        const struct given_table *given, struct error *error)
{
    bool good = true;
    size_t left = given->table.rows;
    for (size_t number = 0; left && good; number++) {
        struct arena scratch;
        arena_init(&scratch);
        struct export_batch batch = given->source->batch(given->source, number, &scratch);
        batch.rows = batch.rows < left ? batch.rows : left;
        good = library->put(writer, &batch, error);
        left -= batch.rows;
        arena_release(&scratch);
    }
    return good;
}

static void note_texts(const struct export_request *request, const char *file,
                       const struct export_table *table, size_t texts)
{
    request->note(request->context,
                  arena_format(request->arena,
                               "%s/%s has only the beginning of %zu of the texts of %s: the format "
                               "takes no longer ones",
                               EXPORT_FOLDER, file, texts, table->name));
}

static bool put_table(void *writer, const struct export_library *library,
                      const struct given_table *given, struct error *error)
{
    struct export_table table = given->table;
    struct arena arena;
    arena_init(&arena);
    if (library->needs_longest)
        table.longest = export_source_longest(given->source, &arena);
    bool good = library->begin(writer, &table, error) &&
                put_batches(writer, library, given, error) && library->end(writer, error);
    arena_release(&arena);
    return good;
}

static bool put_contents(void *writer, const struct export_library *library,
                         const struct given_table *given, size_t count, struct arena *arena,
                         struct error *error)
{
    struct export_table *tables = arena_alloc_array(arena, count, sizeof *tables);
    for (size_t i = 0; i < count; i++)
        tables[i] = given[i].table;
    struct export_source of_tables = contents_of_tables(tables, count, arena),
                         of_columns = contents_of_columns(tables, count, arena);
    return put_table(writer, library, &(struct given_table){&of_tables, of_tables.table}, error) &&
           put_table(writer, library, &(struct given_table){&of_columns, of_columns.table}, error);
}

static bool put_tables(void *writer, const struct export_library *library,
                       const struct export_request *request, const struct planned_file *file,
                       struct error *error)
{
    struct arena *arena = request->arena;
    struct given_table *given = arena_alloc_array(arena, file->sources.count, sizeof *given);
    size_t count = choose_tables(request, file, library, given);
    bool good = !library->has_contents || put_contents(writer, library, given, count, arena, error);
    for (size_t i = 0; i < count && good; i++) {
        good = put_table(writer, library, &given[i], error);
        size_t cut = good && library->cut_texts ? library->cut_texts(writer) : 0;
        if (cut)
            note_texts(request, file->name, &given[i].table, cut);
    }
    return good;
}

static bool write_by_library(const struct export_request *request, const struct planned_file *file,
                             const char *directory, const char *path, struct error *error)
{
    const struct export_library *library = extension_open(file->item.format->name, error);
    const struct export_file target = {path, directory, request->created};
    void *writer = library ? library->open(&target, error) : NULL;
    if (!writer)
        return false;
    bool good = put_tables(writer, library, request, file, error);
    return library->close(writer, good, error) && good;
}

static bool write_file(const struct export_request *request, const struct planned_file *file,
                       const char *directory, const char *name, struct error *error)
{
    const struct export_item *item = &file->item;
    const char *path = path_join(request->arena, directory, name);
    return item->format->text ? export_write_text(file->sources.items[0], item->format->text,
                                                  item->compression, path, request->jobs, error)
                              : write_by_library(request, file, directory, path, error);
}

bool exports_write(const struct export_plan *plan, const char *directory, struct error *error)
{
    for (size_t i = 0; i < plan->files.count; i++)
        if (!write_file(plan->request, &plan->files.items[i], directory, plan->files.items[i].name,
                        error))
            return false;
    return true;
}

const struct export_table *export_plan_table(const struct export_plan *plan)
{
    bool is_one = plan->files.count == 1 && plan->files.items[0].sources.count == 1;
    return is_one ? &plan->files.items[0].sources.items[0]->table : NULL;
}

bool exports_write_as(const struct export_plan *plan, const char *directory, const char *name,
                      struct error *error)
{
    if (!export_plan_table(plan))
        BUG("a plan of %zu files has no name for one", plan->files.count);
    return write_file(plan->request, &plan->files.items[0], directory, name, error);
}
