#include "showing.h"

#include <errno.h>

#include "input/earlier_report.h"
#include "page/terminal/overview_json.h"
#include "util/path.h"
#include "util/texts.h"
#include "util/utf8.h"

enum { SIZE_LIMIT = 16 << 20 };

bool showing_is_report(const struct options *options)
{
    struct error reason = {0};
    return options->input_count == 1 && earlier_report_in(options->inputs[0].path, options->arena,
                                                          &reason) == EARLIER_REPORT_FOUND;
}

static bool read_overview(struct overview *overview, struct strbuf *text, const char *directory,
                          struct arena *arena, struct error *error)
{
    const char *path = path_join(arena, directory, OVERVIEW_FILE);
    if (path_read(path, SIZE_LIMIT, text, error))
        return overview_read_json(overview, path, text, arena, error);
    return error->number != ENOENT
               ? false
               : error_set(error, ERROR_INPUT,
                           "%s: no %s: an earlier version made this report ('jobreport replot' "
                           "adds it)",
                           directory, OVERVIEW_FILE);
}

static void write_text(const struct overview *overview, const char *directory,
                       const struct environment *environment, struct strbuf *out)
{
    struct strbuf where;
    strbuf_init(&where);
    utf8_add_visible(&where, directory);
    overview_write_text(overview, where.text, environment->style, out);
    strbuf_release(&where);
}

bool showing_run(const struct options *options, const struct environment *environment,
                 struct report_outcome *outcome, struct error *error)
{
    const char *directory = options->inputs[0].path;
    struct overview overview;
    struct strbuf text;
    strbuf_init(&text);
    bool good = read_overview(&overview, &text, directory, options->arena, error);
    for (size_t i = 0; good && i < overview.finding_count; i++) {
        outcome->problems += texts_equal(overview.findings[i].level, "bad");
        outcome->warnings += texts_equal(overview.findings[i].level, "warn");
    }
    if (good && options->json)
        strbuf_add(&outcome->dump, text.text, text.size);
    else if (good)
        write_text(&overview, directory, environment, &outcome->dump);
    strbuf_release(&text);
    return good;
}
