#include "page/content/settings.h"

#include "table/rows.h"
#include "util/strbuf.h"
#include "util/texts.h"

/* By the format of an input, in the order in which they are shown. A table of any program may be of
 * whatever runs jobs. */
static const struct {
    const char *format;
    const struct settings_tool *tools[3];
} fitting[] = {
    {"nextflow", {&settings_nextflow}},
    {"workqueue", {&settings_taskvine, &settings_work_queue}},
    {"sacct", {&settings_slurm}},
    {"sacct_json", {&settings_slurm}},
    {"table", {&settings_slurm, &settings_htcondor, &settings_snakemake}},
    {"exported_attempts", {&settings_slurm, &settings_htcondor, &settings_snakemake}},
    {"quanta_csv", {&settings_slurm, &settings_htcondor}},
    {"wfcommons", {&settings_slurm, &settings_htcondor}},
    {"makeflow", {&settings_slurm, &settings_htcondor}},
};

struct tool_list {
    const struct settings_tool *items[SETTINGS_MOST_FILES];
    size_t count;
};

static bool is_format_of(const struct input_row *inputs, size_t count, const char *format)
{
    for (size_t i = 0; i < count; i++)
        if (texts_equal(inputs[i].format, format))
            return true;
    return false;
}

static void add_tool(struct tool_list *list, const struct settings_tool *tool)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == tool)
            return;
    list->items[list->count++] = tool;
}

static struct tool_list find_tools(const struct input_row *inputs, size_t count)
{
    struct tool_list list = {.count = 0};
    for (size_t i = 0; i < sizeof fitting / sizeof fitting[0]; i++)
        for (size_t k = 0; k < sizeof fitting[i].tools / sizeof fitting[i].tools[0]; k++)
            if (fitting[i].tools[k] && is_format_of(inputs, count, fitting[i].format))
                add_tool(&list, fitting[i].tools[k]);
    return list;
}

/* Whether one of the requests expects repetitions, which some tools have to be told once. */
static bool repeats(const struct settings_tool *tool, const struct memory_requests_rows *table)
{
    for (size_t i = 0; i < table->rows; i++)
        if (tool->can_name(table->task[i]) && table->retries[i] > 0)
            return true;
    return false;
}

static void write_rest(const struct settings_tool *tool, size_t count, const char *why,
                       struct strbuf *out)
{
    if (count)
        strbuf_format(out, "%s%s %zu %s %s\n", tool->indent, tool->comment, count,
                      count > 1 ? "more task kinds" : "more task kind", why);
}

/* False where the tool has a name for none of the kinds. */
static bool write_file(const struct settings_tool *tool, const struct memory_requests_rows *table,
                       size_t most_kinds, struct strbuf *out)
{
    size_t shown = 0, beyond = 0, unnamed = 0;
    tool->begin(out, repeats(tool, table));
    for (size_t i = 0; i < table->rows; i++) {
        const struct memory_requests_row row = memory_requests_row_at(table->table, i);
        if (!tool->can_name(row.task)) {
            unnamed++;
        } else if (most_kinds && shown == most_kinds) {
            beyond++;
        } else {
            tool->add(out, &row);
            shown++;
        }
    }
    write_rest(tool, beyond, "in the file.", out);
    write_rest(tool, unnamed, tool->why_unnamed, out);
    tool->end(out);
    return shown > 0;
}

/* Kinds that are no names of tasks mean nothing to a tool that sets memory by name: comments are
 * for people. */
static bool fits_kinds(const struct settings_tool *tool, const struct tables *tables)
{
    return tool == &settings_slurm || tool == &settings_htcondor || !kind_choice_rows(tables).rows;
}

size_t settings_make(const struct tables *tables, const struct input_row *inputs,
                     size_t input_count, size_t most_kinds, struct arena *arena,
                     struct settings_file files[SETTINGS_MOST_FILES])
{
    const struct memory_requests_rows table = memory_requests_rows(tables);
    const struct tool_list tools = find_tools(inputs, input_count);
    size_t count = 0;
    struct strbuf text;
    strbuf_init(&text);
    for (size_t i = 0; i < tools.count && table.rows; i++) {
        const struct settings_tool *tool = tools.items[i];
        strbuf_clear(&text);
        if (fits_kinds(tool, tables) && write_file(tool, &table, most_kinds, &text))
            files[count++] =
                (struct settings_file){tool->name, tool->folder, tool->file,
                                       arena_text_of_size(arena, text.text, text.size)};
    }
    strbuf_release(&text);
    return count;
}
