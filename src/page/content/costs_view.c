#include "page/content/costs_view.h"

#include <math.h>
#include <string.h>

#include "page/content/campaign.h"
#include "page/content/page_parts.h"
#include "page/content/row_view.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/number.h"
#include "util/texts.h"

enum { MOST_SHOWN = 22, MOST_SHORT = 6, LONGEST_NAME = 60 };

const char *money_text(struct arena *arena, double amount, const char *currency)
{
    const double whole = 1e4;
    char text[64];
    if (number_is_missing(amount))
        return NULL;
    quantity_format_fixed(amount, amount < whole ? 2 : 0, text, sizeof text);
    return arena_format(arena, "%s%s%s", text, *currency ? " " : "", currency);
}

const char *co2_text(struct arena *arena, double grams)
{
    static const struct {
        double grams;
        const char *name;
    } units[] = {{1e6, "t"}, {1e3, "kg"}, {1, "g"}};
    size_t i = 0;
    char text[64];
    if (number_is_missing(grams))
        return NULL;
    while (i < 2 && grams < units[i].grams)
        i++;
    return arena_format(arena, "%s %s",
                        quantity_format_number(grams / units[i].grams, 3, text, sizeof text),
                        units[i].name);
}

const char *costs_currency(const struct tables *tables)
{
    const struct prices_rows prices = prices_rows(tables);
    for (size_t i = 0; i < prices.rows; i++)
        if (prices.unit[i] && !texts_equal(prices.what[i], "CO2 per kWh"))
            return prices.unit[i];
    return "";
}

const char *costs_energy_of(const struct tables *tables)
{
    const struct costs_rows costs = costs_rows(tables);
    const char *of = costs.rows ? costs.energy_of[0] : NULL;
    return texts_equal(of, "node") ? "whole nodes" : of;
}

/* ---- tables ---- */

static const char *money_cell(const struct row_cell *cell)
{
    return money_text(cell->arena, table_numbers(cell->table, cell->column)[cell->row], "");
}

static const char *co2_cell(const struct row_cell *cell)
{
    return co2_text(cell->arena, table_numbers(cell->table, cell->column)[cell->row]);
}

static const char *energy_cell(const struct row_cell *cell)
{
    const double energy_J = table_numbers(cell->table, cell->column)[cell->row];
    return number_is_missing(energy_J) ? NULL : energy_text(cell->arena, energy_J);
}

static const char *cost_cell(const struct row_cell *cell)
{
    return money_text(cell->arena, table_numbers(cell->table, cell->column)[cell->row],
                      costs_currency(cell->request->tables));
}

/* Behind the name; parts are in the currency of the cost. */
#define COST_COLUMNS                                                                               \
    {SHOWN(costs, attempts)}, {SHOWN(costs, core_s), .kind = VIEW_HOURS},                          \
        {SHOWN(costs, gpu_s), .kind = VIEW_HOURS}, {SHOWN(costs, cost), .cell = cost_cell},        \
        {SHOWN(costs, unused_cost), .cell = money_cell},                                           \
        {SHOWN(costs, failed_cost), .cell = money_cell},                                           \
        {SHOWN(costs, cancelled_cost), .cell = money_cell},                                        \
        {SHOWN(costs, energy_J), .cell = energy_cell},                                             \
    {                                                                                              \
        SHOWN(costs, co2_g), .cell = co2_cell                                                      \
    }

static const struct row_view_column all_columns[] = {{SHOWN(costs, name), .head = "of"},
                                                     COST_COLUMNS},
                                    user_columns[] = {{SHOWN(costs, name), .head = "user"},
                                                      COST_COLUMNS},
                                    account_columns[] = {{SHOWN(costs, name), .head = "account"},
                                                         COST_COLUMNS},
                                    kind_columns[] = {{SHOWN(costs, name), .head = "task kind"},
                                                      COST_COLUMNS};

#define COST_VIEW(group, list)                                                                     \
    {                                                                                              \
        VIEW_OF(costs, list), .where = COLUMN_OF(costs, by), .is = (group)                         \
    }

static const struct {
    const char *by, *heading;
    struct row_view view;
} views[] = {{"all", NULL, COST_VIEW("all", all_columns)},
             {"user", "By user", COST_VIEW("user", user_columns)},
             {"account", "By account", COST_VIEW("account", account_columns)},
             {"task kind", "By task kind", COST_VIEW("task kind", kind_columns)}};
enum { VIEWS = sizeof views / sizeof views[0] };

static void add_view(size_t number, const char *heading, size_t most,
                     const struct page_request *request, struct document *document,
                     struct section *section)
{
    struct table_view *view = row_view_make(&views[number].view, request, document->arena, most);
    if (!view)
        return;
    if (heading)
        section_add_subheading(document, section, heading);
    section_add_table(document, section, view);
}

static bool has_rows(const struct costs_rows *costs, const char *by)
{
    return rows_find(costs->rows, 0, costs->by, by, NULL, NULL) < costs->rows;
}

/* ---- sentences ---- */

/* "0.02 EUR per core-hour, 1.5 EUR per GPU-hour". */
static const char *prices_text(const struct tables *tables, struct arena *arena)
{
    const struct prices_rows prices = prices_rows(tables);
    const char *text = NULL;
    for (size_t i = 0; i < prices.rows; i++) {
        const bool is_co2 = texts_equal(prices.what[i], "CO2 per kWh");
        char number[64];
        quantity_format_number(prices.value[i], 4, number, sizeof number);
        const char *one =
            arena_format(arena, "%s%s%s%s %s", number, prices.unit[i] ? " " : "",
                         prices.unit[i] ? prices.unit[i] : "", is_co2 ? " of" : " per",
                         is_co2 ? "CO2 per kWh" : prices.what[i]);
        text = text ? arena_format(arena, "%s, %s", text, one) : one;
    }
    return text;
}

/* Whether the energy of all attempts is that of nodes or GPUs that were sampled. */
static bool is_of_samples(const struct costs_rows *costs)
{
    return costs->energy_of[0] && !texts_equal(costs->energy_of[0], "batch system");
}

static bool is_priced(const struct tables *tables, const char *what)
{
    const struct prices_rows prices = prices_rows(tables);
    return prices.rows && rows_find(prices.rows, 0, prices.what, what, NULL, NULL) < prices.rows;
}

/* What the prices of energy are of: nothing is estimated where nothing was measured. */
static void add_energy(const struct page_request *request, const struct costs_rows *costs,
                       struct document *document, struct section *section)
{
    const char *of = costs->rows ? costs->energy_of[0] : NULL;
    if (!is_priced(request->tables, "kWh") && !is_priced(request->tables, "CO2 per kWh"))
        return;
    if (!of)
        section_add_paragraph(document, section,
                              "No energy was measured, so its cost and its CO2 are not known.");
    else if (texts_equal(of, "batch system"))
        section_add_paragraph(
            document, section,
            "Energy is known of %s, as the batch system counted it: of whole nodes, also where "
            "other jobs shared them.",
            costs->energy_known[0] < costs->attempts[0]
                ? arena_format(document->arena, "%s of %s",
                               count_text(document->arena, costs->energy_known[0], "attempt",
                                          "attempts"),
                               COUNT_TEXT(costs->attempts[0]))
                : "all attempts");
    else
        section_add_paragraph(document, section,
                              "Energy was measured on the nodes, of %s%s. Nothing is added for "
                              "times without samples.",
                              texts_equal(of, "node") ? "whole nodes" : of,
                              texts_equal(of, "node")
                                  ? ""
                                  : " alone: what the rest of the nodes used is not in it");
}

static void add_known(const struct page_request *request, const struct costs_rows *costs,
                      struct document *document, struct section *section)
{
    if (!is_priced(request->tables, "core-hour") || !costs->rows)
        return;
    if (number_is_missing(costs->core_s[0]))
        section_add_paragraph(document, section,
                              "No input says how many cores were held for how long, so the cost "
                              "of cores is not known.");
    else if (costs->core_known[0] < costs->attempts[0])
        section_add_paragraph(document, section,
                              "Core time is known of %s of %s: the others are not in the cost.",
                              count_text(document->arena, costs->core_known[0], "attempt",
                                         "attempts"),
                              COUNT_TEXT(costs->attempts[0]));
}

/* Attempts alone are counted; energy of nodes that were sampled is of whatever ran there. */
static void add_unfinished(const struct costs_rows *costs, struct document *document,
                           struct section *section)
{
    if (costs->rows && costs->unfinished[0] > 0)
        section_add_paragraph(
            document, section, "%s still ran when the input was written: %s not in the cost%s.",
            count_text(document->arena, costs->unfinished[0], "attempt", "attempts"),
            costs->unfinished[0] > 1 ? "they are" : "it is",
            is_of_samples(costs) ? ", but the energy of the nodes is that of all that ran" : "");
}

static void add_words(const struct page_request *request, struct document *document,
                      struct section *section)
{
    const struct costs_rows costs = costs_rows(request->tables);
    section_add_paragraph(document, section, "At %s, for what was held, used or not.",
                          prices_text(request->tables, document->arena));
    add_unfinished(&costs, document, section);
    add_known(request, &costs, document, section);
    add_energy(request, &costs, document, section);
}

/* ---- sections ---- */

void costs_add_short(const struct page_request *request, struct document *document,
                     struct section *section)
{
    const struct costs_rows costs = costs_rows(request->tables);
    size_t shown = 0;
    if (!prices_rows(request->tables).rows)
        return;
    for (size_t i = 1; i < VIEWS && costs.rows && !shown; i++)
        shown = has_rows(&costs, views[i].by) ? i : 0;
    section_add_subheading(document, section, "What it cost");
    add_words(request, document, section);
    add_view(shown, NULL, MOST_SHORT, request, document, section);
}

void costs_add(const struct page_request *request, struct document *document,
               struct section *section)
{
    add_words(request, document, section);
    for (size_t i = 0; i < VIEWS; i++)
        add_view(i, views[i].heading, MOST_SHOWN, request, document, section);
}

/* ---- unused work ---- */

void unused_work_add(const struct page_request *request, struct document *document,
                     struct section *section)
{
    const struct unused_work_rows rows = unused_work_rows(request->tables);
    struct arena *arena = document->arena;
    for (size_t i = 0; i < rows.rows; i++) {
        const bool are_gpus = texts_equal(rows.what[i], "idle GPUs");
        const char *unit = are_gpus ? "GPU-hours" : "core-hours";
        const char *what = are_gpus ? "with known utilisation were idle"
                           : texts_equal(rows.what[i], "lost")
                               ? "went into failed and cancelled attempts"
                               : "that succeeded attempts held were not used";
        char time[64], held[64], each[64];
        quantity_format_number(rows.time_s[i] / 3600, 3, time, sizeof time);
        quantity_format_number(rows.held_s[i] / 3600, 3, held, sizeof held);
        quantity_format_number(rows.each_s[i] / 3600, 3, each, sizeof each);
        section_add_paragraph(document, section,
                              "%s of %s %s %s (%s): as much as %s of %s (median %s %s each).", time,
                              held, unit, what, share_text(arena, rows.share[i]),
                              count_text(arena, rows.tasks[i], "more task", "more tasks"),
                              plain_text(arena, kind_name_shown(&request->kind_names, rows.task[i]),
                                         LONGEST_NAME),
                              each, unit);
    }
}
