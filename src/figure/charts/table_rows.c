#include "figure/charts/table_rows.h"

#include <math.h>
#include <string.h>

#include "figure/charts/metric_summary.h"
#include "figure/charts/row_picks.h"
#include "table/column_unit.h"
#include "table/function_names.h"
#include "table/kind_names.h"
#include "table/outcome_words.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

/* Title, subtitle, tick labels, a line of caption and the spaces between them; a line more. */
static const double HEAD_PT = 60, LINE_PT = 11;

enum { NUMBER_SIZE = 64, MOST_KINDS = 64, MOST_EACH_KINDS = 12, SELECTED_KINDS = 60 };

/* ---- which rows ----------------------------------------------------------------------------- */

static const struct column *find_column(const struct table *table, const char *name,
                                        enum column_type type)
{
    for (size_t i = 0; name && i < table->column_count; i++)
        if (strcmp(table->columns[i].name, name) == 0)
            return table->columns[i].type == type ? &table->columns[i] : NULL;
    return NULL;
}

static bool holds(const struct table *table, const char *column, size_t row, const char *text)
{
    const struct column *found = find_column(table, column, COLUMN_TEXT);
    return found && found->texts[row] && strcmp(found->texts[row], text) == 0;
}

static bool is_meant(const struct table *table, const struct plotspec *spec, const char *each,
                     size_t row)
{
    for (size_t i = 0; i < spec->where.count; i++)
        if (!holds(table, spec->where.items[i].name, row, spec->where.items[i].value))
            return false;
    return !each || holds(table, spec->each, row, each);
}

static const struct column_schema *schema_of_role(const struct plotspec *spec, const char *role)
{
    const struct table_schema *schema = table_schema_find(spec->table);
    const char *column = name_pairs_find(&spec->columns, role);
    return schema && column ? table_schema_column(schema, column) : NULL;
}

/* That of the column whose values are drawn; shares people read per cent. */
static void take_unit_of_column(struct table_rows *rows)
{
    static const char *const roles[] = {"value", "upper", "y"};
    const struct column_schema *schema = NULL;
    for (size_t i = 0; !schema && i < sizeof roles / sizeof roles[0]; i++)
        schema = schema_of_role(rows->request->spec, roles[i]);
    if (!schema)
        return;
    struct column_unit unit = column_unit_of(schema->unit);
    bool is_share = schema->meaning == MEANING_SHARE;
    rows->unit = is_share ? "%" : unit.base;
    rows->factor *= is_share ? 100 : unit.factor;
}

/* Of what has no unit at all, the ratios, people read per cent. */
static void find_unit(struct table_rows *rows)
{
    const struct plotspec *spec = rows->request->spec;
    const struct column *column =
        find_column(rows->table, name_pairs_find(&spec->columns, "unit"), COLUMN_TEXT);
    rows->unit = spec->unit ? spec->unit : "";
    rows->factor = spec->factor;
    if (spec->unit || !rows->count)
        return;
    if (!column) {
        take_unit_of_column(rows);
        return;
    }
    const char *unit = column->texts[rows->rows[0]];
    bool is_ratio = !unit || !*unit;
    rows->unit = is_ratio ? "%" : short_name(rows->request->arena, unit, 16);
    rows->factor = is_ratio ? 100 : spec->factor;
}

bool table_rows_make(const struct chart_request *request, struct table_rows *rows)
{
    const struct plotspec *spec = request->spec;
    *rows = (struct table_rows){.request = request,
                                .table = tables_find(request->source->tables, spec->table)};
    if (!rows->table)
        return false;
    size_t *meant = arena_alloc_array(request->scratch, rows->table->rows, sizeof *meant);
    for (size_t row = 0; row < rows->table->rows; row++)
        if (is_meant(rows->table, spec, request->each, row))
            meant[rows->count++] = row;
    rows->rows = meant;
    find_unit(rows);
    return rows->count > 0;
}

static const double *numbers_of(const struct table_rows *rows, const char *role, double factor)
{
    const struct plotspec *spec = rows->request->spec;
    const struct column *column =
        find_column(rows->table, name_pairs_find(&spec->columns, role), COLUMN_NUMBER);
    if (!column)
        return NULL;
    double *numbers = arena_alloc_array(rows->request->scratch, rows->count, sizeof *numbers);
    size_t known = 0;
    for (size_t i = 0; i < rows->count; i++) {
        numbers[i] = column->numbers[rows->rows[i]] * factor;
        known += number_is_missing(numbers[i]) ? 0 : 1;
    }
    return known ? numbers : NULL;
}

const double *table_rows_values(const struct table_rows *rows, const char *role)
{
    return numbers_of(rows, role, rows->factor);
}

const double *table_rows_numbers(const struct table_rows *rows, const char *role)
{
    return numbers_of(rows, role, 1);
}

static const struct kind_names *names_of(const struct chart_request *request, const char *column)
{
    static const struct kind_names none;
    return column && column_is_of_kinds(column) ? &request->source->kind_names : &none;
}

static const char **cells_of(const struct table_rows *rows, const char *role)
{
    const struct plotspec *spec = rows->request->spec;
    const struct column *column =
        find_column(rows->table, name_pairs_find(&spec->columns, role), COLUMN_TEXT);
    if (!column)
        return NULL;
    const char **texts = arena_alloc_array(rows->request->scratch, rows->count, sizeof *texts);
    for (size_t i = 0; i < rows->count; i++)
        texts[i] = column->texts[rows->rows[i]];
    return texts;
}

/* Rows of one function mostly follow each other. */
static void show_functions(const struct table_rows *rows, const char **texts)
{
    struct function_names names;
    const char *last = NULL, *shown = NULL;
    function_names_make(&names, rows->request->source->tables, rows->request->arena);
    for (size_t i = 0; i < rows->count; i++) {
        if (texts[i] != last) {
            last = texts[i];
            shown = function_name_shown(&names, last);
        }
        texts[i] = shown;
    }
}

const char *const *table_rows_cells(const struct table_rows *rows, const char *role)
{
    return cells_of(rows, role);
}

const char *const *table_rows_texts(const struct table_rows *rows, const char *role)
{
    const char **texts = cells_of(rows, role);
    const struct kind_names *names =
        names_of(rows->request, name_pairs_find(&rows->request->spec->columns, role));
    for (size_t i = 0; texts && i < rows->count; i++)
        texts[i] = kind_name_shown(names, texts[i]);
    bool are_tasks = strcmp(rows->table->schema->name, "task_bottleneck") == 0;
    if (texts &&
        (are_tasks || column_is_of_functions(name_pairs_find(&rows->request->spec->columns, role))))
        show_functions(rows, texts);
    return texts;
}

const char *table_shown_text(const struct table_rows *rows, const char *role, const char *cell)
{
    return kind_name_shown(names_of(rows->request,
                                    name_pairs_find(&rows->request->spec->columns, role)),
                           cell);
}

/* ---- a figure for each ---------------------------------------------------------------------- */

struct each_list {
    const char **items;
    size_t count;
};

static void add_each(struct each_list *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i], text) == 0)
            return;
    if (list->count < TABLE_MOST_EACH)
        list->items[list->count++] = text;
}

static bool has_rows(const struct table *table, const struct plotspec *spec, const char *each)
{
    for (size_t row = 0; row < table->rows; row++)
        if (is_meant(table, spec, each, row))
            return true;
    return false;
}

/* The kinds of task that make `cover` of the time, which stand first in the table of kinds. Only
 * the longest are in other tables. */
static void add_kinds(struct each_list *list, const struct tasks_rows *kinds,
                      const struct table *table, const struct plotspec *spec)
{
    const double *cumulated = kinds->elapsed_cumulated;
    const char *const *names = kinds->task;
    size_t most = kinds->rows < MOST_KINDS ? kinds->rows : MOST_KINDS;
    for (size_t row = 0; row < most && list->count < MOST_EACH_KINDS; row++) {
        if (names[row] && has_rows(table, spec, names[row]))
            add_each(list, names[row]);
        if (cumulated[row] >= spec->cover)
            break;
    }
}

const char *const *table_each(const struct tables *tables, const struct plotspec *spec,
                              struct arena *arena, size_t *count)
{
    struct each_list list = {arena_alloc_array(arena, TABLE_MOST_EACH, sizeof *list.items), 0};
    const struct table *table = tables_find(tables, spec->table);
    const struct tasks_rows kinds = tasks_rows(tables);
    const struct column *column = table ? find_column(table, spec->each, COLUMN_TEXT) : NULL;
    if (column && kinds.rows && strcmp(spec->each, "task") == 0)
        add_kinds(&list, &kinds, table, spec);
    else
        for (size_t row = 0; column && row < table->rows; row++)
            if (column->texts[row] && is_meant(table, spec, NULL, row))
                add_each(&list, column->texts[row]);
    *count = list.count;
    return list.items;
}

/* ---- words ---------------------------------------------------------------------------------- */

const char *role_name(const struct plotspec *spec, const char *role, const char *other)
{
    const char *name = name_pairs_find(&spec->names, role);
    return name ? name : other;
}

const char *role_title(const struct plotspec *spec, const char *role)
{
    const struct column_schema *schema = schema_of_role(spec, role);
    return role_name(spec, role, schema ? schema->title : role);
}

const char *role_axis(struct arena *arena, const struct plotspec *spec, const char *role)
{
    const struct column_schema *schema = schema_of_role(spec, role);
    const char *unit = schema ? column_unit_of(schema->unit).base : "";
    if (role_name(spec, role, NULL) || !*unit)
        return role_title(spec, role);
    return arena_format(arena, "%s, %s", role_title(spec, role), unit);
}

const char *count_word(struct arena *arena, double count, const char *one, const char *many)
{
    char text[NUMBER_SIZE];
    return arena_format(arena, "%s %s", quantity_format_fixed(count, 0, text, sizeof text),
                        count == 1 ? one : many);
}

const char *share_word(struct arena *arena, double share)
{
    static const double ROUNDING = 1e-9; /* of shares that were added up */
    if (share <= 0 || share >= 1 - ROUNDING)
        return share <= 0 ? "0 %" : "100 %";
    if (share < 0.0005)
        return "< 0.1 %";
    char text[NUMBER_SIZE];
    return arena_format(arena, "%s %%",
                        quantity_format_fixed(100 * fmin(share, 0.9999), share > 0.9985 ? 2 : 1,
                                              text, sizeof text));
}

const char *in_brackets(struct arena *arena, const char *name)
{
    size_t length = strlen(name);
    bool has_own = length > 1 && name[0] == '(' && name[length - 1] == ')';
    return arena_format(arena, has_own ? " %s" : " (%s)", name);
}

const char *things_text(const struct table_rows *rows, size_t count, bool other)
{
    static const struct {
        const char *column, *one, *many, *another, *others;
    } things[] = {
        {"task of task_bottleneck", "task", "tasks", "other task", "other tasks"},
        {"step", "step", "steps", "other step", "other steps"},
        {"node", "node", "nodes", "other node", "other nodes"},
        {"task", "task kind", "task kinds", "other task kind", "other task kinds"},
        {"category", "task kind", "task kinds", "other task kind", "other task kinds"},
        {"function", "function", "functions", "other function", "other functions"},
        {"outcome", "outcome", "outcomes", "other outcome", "other outcomes"},
        {"worker", "worker", "workers", "other worker", "other workers"},
        {"class", "class", "classes", "other class", "other classes"},
        {"event", "event", "events", "other event", "other events"},
        {"device", "GPU", "GPUs", "other GPU", "other GPUs"},
        {"group", "half", "halves", "other half", "other halves"},
        {"contrast", "group of tasks", "groups of tasks", "other group", "other groups"},
        {"name", "name", "names", "other name", "other names"},
        {"day", "period", "periods", "other period", "other periods"},
        {"", "row", "rows", "other row", "other rows"},
    };
    const char *column = name_pairs_find(&rows->request->spec->columns, "label");
    size_t i = strcmp(rows->table->schema->name, "task_bottleneck") == 0 ? 0 : 1;
    if (texts_equal(name_pairs_find(&rows->request->spec->where, "of"), "functions"))
        column = "function";
    while (i && things[i].column[0] && (!column || strcmp(column, things[i].column) != 0))
        i++;
    return count_word(rows->request->arena, (double)count,
                      other ? things[i].another : things[i].one,
                      other ? things[i].others : things[i].many);
}

/* The tables of distributions hold at least so many of the task kinds where there are more. */
size_t table_all_things(const struct table_rows *rows, size_t all)
{
    const struct tasks_rows tasks = tasks_rows(rows->request->source->tables);
    const char *column = name_pairs_find(&rows->request->spec->columns, "label");
    if (!tasks.rows || tasks.table == rows->table || !column || !column_is_of_kinds(column) ||
        all < SELECTED_KINDS || tasks.rows < all)
        return all;
    return tasks.rows;
}

const char *table_left_out_text(const struct table_rows *rows, size_t drawn, size_t named,
                                size_t all)
{
    struct arena *arena = rows->request->arena;
    const char *table = rows->table->schema->name, *text = "";
    size_t others = all - drawn, things = table_all_things(rows, all);
    if (others)
        text = arena_format(arena, "Shown: %s; %s: see data/%s.csv.",
                            row_picks_text(rows->request->spec->pick, drawn, named, arena),
                            things_text(rows, others, true), table);
    if (things > all)
        text = arena_format(arena,
                            "%s%sdata/%s.csv has %zu of the %s: those with most time and those "
                            "with the highest values.",
                            text, *text ? " " : "", table, all, things_text(rows, things, false));
    return text;
}

/* Names that a capital letter and spaces do not make readable. */
static const char *const quantity_names[][2] = {
    {"memory", "Peak memory"},
    {"elapsed", "Elapsed time"},
    {"cpu_time", "CPU time"},
    {"cpu_efficiency", "CPU efficiency"},
    {"cpu", "CPU time"},
    {"vmem", "Virtual memory"},
    {"rchar", "Characters read"},
    {"wchar", "Characters written"},
    {"syscr", "Read calls"},
    {"syscw", "Write calls"},
    {"gpus", "GPUs"},
    {"cores_avg", "Average cores used"},
    {"cores_measured", "Cores used (measured)"},
    {"machine_cpus", "CPUs of the worker's machine"},
    {"machine_load", "Load average of the worker's machine"},
    {"total_files", "Files (total)"},
    {"total_processes", "Processes (total)"},
    {"max_concurrent_processes", "Processes at a time (max)"},
    {"context_switches", "Context switches"},
    {"bytes_read", "Data read"},
    {"bytes_written", "Data written"},
    {"bytes_received", "Data received"},
    {"bytes_sent", "Data sent"},
    {"bandwidth", "Network bandwidth"},
    {"disk", "Disk used"},
    {"swap_memory", "Swap memory"},
    {"virtual_memory", "Virtual memory"},
    {"time_input_mgr", "Time to send inputs (manager)"},
    {"time_output_mgr", "Time to receive outputs (manager)"},
    {"size_input_mgr", "Size of inputs (manager)"},
    {"size_output_mgr", "Size of outputs (manager)"},
    {"wq_input_time", "Time to send inputs (Work Queue)"},
    {"wq_output_time", "Time to receive outputs (Work Queue)"},
    {"wq_input_size", "Size of inputs (Work Queue)"},
    {"wq_output_size", "Size of outputs (Work Queue)"},
    {"peak_vmem", "Peak virtual memory"},
    {"utilization", "GPU utilisation"},
    {"memory_utilization", "GPU memory utilisation"},
    {"memory_used", "GPU memory used"},
    {"vol_ctxt", "Voluntary context switches"},
    {"inv_ctxt", "Involuntary context switches"},
};

const char *quantity_words(struct arena *arena, const char *name)
{
    for (size_t i = 0; i < sizeof quantity_names / sizeof quantity_names[0]; i++)
        if (strcmp(quantity_names[i][0], name) == 0)
            return quantity_names[i][1];
    char *text = arena_text(arena, short_name(arena, name, 60));
    for (char *at = text; *at; at++)
        if (*at == '_')
            *at = ' ';
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
    return text;
}

/* ---- units ---------------------------------------------------------------------------------- */

/* Of the units "h" and "core-h" are seconds, of elapsed time and of cores, which are shown in hours
 * however many these are, since they are added up; a few seconds are not shown as thousandths of
 * them. */
struct display_unit table_unit(const struct table_rows *rows, double magnitude)
{
    bool is_of_cores = strcmp(rows->unit, "core-h") == 0;
    if (!is_of_cores && strcmp(rows->unit, "h") != 0)
        return display_unit_for(rows->unit, magnitude, rows->request->units);
    if (magnitude >= QUANTITY_HOUR_S / 2)
        return is_of_cores ? (struct display_unit){"core-h", QUANTITY_HOUR_S}
                           : (struct display_unit){"h", QUANTITY_HOUR_S};
    if (magnitude >= 30)
        return is_of_cores ? (struct display_unit){"core-min", 60}
                           : (struct display_unit){"min", 60};
    return is_of_cores ? (struct display_unit){"core-s", 1} : (struct display_unit){"s", 1};
}

const char *table_number_text(struct arena *arena, double value, const struct display_unit *unit)
{
    const double least = 0.001; /* less is nothing in that unit */
    char text[NUMBER_SIZE];
    if (value > 0 && value / unit->factor < least)
        return "< 0.001";
    return arena_text(arena, quantity_format_number(value / unit->factor, 3, text, sizeof text));
}

const char *table_value_text(const struct table_rows *rows, double value,
                             const struct display_unit *given)
{
    struct arena *arena = rows->request->arena;
    if (number_is_missing(value))
        return "–";
    struct display_unit unit = given ? *given : table_unit(rows, fabs(value));
    size_t length = strlen(unit.name);
    if (value == 1 && length > 3 && unit.name[length - 1] == 's' && !strpbrk(unit.name, "/-"))
        unit.name[length - 1] = '\0'; /* "1 core" */
    return arena_format(arena, *unit.name ? "%s %s" : "%s", table_number_text(arena, value, &unit),
                        unit.name);
}

/* On a log axis of times the middle decides the unit, else most ticks were thousandths of hours;
 * but seconds are not shown in thousands of their parts. */
static struct display_unit log_unit(const struct table_rows *rows, double low, double high)
{
    double middle = sqrt(low * high);
    if (strcmp(rows->unit, "s") != 0)
        return table_unit(rows, high);
    return table_unit(rows, high >= 1 ? fmax(middle, 1) : middle);
}

/* A range that a linear axis can show needs no other; points and their hulls are made for one. */
static bool needs_log(const struct table_rows *rows, struct value_range range, double decades)
{
    const double widest_linear = 10;
    if (!rows->request->spec->log_scale || strcmp(rows->unit, "%") == 0 || !(range.high > 0))
        return false;
    return !(decades > 0) || range.high > widest_linear * range.lowest_positive;
}

void table_scale(const struct table_rows *rows, struct value_range range, double decades,
                 struct scale *scale)
{
    const struct plotspec *spec = rows->request->spec;
    if (!needs_log(rows, range, decades)) {
        struct display_unit unit = table_unit(rows, isfinite(range.high) ? range.high : 0);
        scale_init_linear(scale, range.low, range.high, spec->from_zero, unit);
        return;
    }
    double low = fmax(range.lowest_positive, range.high * pow(10, decades > 0 ? -decades : -12));
    struct display_unit unit = log_unit(rows, low, range.high);
    scale_init_log(scale, low, range.high, unit);
    double bottom = round_step_down(low / unit.factor) * unit.factor;
    if (bottom < scale->high) /* else all values lie beyond what an axis can show */
        scale->low = fmax(scale->low, bottom);
    double high = round_step_up(range.high / unit.factor) * unit.factor;
    if (high > 2 * scale->low)
        scale->high = fmin(scale->high, high);
}

/* ---- texts of a figure ---------------------------------------------------------------------- */

/* "Power", but "Run time against power"; "GPU utilisation" everywhere. */
static const char *as_in_title(const struct chart_request *request, const char *words)
{
    char *small = arena_text(request->arena, words);
    bool is_inside = strncmp(request->spec->title, "{each}", strlen("{each}")) != 0;
    if (is_inside && small[0] >= 'A' && small[0] <= 'Z' && small[1] >= 'a' && small[1] <= 'z')
        small[0] = (char)(small[0] - 'A' + 'a');
    return small;
}

static const char *each_words(const struct chart_request *request)
{
    const char *column = request->spec->each;
    const char *name = role_name(request->spec, request->each, NULL);
    if (name)
        return as_in_title(request, name);
    if (strcmp(column, "quantity") == 0 || strcmp(column, "resource") == 0 ||
        strcmp(column, "metric") == 0 || strcmp(column, "factor") == 0)
        return as_in_title(request, quantity_words(request->arena, request->each));
    const struct kind_names *names = names_of(request, column);
    return kind_name_within(names, kind_name_shown(names, request->each), 60, request->arena);
}

static const char *put_in(struct arena *arena, const char *text, const char *field,
                          const char *words)
{
    const char *place = strstr(text, field);
    if (!place)
        return text;
    return arena_format(arena, "%.*s%s%s", (int)(place - text), text, words, place + strlen(field));
}

/* The unit stands behind the title unless that has a place for it. */
const char *table_title(const struct chart_request *request, const char *unit)
{
    struct arena *arena = request->arena;
    const char *title = request->spec->title;
    bool has_place = strstr(title, "{unit}") != NULL;
    title = put_in(arena, title, "{unit}", unit);
    if (request->each)
        title = put_in(arena, title, "{each}", each_words(request));
    bool is_reported = strlen(unit) > 3 ? strcasestr(title, unit) != NULL /* "Files (total)" */
                                        : strcmp(unit, "%") == 0 && strstr(title, ", % of ");
    return *unit && !has_place && !is_reported ? arena_format(arena, "%s, %s", title, unit) : title;
}

static size_t count_named(const struct panel *panel)
{
    size_t count = 0;
    for (size_t i = 0; i < panel->mark_count; i++)
        count += panel->marks[i].name && panel->marks[i].kind != MARK_RULE;
    return count;
}

double table_height(const struct figure *figure, double rows_pt)
{
    const struct panel *panel = figure->panels;
    const size_t line_length = 150;
    size_t lines = strlen(figure->caption) / line_length;
    bool is_log = panel->x.kind == SCALE_LOG || panel->y.kind == SCALE_LOG;
    return HEAD_PT + (double)(lines + is_log + (count_named(panel) > 0)) * LINE_PT + rows_pt;
}

void table_describe(const struct table_rows *rows, const char *unit, const char *numbers,
                    const char *note, struct figure *figure)
{
    const struct chart_request *request = rows->request;
    struct arena *arena = request->arena;
    const char *caption = outcome_words(request->source->tables, arena, request->figure->caption);
    figure->section = request->figure->section;
    figure->page = request->figure->page;
    figure->table = request->spec->table;
    figure->title = table_title(request, unit);
    figure->label = figure->title;
    figure->subtitle = numbers;
    figure->brief = numbers;
    caption = caption ? caption : "";
    note = note ? note : "";
    figure->caption = arena_format(arena, "%s%s%s", caption, *caption && *note ? " " : "", note);
    figure->alt = arena_format(arena, "%s: %s.", figure->title, numbers);
}

bool table_lower(const struct chart_request *request,
                 bool (*fill)(const struct chart_request *request, size_t most,
                              struct figure *figure),
                 struct figure *figure)
{
    struct figure *small = arena_alloc(request->arena, sizeof *small);
    if (!fill(request, TABLE_MOST_NAMES, figure))
        return false;
    small->id = figure->id;
    fill(request, TABLE_MOST_SMALL, small);
    figure->small = small;
    return true;
}
