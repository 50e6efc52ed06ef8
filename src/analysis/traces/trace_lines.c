#include "analysis/traces/trace_lines.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/equal_bins.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"

enum { MOST_CELLS = 4000000, LEAST_STRETCHES = 12 };

static size_t fewer(size_t stretches, size_t lines)
{
    size_t most = lines ? MOST_CELLS / lines : stretches;
    most = most > LEAST_STRETCHES ? most : LEAST_STRETCHES;
    return stretches < most ? stretches : most;
}

bool trace_grid_make(struct trace_grid *grid, double first, double last, size_t stretches,
                     size_t lines)
{
    stretches = fewer(stretches, lines);
    double width = (last - first) / (double)stretches;
    *grid = (struct trace_grid){0};
    if (!(width > 0) || !lines)
        return false;
    *grid = (struct trace_grid){first, width, stretches, lines, 0, 0};
    grid->sums = memory_alloc_array(lines, stretches * sizeof *grid->sums);
    grid->weights = memory_alloc_array(lines, stretches * sizeof *grid->weights);
    return true;
}

void trace_grid_release(struct trace_grid *grid)
{
    free(grid->sums);
    free(grid->weights);
    *grid = (struct trace_grid){0};
}

static size_t stretch_at(const struct trace_grid *grid, double time)
{
    return equal_bin_of(time, grid->first, grid->width, grid->stretches);
}

void trace_grid_hold(struct trace_grid *grid, size_t line, double from, double to, double value)
{
    for (size_t i = stretch_at(grid, from); i <= stretch_at(grid, to) && from < to; i++) {
        double start = grid->first + (double)i * grid->width;
        double weight = fmin(to, start + grid->width) - fmax(from, start);
        if (!(weight > 0))
            continue;
        grid->sums[line * grid->stretches + i] += weight * value;
        grid->weights[line * grid->stretches + i] += weight;
    }
}

void trace_grid_sample(struct trace_grid *grid, size_t line, double time, double value)
{
    if (!isnan(value))
        trace_grid_samples(grid, line, time, value, 1);
}

void trace_grid_samples(struct trace_grid *grid, size_t line, double time, double sum, size_t count)
{
    size_t i = line * grid->stretches + stretch_at(grid, time);
    grid->sums[i] += sum;
    grid->weights[i] += (double)count;
}

double trace_grid_next(const struct trace_grid *grid, double time)
{
    return grid->first + (double)(stretch_at(grid, time) + 1) * grid->width;
}

static double value_at(const struct trace_grid *grid, size_t line, size_t stretch)
{
    size_t i = line * grid->stretches + stretch;
    return grid->weights[i] > 0 ? grid->sums[i] / grid->weights[i] : (double)NAN;
}

static double middle_of(const struct trace_grid *grid, size_t stretch)
{
    return grid->first + ((double)stretch + 0.5) * grid->width;
}

/* ---- rows ---- */

static void put_point(struct table *table, const struct trace_panel *panel, const char *line,
                      double time, double value)
{
    struct trace_lines_row row = trace_lines_row_missing();
    row.figure = panel->figure;
    row.panel = panel->title;
    row.unit = panel->unit;
    row.line = line;
    row.time = panel->origin + time;
    row.value = value;
    trace_lines_row_put(table, &row);
}

/* Of the lines at a moment; returns how many there are. */
static size_t values_at(const struct trace_grid *grid, size_t stretch, double *values)
{
    size_t count = 0;
    for (size_t line = 0; line < grid->lines; line++) {
        values[count] = value_at(grid, line, stretch);
        count += isnan(values[count]) ? 0 : 1;
    }
    return count;
}

static void put_quantiles(const struct trace_grid *grid, const struct trace_panel *panel,
                          struct table *table)
{
    static const char *const names[] = {"lowest", "median", "highest"};
    static const double p[] = {0, 0.5, 1};
    double *values = memory_alloc_array(grid->lines, sizeof *values);
    double(*quantiles)[3] = memory_alloc_array(grid->stretches, sizeof *quantiles);
    for (size_t i = 0; i < grid->stretches; i++)
        statistic_quantiles(values, values_at(grid, i, values), p, 3, quantiles[i]);
    for (size_t line = 0; line < 3; line++)
        for (size_t i = 0; i < grid->stretches; i++)
            put_point(table, panel, names[line], middle_of(grid, i), quantiles[i][line]);
    free(quantiles);
    free(values);
}

/* Some neighbouring lines over some neighbouring stretches. */
struct grid_part {
    size_t line, lines, stretch, stretches;
};

static double mean_of_part(const struct trace_grid *grid, const struct grid_part *part)
{
    double sum = 0, weight = 0;
    for (size_t line = part->line; line < part->line + part->lines; line++)
        for (size_t i = part->stretch; i < part->stretch + part->stretches; i++) {
            sum += grid->sums[line * grid->stretches + i];
            weight += grid->weights[line * grid->stretches + i];
        }
    return weight > 0 ? sum / weight : (double)NAN;
}

static size_t at_most(size_t count, size_t from, size_t end)
{
    return from + count < end ? count : end - from;
}

static void put_map(const struct trace_grid *grid, const struct trace_panel *panel,
                    struct table *table)
{
    size_t lines = (grid->lines + TRACE_MAP_LINES - 1) / TRACE_MAP_LINES;
    size_t stretches = (grid->stretches + TRACE_MAP_STRETCHES - 1) / TRACE_MAP_STRETCHES;
    for (size_t line = 0; line < grid->lines; line += lines) {
        struct grid_part part = {.line = line, .lines = at_most(lines, line, grid->lines)};
        const char *name = panel->names[line];
        if (part.lines > 1)
            name = arena_format(table->arena, "%s – %s", name, panel->names[line + part.lines - 1]);
        for (size_t i = 0; i < grid->stretches; i += stretches) {
            part.stretch = i;
            part.stretches = at_most(stretches, i, grid->stretches);
            put_point(table, panel, name,
                      grid->first + ((double)i + (double)stretches / 2) * grid->width,
                      mean_of_part(grid, &part));
        }
    }
}

void trace_grid_put(const struct trace_grid *grid, const struct trace_panel *panel,
                    struct tables *tables)
{
    struct table *table = tables_get(tables, "trace_lines");
    if (grid->lines > TRACE_MOST_LINES) {
        put_quantiles(grid, panel, table);
        if (panel->with_map)
            put_map(grid, panel, table);
        return;
    }
    for (size_t line = 0; line < grid->lines; line++)
        for (size_t i = 0; i < grid->stretches; i++)
            put_point(table, panel, panel->names[line], middle_of(grid, i),
                      value_at(grid, line, i));
}

void trace_grid_put_imbalance(const struct trace_grid *grid, const struct trace_panel *panel,
                              struct tables *tables)
{
    struct table *table = tables_get(tables, "trace_lines");
    double *values = memory_alloc_array(grid->lines, sizeof *values);
    for (size_t i = 0; i < grid->stretches; i++) {
        size_t count = values_at(grid, i, values);
        double sum = 0, highest = 0;
        for (size_t line = 0; line < count; line++) {
            sum += values[line];
            highest = fmax(highest, values[line]);
        }
        put_point(table, panel, "imbalance", middle_of(grid, i),
                  sum > 0 ? 100 * (highest * (double)count / sum - 1) : (double)NAN);
    }
    free(values);
}
