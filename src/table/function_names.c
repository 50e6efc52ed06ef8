#include "table/function_names.h"

#include <stdlib.h>
#include <string.h>

#include "table/rows.h"
#include "util/memory.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '>';
}

/* Where the argument list begins that the name ends with; 0: it has none. "Memcpy HtoD (Pinned ->
 * Device)" has a space before its brackets. */
static size_t list_start(const char *name)
{
    size_t size = strlen(name), depth = 0;
    for (size_t i = size; i-- > 1;) {
        depth += name[i] == ')';
        if (name[i] == '(' && --depth == 0)
            return is_letter(name[i - 1]) ? i : 0;
        if (depth == 0)
            return 0;
    }
    return 0;
}

static const char *without_list(struct arena *arena, const char *name)
{
    static const char result[] = "void ";
    size_t size = list_start(name);
    bool has_result = strncmp(name, result, sizeof result - 1) == 0;
    size_t from = has_result ? sizeof result - 1 : 0;
    return size > from ? arena_text_of_size(arena, name + from, size - from) : NULL;
}

struct short_name {
    const char *text;
    size_t row;
};

static int by_text(const void *left, const void *right)
{
    return strcmp(((const struct short_name *)left)->text,
                  ((const struct short_name *)right)->text);
}

/* Names that differ in their lists alone keep them. */
static void drop_equal(const struct functions_rows *functions, const char **shown)
{
    struct short_name *all = memory_alloc_array(functions->rows, sizeof *all);
    size_t count = 0;
    for (size_t row = 0; row < functions->rows; row++)
        if (functions->function[row])
            all[count++] =
                (struct short_name){shown[row] ? shown[row] : functions->function[row], row};
    qsort(all, count, sizeof *all, by_text);
    for (size_t i = 1; i < count; i++)
        if (strcmp(all[i].text, all[i - 1].text) == 0)
            shown[all[i].row] = shown[all[i - 1].row] = NULL;
    free(all);
}

void function_names_make(struct function_names *names, const struct tables *tables,
                         struct arena *arena)
{
    const struct functions_rows functions = functions_rows(tables);
    *names = (struct function_names){.tables = tables, .arena = arena};
    if (!functions.rows)
        return;
    names->shown = arena_alloc_array(arena, functions.rows, sizeof *names->shown);
    for (size_t row = 0; row < functions.rows; row++)
        if (functions.function[row])
            names->shown[row] = without_list(arena, functions.function[row]);
    drop_equal(&functions, names->shown);
}

const char *function_name_shown(const struct function_names *names, const char *name)
{
    if (!name || !names->shown || !list_start(name))
        return name;
    const struct functions_rows functions = functions_rows(names->tables);
    for (size_t row = 0; row < functions.rows; row++)
        if (functions.function[row] && strcmp(functions.function[row], name) == 0)
            return names->shown[row] ? names->shown[row] : name;
    return name;
}

size_t function_names_all(const struct function_names *names, const char *const **all)
{
    const struct functions_rows functions = functions_rows(names->tables);
    *all = NULL;
    if (!names->shown)
        return 0;
    const char **texts = arena_alloc_array(names->arena, functions.rows, sizeof *texts);
    for (size_t row = 0; row < functions.rows; row++)
        texts[row] = names->shown[row] ? names->shown[row] : functions.function[row];
    *all = texts;
    return functions.rows;
}

bool column_is_of_functions(const char *column)
{
    return column && strcmp(column, "function") == 0;
}
