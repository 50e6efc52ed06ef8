#include "report_overview.h"

#include "page/terminal/overview_json.h"
#include "util/path.h"

static const char text_name[] = "report.txt";

void report_overview_print(const struct document *document, const struct tables *tables,
                           bool as_json, struct terminal_style style, struct strbuf *out)
{
    struct overview overview;
    overview_make(&overview, document, tables);
    if (as_json)
        overview_write_json(&overview, document->arena, out);
    else
        overview_write_text(&overview, NULL, style, out);
}

static bool write_file(const struct document *document, const struct tables *tables, bool as_json,
                       const char *path, struct error *error)
{
    static const struct terminal_style plain = {.ascii = true};
    struct strbuf text;
    strbuf_init(&text);
    report_overview_print(document, tables, as_json, plain, &text);
    bool good = path_write(path, text.text, text.size, error);
    strbuf_release(&text);
    return good;
}

bool report_overview_write(const struct document *document, const struct tables *tables,
                           const char *directory, struct error *error)
{
    struct arena *arena = document->arena;
    return write_file(document, tables, false, path_join(arena, directory, text_name), error) &&
           write_file(document, tables, true, path_join(arena, directory, OVERVIEW_FILE), error);
}
