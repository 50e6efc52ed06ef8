#include "export/export_list.h"

#include <string.h>

#include "table/canonical_tables.h"
#include "util/nearest.h"
#include "util/utf8.h"

enum { LONGEST_NAME = 60 };

#define EXPORT_TEXT_FORMAT(name) extern const struct export_text export_text_##name;
#include "export/formats.def"

static const struct export_format formats[] = {
#define EXPORT_TEXT_FORMAT(name) {#name, false, &export_text_##name},
#define EXPORT_LIBRARY_FORMAT(name, holds_all) {#name, holds_all, NULL},
#include "export/formats.def"
};

static const char *const compressions[] = {
    "",
#define EXPORT_COMPRESSION(name) #name,
#include "export/formats.def"
};

size_t export_format_count(void)
{
    return sizeof formats / sizeof formats[0];
}

const struct export_format *export_format_at(size_t index)
{
    return &formats[index];
}

const char *export_table_name(const char *result_table)
{
    return strcmp(result_table, "attempts") == 0 ? "attempts_by_outcome" : result_table;
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_called(struct text_slice text, const char *name)
{
    return text.size == strlen(name) && memcmp(text.text, name, text.size) == 0;
}

static const struct export_format *find_format(struct text_slice name)
{
    for (size_t i = 0; i < export_format_count(); i++)
        if (is_called(name, formats[i].name))
            return &formats[i];
    return NULL;
}

static const char *find_table(struct text_slice name)
{
    for (int i = 0; i < CANONICAL_TABLES; i++)
        if (is_called(name, canonical_table_at((enum canonical_table_number)i)->name))
            return canonical_table_at((enum canonical_table_number)i)->name;
    for (size_t i = 0; i < table_schema_count(); i++)
        if (is_called(name, export_table_name(table_schema_at(i)->name)))
            return export_table_name(table_schema_at(i)->name);
    return NULL;
}

static void offer_formats(struct nearest *nearest)
{
    for (size_t i = 0; i < export_format_count(); i++)
        nearest_offer(nearest, formats[i].name);
}

static void offer_tables(struct nearest *nearest)
{
    for (int i = 0; i < CANONICAL_TABLES; i++)
        nearest_offer(nearest, canonical_table_at((enum canonical_table_number)i)->name);
    for (size_t i = 0; i < table_schema_count(); i++)
        nearest_offer(nearest, export_table_name(table_schema_at(i)->name));
}

/* "csv, json, hdf5" */
static const char *format_names(struct arena *arena)
{
    const char *names = formats[0].name;
    for (size_t i = 1; i < export_format_count(); i++)
        names = arena_format(arena, "%s, %s", names, formats[i].name);
    return names;
}

/* `what`: "table", "format" or "table or format". */
static bool refuse(struct text_slice name, const char *what, bool may_be_table, bool may_be_format,
                   struct error *error)
{
    struct arena arena;
    arena_init(&arena);
    struct nearest nearest = nearest_begin(name.text, name.size);
    if (may_be_table)
        offer_tables(&nearest);
    if (may_be_format)
        offer_formats(&nearest);
    const char *shown =
        utf8_shorten(&arena, arena_text_of_size(&arena, name.text, name.size), LONGEST_NAME);
    if (nearest.found)
        error_set(error, ERROR_USAGE, "--export: unknown %s '%s' (did you mean '%s'?)", what, shown,
                  nearest.found);
    else
        error_set(error, ERROR_USAGE,
                  "--export: unknown %s '%s' (formats are %s; tables are listed by 'jobreport "
                  "tables')",
                  what, shown, format_names(&arena));
    arena_release(&arena);
    return false;
}

/* ---- an item --------------------------------------------------------------------------------- */

/* What is before the first dot; what is behind it is in *rest, NULL where there is no dot. */
static struct text_slice cut_name(struct text_slice text, struct text_slice *rest)
{
    const char *dot = memchr(text.text, '.', text.size);
    size_t size = dot ? (size_t)(dot - text.text) : text.size;
    *rest = (struct text_slice){dot ? dot + 1 : NULL, dot ? text.size - size - 1 : 0};
    return (struct text_slice){text.text, size};
}

static bool take_compression(struct export_item *item, struct text_slice name, struct error *error)
{
    for (size_t i = 1; i < sizeof compressions / sizeof compressions[0]; i++)
        if (is_called(name, compressions[i])) {
            if (!item->format->text)
                return error_set(error, ERROR_USAGE,
                                 "--export: %s files are not compressed by %s (only csv and json)",
                                 item->format->name, compressions[i]);
            item->compression = (enum export_compression)i;
            return true;
        }
    return error_set(error, ERROR_USAGE,
                     "--export: unknown compression '%.*s' behind %s (gz or zst)",
                     (int)(name.size < LONGEST_NAME ? name.size : LONGEST_NAME), name.text,
                     item->format->name);
}

static bool is_path(const char *text)
{
    return strchr(text, '/') || strcmp(text, ".") == 0 || strncmp(text, "..", 2) == 0;
}

static bool refuse_path(const char *text, struct error *error)
{
    struct arena arena;
    arena_init(&arena);
    error_set(error, ERROR_USAGE,
              "--export: '%s' is a path: give formats and tables, such as csv,parquet or "
              "tasks.csv, which are written to export/ in the report (to write the report "
              "elsewhere: -o)",
              utf8_shorten(&arena, text, LONGEST_NAME));
    arena_release(&arena);
    return false;
}

bool export_item_parse(const char *text, struct export_item *item, struct error *error)
{
    if (is_path(text))
        return refuse_path(text, error);
    struct text_slice rest;
    struct text_slice name = cut_name(text_slice_of(text), &rest);
    *item = (struct export_item){.table = find_table(name), .format = find_format(name)};
    if (item->table && !rest.text) {
        item->format = find_format(text_slice_of("csv"));
        return true;
    }
    if (item->table) {
        name = cut_name(rest, &rest);
        item->format = find_format(name);
        if (!item->format)
            return refuse(name, "format", false, true, error);
    } else if (!item->format) {
        return refuse(name, rest.text ? "table" : "table or format", true, !rest.text, error);
    }
    return !rest.text || take_compression(item, rest, error);
}

const char *export_file_name(struct arena *arena, const struct export_item *item, const char *table)
{
    const char *compression = compressions[item->compression];
    return arena_format(arena, "%s.%s%s%s", table ? table : "report", item->format->name,
                        *compression ? "." : "", compression);
}
