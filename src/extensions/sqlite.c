/* SQLite: a table each, and views for common questions (sqlite_views.def). Numbers are REAL,
 * counts INTEGER, texts TEXT; a missing value is NULL. */
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>

#include "export/export_format.h"

enum { MOST_COLUMNS = 2000 }; /* SQLITE_MAX_COLUMN, unless the library was built otherwise */

struct writer {
    const char *path;
    sqlite3 *database;
    sqlite3_stmt *insert;
    const struct export_table *written;
};

static bool fail(const struct writer *writer, struct error *error)
{
    int code = sqlite3_extended_errcode(writer->database);
    bool is_full = (code & 0xff) == SQLITE_FULL;
    return export_fail(error, writer->path,
                       is_full ? strerror(ENOSPC) : sqlite3_errmsg(writer->database),
                       is_full ? ENOSPC : sqlite3_system_errno(writer->database));
}

static bool run(const struct writer *writer, const char *sql)
{
    return sql && sqlite3_exec(writer->database, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* No journal: who writes into a directory of its own needs none. */
static void *open_file(const struct export_file *file, struct error *error)
{
    struct writer *writer = calloc(1, sizeof *writer);
    if (!writer)
        return export_fail(error, file->path, "out of memory", 0), NULL;
    writer->path = file->path;
    if (sqlite3_open_v2(file->path, &writer->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                        NULL) != SQLITE_OK ||
        !run(writer, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; "
                     "PRAGMA locking_mode = EXCLUSIVE; PRAGMA encoding = 'UTF-8'; BEGIN")) {
        fail(writer, error);
        sqlite3_close(writer->database);
        free(writer);
        return NULL;
    }
    return writer;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const char *affinity(const struct column_schema *column)
{
    if (column->type == COLUMN_TEXT)
        return "TEXT";
    return column->meaning == MEANING_COUNT || column->meaning == MEANING_FLAG ? "INTEGER" : "REAL";
}

static char *create_text(const struct export_table *table)
{
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendf(text, "CREATE TABLE \"%w\" (", table->name);
    for (size_t i = 0; i < table->column_count; i++)
        sqlite3_str_appendf(text, "%s\"%w\" %s", i ? ", " : "", table->columns[i].name,
                            affinity(&table->columns[i]));
    sqlite3_str_appendall(text, ")");
    return sqlite3_str_finish(text);
}

static char *insert_text(const struct export_table *table)
{
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendf(text, "INSERT INTO \"%w\" VALUES (?", table->name);
    for (size_t i = 1; i < table->column_count; i++)
        sqlite3_str_appendall(text, ", ?");
    sqlite3_str_appendall(text, ")");
    return sqlite3_str_finish(text);
}

static bool begin_table(void *argument, const struct export_table *table, struct error *error)
{
    struct writer *writer = argument;
    char *create = create_text(table), *insert = insert_text(table);
    writer->written = table;
    bool good =
        run(writer, create) && insert &&
        sqlite3_prepare_v2(writer->database, insert, -1, &writer->insert, NULL) == SQLITE_OK;
    sqlite3_free(create);
    sqlite3_free(insert);
    return good || fail(writer, error);
}

static bool bind(sqlite3_stmt *insert, int at, enum column_type type, union export_cells cells,
                 size_t row)
{
    if (!cells.numbers)
        return sqlite3_bind_null(insert, at) == SQLITE_OK;
    if (type == COLUMN_TEXT)
        return sqlite3_bind_text(insert, at, cells.texts[row], -1, SQLITE_STATIC) == SQLITE_OK;
    return (isfinite(cells.numbers[row]) ? sqlite3_bind_double(insert, at, cells.numbers[row])
                                         : sqlite3_bind_null(insert, at)) == SQLITE_OK;
}

static bool put_batch(void *argument, const struct export_batch *batch, struct error *error)
{
    struct writer *writer = argument;
    bool good = true;
    for (size_t row = 0; row < batch->rows && good; row++) {
        for (size_t i = 0; i < writer->written->column_count && good; i++)
            good = bind(writer->insert, (int)i + 1, writer->written->columns[i].type,
                        batch->columns[i], row);
        good = good && sqlite3_step(writer->insert) == SQLITE_DONE;
        sqlite3_reset(writer->insert);
    }
    return good || fail(writer, error);
}

static bool end_table(void *argument, struct error *error)
{
    struct writer *writer = argument;
    bool good = sqlite3_finalize(writer->insert) == SQLITE_OK;
    writer->insert = NULL;
    return good || fail(writer, error);
}

/* ---- views ----------------------------------------------------------------------------------- */

static const struct {
    const char *name, *sql;
} views[] = {
#define SQLITE_VIEW(name, what, sql) {#name, sql},
#include "export/sqlite_views.def"
};

/* A view whose tables or columns are not all there is left out: a statement that names them cannot
 * be prepared. */
static bool add_view(const struct writer *writer, const char *name, const char *sql)
{
    sqlite3_stmt *probe = NULL;
    bool is_sound = sqlite3_prepare_v2(writer->database, sql, -1, &probe, NULL) == SQLITE_OK;
    sqlite3_finalize(probe);
    if (!is_sound)
        return true;
    char *text = sqlite3_mprintf("CREATE VIEW \"%w\" AS %s", name, sql);
    bool good = run(writer, text);
    sqlite3_free(text);
    return good;
}

static bool close_file(void *argument, bool is_whole, struct error *error)
{
    struct writer *writer = argument;
    bool good = is_whole;
    sqlite3_finalize(writer->insert);
    for (size_t i = 0; i < sizeof views / sizeof views[0] && good; i++)
        good = add_view(writer, views[i].name, views[i].sql);
    if (is_whole && !(good && run(writer, "COMMIT")))
        good = fail(writer, error);
    if (sqlite3_close(writer->database) != SQLITE_OK && good)
        good = export_fail(error, writer->path, "it cannot be closed", 0);
    free(writer);
    return good;
}

__attribute__((visibility("default"))) extern const struct export_library jobreport_extension;
const struct export_library jobreport_extension = {
    .most_columns = MOST_COLUMNS,
    .has_contents = true,
    .open = open_file,
    .begin = begin_table,
    .put = put_batch,
    .end = end_table,
    .close = close_file,
};
