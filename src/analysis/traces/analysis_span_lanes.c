/* span_lanes: what ran where over time, in at most LANES_MOST lanes of LANE_MOST_STRETCHES
 * stretches and LANE_MOST_MARKS marks. Of spans that nest or overlap on a worker the one that began
 * last is shown; annotations are not. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/lane_stretches.h"
#include "analysis/traces/lane_marks.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/parallel.h"

struct lane_drawing {
    const struct trace_totals *totals;
    uint8_t *kind_of;                /* of each function: its place by time, at most LANE_KINDS */
    size_t *group_of;                /* of each worker: its lane */
    size_t group_count;              /* workers of a group follow each other */
    struct lane_stretch **stretches; /* of each group */
    size_t *counts;
    struct lane_mark *marks;
    double first, last;
};

/* ---- pieces: the time of the span that began last ---- */

struct open_span {
    double end;
    uint8_t kind;
};

struct open_spans {
    struct open_span *items;
    size_t count, capacity;
    double shown_until; /* up to here pieces are made */
    struct lane_cells *cells;
};

static void add_piece(struct open_spans *open, double until, size_t ends)
{
    const struct open_span *top = &open->items[open->count - 1];
    struct lane_attempt piece = {.start = open->shown_until,
                                 .end = fmax(until, open->shown_until),
                                 .kind = top->kind};
    if (ends || until > open->shown_until)
        lane_cells_add(open->cells, &piece, ends);
    open->shown_until = piece.end;
}

static void close_until(struct open_spans *open, double moment)
{
    while (open->count && open->items[open->count - 1].end <= moment) {
        add_piece(open, open->items[open->count - 1].end, 1);
        open->count--;
    }
}

static void open_span(struct open_spans *open, const struct activity_span *span, uint8_t kind)
{
    close_until(open, span->start);
    if (open->count)
        add_piece(open, span->start, 0);
    open->shown_until = fmax(open->shown_until, span->start);
    *list_add(open) = (struct open_span){aligned_end(span->start, span->duration), kind};
}

static void add_worker(const struct lane_drawing *drawing, size_t worker, struct lane_cells *cells)
{
    const struct trace_totals *totals = drawing->totals;
    struct activity_rows rows = totals->aligned->lanes[worker].spans;
    struct open_spans open = {.shown_until = -INFINITY, .cells = cells};
    for (size_t i = rows.first; i < rows.first + rows.count; i++)
        if (!totals->aligned->spans[i].is_annotation)
            open_span(&open, &totals->aligned->spans[i], drawing->kind_of[totals->function_of[i]]);
    close_until(&open, INFINITY);
    free(open.items);
}

/* ---- lanes ---- */

static bool stand_alone(const struct aligned_timeline *aligned, struct activity_rows rows)
{
    double reached = -INFINITY;
    if (rows.count > LANE_MOST_STRETCHES)
        return false;
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        const struct activity_span *span = &aligned->spans[i];
        if (span->is_annotation || span->start < reached)
            return false;
        reached = aligned_end(span->start, span->duration);
    }
    return true;
}

static size_t copy_spans(const struct lane_drawing *drawing, struct activity_rows rows,
                         struct lane_stretch *stretches)
{
    for (size_t i = 0; i < rows.count; i++) {
        const struct activity_span *span = &drawing->totals->aligned->spans[rows.first + i];
        uint8_t kind = drawing->kind_of[drawing->totals->function_of[rows.first + i]];
        stretches[i] = (struct lane_stretch){.start = span->start,
                                             .end = aligned_end(span->start, span->duration),
                                             .parts = {{kind, 1}},
                                             .part_count = 1,
                                             .tasks = 1};
    }
    return rows.count;
}

static void make_group(void *context, size_t group)
{
    struct lane_drawing *drawing = context;
    const struct aligned_timeline *aligned = drawing->totals->aligned;
    size_t first = 0, last;
    while (drawing->group_of[first] != group)
        first++;
    for (last = first + 1; last < aligned->lane_count && drawing->group_of[last] == group;)
        last++;
    struct lane_stretch *stretches = memory_alloc_array(LANE_MOST_STRETCHES, sizeof *stretches);
    drawing->stretches[group] = stretches;
    if (last - first == 1 && stand_alone(aligned, aligned->lanes[first].spans)) {
        drawing->counts[group] = copy_spans(drawing, aligned->lanes[first].spans, stretches);
        return;
    }
    struct lane_cells *cells = lane_cells_new(drawing->first, drawing->last);
    for (size_t worker = first; worker < last; worker++)
        add_worker(drawing, worker, cells);
    drawing->counts[group] = lane_cells_finish(cells, stretches);
}

/* Workers while they are few, else hosts, else several hosts. */
static void group_workers(struct lane_drawing *drawing)
{
    const struct aligned_timeline *aligned = drawing->totals->aligned;
    size_t hosts = aligned->host_count < LANES_MOST ? aligned->host_count : LANES_MOST;
    size_t before = 0;
    for (size_t w = 0; w < aligned->lane_count; w++) {
        size_t group = aligned->lane_count <= LANES_MOST
                           ? w
                           : aligned->lanes[w].host * hosts / aligned->host_count;
        if (w == 0 || group != before)
            drawing->group_count++;
        before = group;
        drawing->group_of[w] = drawing->group_count - 1;
    }
}

static const char *lane_name(const struct lane_drawing *drawing, size_t first, size_t last,
                             struct arena *arena)
{
    const struct aligned_timeline *aligned = drawing->totals->aligned;
    size_t from = aligned->lanes[first].host, to = aligned->lanes[last - 1].host;
    if (last - first == 1)
        return trace_worker_label(drawing->totals, first, arena);
    return from == to ? arena_text(arena, aligned_host_name(aligned, from))
                      : arena_format(arena, "%s … %s", aligned_host_name(aligned, from),
                                     aligned_host_name(aligned, to));
}

struct lane_row {
    size_t number, workers;
    const char *name;
    double origin;
};

static struct span_lanes_row begin_row(const struct lane_row *lane, double start, double end)
{
    struct span_lanes_row row = span_lanes_row_missing();
    row.lane = (double)lane->number;
    row.worker = lane->name;
    row.workers = (double)lane->workers;
    row.start = lane->origin + start;
    row.end = lane->origin + end;
    return row;
}

static void put_marks(const struct lane_drawing *drawing, const struct lane_row *lane,
                      struct table *table)
{
    for (size_t i = 0; i < LANE_MOST_MARKS; i++) {
        const struct lane_mark *mark = &drawing->marks[lane->number * LANE_MOST_MARKS + i];
        if (!mark->instants)
            continue;
        struct span_lanes_row row = begin_row(lane, mark->time, mark->time);
        row.tasks = 0;
        row.instants = (double)mark->instants;
        span_lanes_row_put_static(table, &row);
    }
}

/* A row each part; what ended in the stretch is with the first. */
static void put_stretch(const struct lane_row *lane, const struct lane_stretch *stretch,
                        const char *const *names, struct table *table)
{
    for (size_t i = 0; i < stretch->part_count; i++) {
        struct span_lanes_row row = begin_row(lane, stretch->start, stretch->end);
        row.function = names[stretch->parts[i].kind];
        row.tasks = i ? 0 : (double)stretch->tasks;
        row.running = stretch->parts[i].running;
        span_lanes_row_put_static(table, &row);
    }
}

static void put_lanes(const struct lane_drawing *drawing, struct tables *tables)
{
    const struct trace_totals *totals = drawing->totals;
    struct table *table = tables_get(tables, "span_lanes");
    const char *names[LANE_KINDS + 1] = {NULL};
    for (size_t i = 0; i < LANE_KINDS && i < totals->function_count; i++)
        names[i] = arena_text(tables->arena, totals->function_names[totals->by_time[i]]);
    for (size_t group = 0, first = 0, last; group < drawing->group_count; group++, first = last) {
        for (last = first + 1;
             last < totals->aligned->lane_count && drawing->group_of[last] == group;)
            last++;
        struct lane_row row = {group, last - first, lane_name(drawing, first, last, tables->arena),
                               totals->aligned->times.origin};
        for (size_t i = 0; i < drawing->counts[group]; i++)
            put_stretch(&row, &drawing->stretches[group][i], names, table);
        put_marks(drawing, &row, table);
        free(drawing->stretches[group]);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct trace_totals *totals = request->traces;
    if (!totals || !(totals->last > totals->first))
        return;
    size_t workers = totals->aligned->lane_count;
    struct lane_drawing drawing = {
        .totals = totals,
        .kind_of = memory_alloc_array(totals->function_count, sizeof *drawing.kind_of),
        .group_of = memory_alloc_array(workers, sizeof *drawing.group_of),
        .stretches = memory_alloc_array(workers, sizeof *drawing.stretches),
        .counts = memory_alloc_array(workers, sizeof *drawing.counts),
        .first = totals->first,
        .last = totals->last,
    };
    for (size_t i = 0; i < totals->function_count; i++)
        drawing.kind_of[totals->by_time[i]] = i < LANE_KINDS ? (uint8_t)i : LANE_KINDS;
    group_workers(&drawing);
    parallel_threads(request->jobs, drawing.group_count, make_group, &drawing);
    drawing.marks = lane_marks_make(totals->aligned, drawing.group_of, drawing.group_count,
                                    drawing.first, drawing.last);
    put_lanes(&drawing, tables);
    free(drawing.marks);
    free(drawing.kind_of);
    free(drawing.group_of);
    free(drawing.stretches);
    free(drawing.counts);
}

const struct analysis analysis_span_lanes = {"span_lanes", run};
