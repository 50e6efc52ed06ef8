#include "drawn_figures.h"

#include <fnmatch.h>
#include <string.h>

#include "render/contours.h"

static bool draws_any(const struct figures *figures, const char *pattern)
{
    for (size_t i = 0; i < figures->count; i++)
        if (fnmatch(pattern, figures->items[i].id, 0) == 0)
            return true;
    return false;
}

static void note_vain_patterns(const struct figures *figures, const struct drawing_request *request)
{
    const struct text_list *only = &request->options->only;
    for (size_t i = 0; i < only->count; i++)
        if (strcmp(only->items[i], "none") != 0 && !draws_any(figures, only->items[i]))
            request->environment->note(
                request->environment->context,
                arena_format(request->arena,
                             "--only %s matches no figure of this report (see 'jobreport figures')",
                             only->items[i]));
}

static void note_undrawn(const struct figures *figures, const struct drawing_request *request)
{
    for (size_t i = 0; i < figures->undrawn_count; i++) {
        const struct undrawn_metrics *undrawn = &figures->undrawn[i];
        if (undrawn->count)
            request->environment->note(
                request->environment->context,
                arena_format(request->arena,
                             "%zu metrics are not drawn: section \"%s\" is limited to %d figures "
                             "of metrics without a chart definition (data/job_metrics.csv has all)",
                             undrawn->count, undrawn->section, FIGURES_OPEN_MOST));
    }
}

bool drawn_figures_make(struct figures *figures, const struct drawing_request *request,
                        struct error *error)
{
    struct figure_filter filter = {request->options->only.items, request->options->skip.items,
                                   request->options->only.count, request->options->skip.count,
                                   contours_can_be_painted};
    if (!figures_make(figures, request->tables, &request->manifest->facts, request->specs, &filter,
                      request->options->units, request->arena, error))
        return false;
    note_vain_patterns(figures, request);
    note_undrawn(figures, request);
    return true;
}
