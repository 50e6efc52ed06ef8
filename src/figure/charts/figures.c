#include "figure/charts/figures.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure/charts/chart.h"
#include "figure/charts/chart_source.h"
#include "figure/charts/inputs_apart.h"
#include "figure/charts/metric_summary.h"
#include "figure/charts/table_columns.h"
#include "figure/charts/table_rows.h"
#include "figure/charts/time_gaps.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/texts.h"

enum { LONGEST_ID = 80 };

/* A figure that a definition asks for; it is made unless its tables are empty. */
struct candidate {
    const struct plotspec *spec;
    const struct plot_figure *figure;
    const char *metric, *id; /* metric: NULL of a table */
    const char *each;        /* what "{each}" stands for, or NULL */
    size_t place;            /* among those of equal order */
};
struct candidates {
    struct candidate *items;
    size_t count, capacity;
};

/* ---- which ---------------------------------------------------------------------------------- */

static int compare_candidates(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->figure->order != b->figure->order)
        return a->figure->order < b->figure->order ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

static void add_candidate(struct candidates *candidates, const struct plotspec *spec, size_t figure,
                          const char *metric, const char *each)
{
    memory_reserve(&candidates->items, &candidates->capacity, candidates->count + 1,
                   sizeof candidates->items[0]);
    candidates->items[candidates->count] = (struct candidate){.spec = spec,
                                                              .figure = &spec->figures[figure],
                                                              .metric = metric,
                                                              .each = each,
                                                              .id = spec->figures[figure].id,
                                                              .place = candidates->count};
    candidates->count++;
}

/* Another metric with samples of as many nodes says the same. */
static bool is_measured_otherwise(const struct indexed_table *metrics, const struct plotspec *spec,
                                  size_t row)
{
    struct row_list others = {0};
    if (spec->unless)
        others = indexed_table_rows(metrics, spec->unless);
    if (!others.count)
        return false;
    const double *samples = table_numbers(metrics->table, "samples"),
                 *nodes = table_numbers(metrics->table, "nodes");
    return samples[others.rows[0]] > 0 && nodes[others.rows[0]] >= nodes[row];
}

/* "cpu_user.core" of no definition of its own has the ids of metrics without one, and the unit and
 * words of "cpu_user". */
static const struct plotspec *spec_of_part(const struct plotspec *spec, const char *metric,
                                           const struct plotspecs *specs, struct arena *arena)
{
    const char *ending = strrchr(metric, '.');
    if (!ending || strcmp(spec->metric, "*") != 0 || strcmp(metric_thing(metric), "node") == 0)
        return spec;
    const char *name = arena_text_of_size(arena, metric, (size_t)(ending - metric));
    const struct plotspec *node = plotspecs_find(specs, name);
    if (!node || !node->metric || strcmp(node->metric, name) != 0)
        return spec;
    struct plotspec *part = arena_alloc(arena, sizeof *part);
    *part = *spec;
    part->unit = node->unit;
    part->from_zero = node->from_zero;
    part->log_scale = node->log_scale;
    part->figures = arena_alloc_array(arena, spec->figure_count, sizeof *part->figures);
    for (size_t i = 0; i < spec->figure_count; i++) {
        part->figures[i] = spec->figures[i];
        part->figures[i].caption = node->figures[0].caption;
    }
    return part;
}

static void collect_of_metrics(struct candidates *candidates, const struct indexed_table *metrics,
                               const struct plotspecs *specs, bool with_repeated,
                               struct arena *arena)
{
    for (size_t i = 0; i < metrics->metrics.count; i++) {
        const char *metric = metrics->metrics.names[i];
        const struct plotspec *spec = metric[0] ? plotspecs_find(specs, metric) : NULL;
        if (spec && !with_repeated &&
            is_measured_otherwise(metrics, spec, metrics->rows[metrics->starts[i]]))
            continue;
        spec = spec ? spec_of_part(spec, metric, specs, arena) : NULL;
        for (size_t f = 0; spec && f < spec->figure_count; f++)
            add_candidate(candidates, spec, f, metric, NULL);
    }
}

static void collect_of_tables(struct candidates *candidates, const struct tables *tables,
                              const struct plotspecs *specs, struct arena *arena)
{
    for (size_t i = 0; i < specs->count; i++) {
        const struct plotspec *spec = &specs->items[i];
        size_t count = 1;
        const char *const *each = NULL;
        if (!spec->table)
            continue;
        if (spec->each)
            each = table_each(tables, spec, arena, &count);
        for (size_t k = 0; k < count; k++)
            add_candidate(candidates, spec, 0, NULL, each ? each[k] : NULL);
    }
}

/* ---- ids ------------------------------------------------------------------------------------ */

static bool add_id(struct name_index *ids, const char *id)
{
    bool is_new = name_index_find(ids, id) == NAME_INDEX_NONE;
    if (is_new)
        name_index_add(ids, id);
    return is_new;
}

static char safe_letter(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    bool safe =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
    return safe ? c : '-';
}

/* `text` with unsafe letters replaced, at most `most` of them. */
static char *safe_text(struct arena *arena, const char *text, size_t most)
{
    size_t size = strnlen(text, most);
    char *safe = arena_text_of_size(arena, text, size);
    for (size_t i = 0; i < size; i++)
        safe[i] = safe_letter(text[i]);
    return safe;
}

/* A file whose name starts with a dot is hidden, or none at all; "-rf.png" is an option. */
static char *safe_start(char *id)
{
    if (id[0] == '.' || id[0] == '-')
        id[0] = '_';
    return id;
}

/* What in the candidate's id stands for its metric or its text of a table; NULL: nothing. */
static const char *field_of(const struct candidate *candidate)
{
    const char *field = candidate->metric ? "{metric}" : "{each}";
    return strstr(candidate->figure->id, field) ? field : NULL;
}

/* The candidate's id with the name put in and, from the second try on, "-2", "-3" … behind it. */
static const char *open_id(struct arena *arena, const struct candidate *candidate,
                           const char *field, size_t attempt)
{
    const char *pattern = candidate->figure->id;
    char suffix[24] = "";
    if (attempt > 1)
        snprintf(suffix, sizeof suffix, "-%zu", attempt);
    const char *place = strstr(pattern, field), *rest = place + strlen(field);
    const char *stands_for = candidate->metric ? candidate->metric : candidate->each;
    size_t head = strnlen(pattern, (size_t)(place - pattern)), taken = head + strlen(rest);
    size_t room = taken + strlen(suffix) < LONGEST_ID ? LONGEST_ID - taken - strlen(suffix) : 1;
    const char *name = safe_text(arena, stands_for ? stands_for : "", room);
    const char *id = arena_format(arena, "%.*s%s%s%s", (int)head, pattern, name, rest, suffix);
    return safe_start(safe_text(arena, id, LONGEST_ID + sizeof suffix));
}

static void give_ids(struct candidates *candidates, struct arena *arena)
{
    struct name_index ids; /* given so far */
    name_index_init(&ids);
    for (size_t i = 0; i < candidates->count; i++)
        if (!field_of(&candidates->items[i]))
            add_id(&ids, candidates->items[i].id);
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->items[i];
        const char *field = field_of(candidate);
        if (!field)
            continue;
        size_t attempt = 1;
        do
            candidate->id = open_id(arena, candidate, field, attempt++);
        while (!add_id(&ids, candidate->id));
    }
    name_index_release(&ids);
}

/* ---- making --------------------------------------------------------------------------------- */

static bool matches_any(const char *id, const char *const *globs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fnmatch(globs[i], id, 0) == 0)
            return true;
    return false;
}

static bool is_wanted(const char *id, const struct figure_filter *filter)
{
    if (!filter)
        return true;
    if (filter->only && !matches_any(id, filter->only, filter->only_count))
        return false;
    return !filter->skip || !matches_any(id, filter->skip, filter->skip_count);
}

static bool make_figure(const struct candidate *candidate, struct chart_request *request,
                        struct figure *figure, struct error *error)
{
    const struct chart *chart = chart_by_name(candidate->figure->kind);
    *figure = (struct figure){.id = candidate->id, .each = candidate->each};
    if (!chart)
        return error_set(error, ERROR_USAGE, "%s: unknown chart kind \"%s\"", candidate->spec->path,
                         candidate->figure->kind);
    request->spec = candidate->spec;
    request->figure = candidate->figure;
    request->metric = candidate->metric;
    request->each = candidate->each;
    bool is_of_gaps = candidate->spec->is_of_one_run && request->are_inputs_apart;
    if (is_of_gaps || table_is_superseded(request) || !chart->lower(request, figure))
        figure->panel_count = 0;
    if (is_of_gaps)
        figure->undrawn = "the inputs cover periods far apart";
    time_gaps_mend(figure, request->source->tables, request->arena);
    return true;
}

/* Of each key metric the last figure stands for it: the one that shows most of its nodes. */
static void mark_key(struct figures *figures, const struct plotspec *spec, const char *metric)
{
    size_t last = figures->count - 1;
    figures->is_key[last] = spec->key;
    for (size_t i = 0; metric && i < last; i++)
        if (figures->is_key[i] && figures->items[i].metric &&
            strcmp(figures->items[i].metric, metric) == 0)
            figures->is_key[i] = false;
}

static void take_out(struct figures *figures, size_t index)
{
    size_t behind = --figures->count - index;
    memmove(&figures->items[index], &figures->items[index + 1], behind * sizeof figures->items[0]);
    memmove(&figures->is_key[index], &figures->is_key[index + 1],
            behind * sizeof figures->is_key[0]);
}

static bool is_said_by(const struct figure *combined, const struct figure *each)
{
    bool is_combined = each->is_mean || each->is_sum;
    return !is_combined && (combined->is_mean || (combined->is_sum && each->is_of_few));
}

/* The later figure takes the place of the earlier one, in its section. */
static void replace_earlier(struct figures *figures, size_t earlier)
{
    size_t last = figures->count - 1;
    figures->items[last].section = figures->items[earlier].section;
    figures->items[earlier] = figures->items[last];
    take_out(figures, last);
}

/* Beside a figure of each node their mean says the same again, and so does the sum of a few,
 * whichever of them comes first. Who names figures with `only` gets them all. Returns whether one
 * figure less is left. */
static bool fold_combined(struct figures *figures, const struct figure_filter *filter)
{
    size_t last = figures->count - 1;
    const struct figure *latest = &figures->items[last];
    if (!latest->metric || (filter && filter->only))
        return false;
    for (size_t i = 0; i < last; i++) {
        const struct figure *other = &figures->items[i];
        bool is_other = is_said_by(other, latest);
        if (!other->metric || strcmp(other->metric, latest->metric) != 0 ||
            (!is_other && !is_said_by(latest, other)))
            continue;
        figures->is_key[i] |= figures->is_key[last];
        if (is_other)
            replace_earlier(figures, i);
        else
            take_out(figures, last);
        return true;
    }
    return false;
}

/* Whether one of the figures before the last shows the kind, or any where none is asked for. */
static bool is_drawn(const struct figures *figures, const char *glob, const char *each)
{
    for (size_t i = 0; i + 1 < figures->count; i++) {
        const struct figure *figure = &figures->items[i];
        if (fnmatch(glob, figure->id, 0) == 0 && (!each || texts_equal(figure->each, each)))
            return true;
    }
    return false;
}

/* The last figure is left out where its definition names others that show all that it does, and
 * they are drawn. Who names figures with `only` gets them all. */
static void fold_beside(struct figures *figures, const struct candidate *candidate,
                        const struct figure_filter *filter)
{
    const struct figure *last = &figures->items[figures->count - 1];
    const char *glob =
        candidate->each ? name_pairs_find(&candidate->spec->beside, candidate->each) : NULL;
    if (!glob || (filter && filter->only) || !is_drawn(figures, glob, NULL))
        return;
    for (size_t i = 0; i < last->panel_count; i++)
        if (last->panels[i].each && !last->panels[i].message &&
            !is_drawn(figures, glob, last->panels[i].each))
            return;
    take_out(figures, figures->count - 1);
}

/* Without the unit, which nobody knows when there are no values. */
static const char *plain_title(const char *title, struct arena *arena)
{
    static const char unit[] = " ({unit})";
    const char *place = strstr(title, unit);
    if (!place)
        return title;
    return arena_format(arena, "%.*s%s", (int)(place - title), title, place + strlen(unit));
}

/* Other figures show all that it would, whether it can be drawn or not. */
static bool is_beside(const struct figures *figures, const struct candidate *candidate)
{
    const char *glob =
        candidate->each ? name_pairs_find(&candidate->spec->beside, candidate->each) : NULL;
    for (size_t i = 0; glob && i < figures->count; i++)
        if (fnmatch(glob, figures->items[i].id, 0) == 0)
            return true;
    return false;
}

/* Many figures of one definition are one title: "Peak memory of align and 11 other task kinds". */
static bool is_further_kind(struct figures *figures, const struct candidate *candidate,
                            const char *why, struct arena *arena)
{
    size_t i = 0;
    while (i < figures->left_out_count && (figures->left_out[i].of != candidate->spec ||
                                           !texts_equal(figures->left_out[i].why, why)))
        i++;
    if (i == figures->left_out_count || !candidate->each ||
        !texts_equal(candidate->spec->each, "task"))
        return false;
    struct left_out_figure *first = &figures->left_out[i];
    first->more = arena_format(arena, " and %s",
                               count_word(arena, (double)first->kinds++, "other task kind",
                                          "other task kinds"));
    return true;
}

static void note_left_out(struct figures *figures, const struct candidate *candidate,
                          const struct chart_request *request, const char *why)
{
    const char *title = plain_title(candidate->spec->title, request->arena);
    /* What continues another figure is not missed beside it. */
    if (candidate->spec->skip > 0)
        return;
    if (candidate->each)
        title = table_title(request, "");
    if (is_further_kind(figures, candidate, why, request->arena))
        return;
    figures->left_out[figures->left_out_count++] = (struct left_out_figure){
        title, candidate->figure->section, candidate->figure->page, why, candidate->spec, 1, ""};
}

static bool is_still(const struct figure *figure)
{
    return figure->metric && figure->panel_count == 1 && figure->panels[0].message;
}

/* Once a metric, however many figures it would have. */
static void note_still(struct figures *figures, struct name_index *noted,
                       const struct figure *figure, struct arena *arena)
{
    if (!add_id(noted, figure->metric))
        return;
    struct figure *copy = arena_alloc(arena, sizeof *copy);
    *copy = *figure;
    figures->still[figures->still_count++] =
        (struct still_metric){figure->metric, figure->label, figure->panels[0].message,
                              figure->section, copy};
}

static struct undrawn_metrics *open_section(struct figures *figures, const char *section)
{
    for (size_t i = 0; i < figures->undrawn_count; i++)
        if (strcmp(figures->undrawn[i].section, section) == 0)
            return &figures->undrawn[i];
    /* Whoever defines more sections than that has the rest of them counted together. */
    if (figures->undrawn_count == FIGURES_OPEN_SECTIONS)
        return &figures->undrawn[FIGURES_OPEN_SECTIONS - 1];
    figures->undrawn[figures->undrawn_count] = (struct undrawn_metrics){.section = section};
    return &figures->undrawn[figures->undrawn_count++];
}

/* Thousands of counters would fill the disk with figures that nobody looks at: where a section has
 * its fill of metrics that no definition names, the others are counted. */
static bool has_room(struct figures *figures, const struct candidates *candidates, size_t index)
{
    const struct candidate *candidate = &candidates->items[index];
    if (!candidate->metric || !field_of(candidate))
        return true;
    const char *section = candidate->figure->section;
    struct undrawn_metrics *open = open_section(figures, section ? section : "");
    if (open->drawn < FIGURES_OPEN_MOST)
        return true;
    const struct candidate *before = index ? candidate - 1 : NULL;
    open->count += !before || !before->metric || strcmp(before->metric, candidate->metric) != 0;
    return false;
}

static void count_drawn(struct figures *figures, const struct candidate *candidate)
{
    const char *section = candidate->figure->section;
    if (candidate->metric && field_of(candidate))
        open_section(figures, section ? section : "")->drawn++;
}

/* The figure of a candidate, of which there may be nothing to draw: then that is noted where a
 * reader would miss it. */
static bool try_figure(struct figures *figures, const struct candidate *candidate,
                       const struct chart_request *request, struct figure *figure,
                       struct error *error)
{
    struct arena scratch;
    arena_init(&scratch);
    struct chart_request own = *request;
    own.scratch = &scratch;
    bool good = make_figure(candidate, &own, figure, error);
    bool is_missed = figure->panel_count == 0 && candidate->spec->table &&
                     !table_is_superseded(&own) && (figure->undrawn || !table_has_values(&own));
    if (good && is_missed && !is_beside(figures, candidate))
        note_left_out(figures, candidate, &own, figure->undrawn);
    arena_release(&scratch);
    return good;
}

static bool make_figures(struct figures *figures, const struct candidates *candidates,
                         const struct figure_filter *filter, const struct chart_request *request,
                         struct name_index *noted, struct error *error)
{
    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->items[i];
        struct figure *figure = &figures->items[figures->count];
        if (!is_wanted(candidate->id, filter) || !has_room(figures, candidates, i))
            continue;
        if (!try_figure(figures, candidate, request, figure, error))
            return false;
        if (figure->panel_count == 0)
            continue;
        if (is_still(figure)) {
            note_still(figures, noted, figure, request->arena);
            continue;
        }
        figures->count++;
        mark_key(figures, candidate->spec, candidate->metric);
        if (!fold_combined(figures, filter))
            count_drawn(figures, candidate);
        fold_beside(figures, candidate, filter);
    }
    return true;
}

bool figures_make(struct figures *figures, const struct tables *tables, const struct facts *facts,
                  const struct plotspecs *specs, const struct figure_filter *filter,
                  enum unit_system units, struct arena *arena, struct error *error)
{
    struct chart_source source;
    struct candidates candidates = {0};
    struct chart_request request = {.source = &source, .units = units, .arena = arena};
    request.are_inputs_apart = inputs_are_apart(tables);
    request.can_paint_contours = filter ? filter->can_paint_contours : NULL;
    chart_source_make(&source, tables, facts, arena);
    collect_of_metrics(&candidates, &source.job_metrics, specs, filter && filter->only, arena);
    collect_of_tables(&candidates, tables, specs, arena);
    if (candidates.count > 1)
        qsort(candidates.items, candidates.count, sizeof candidates.items[0], compare_candidates);
    give_ids(&candidates, arena);
    *figures = (struct figures){.capacity = candidates.count};
    figures->items = arena_alloc_array(arena, candidates.count, sizeof figures->items[0]);
    figures->is_key = arena_alloc_array(arena, candidates.count, sizeof figures->is_key[0]);
    figures->left_out = arena_alloc_array(arena, candidates.count, sizeof figures->left_out[0]);
    figures->still = arena_alloc_array(arena, candidates.count, sizeof figures->still[0]);
    struct name_index noted; /* metrics that did not change */
    name_index_init(&noted);
    bool good = make_figures(figures, &candidates, filter, &request, &noted, error);
    name_index_release(&noted);
    free(candidates.items);
    chart_source_release(&source);
    return good;
}
