#include "page/terminal/overview_text.h"

#include <math.h>
#include <string.h>

#include "page/content/attempt_views.h"
#include "util/distinct_names.h"
#include "util/utf8.h"

enum {
    WIDTH = 80,
    LEVEL_WIDTH = 10, /* "problem   " */
    LABEL_WIDTH = 32,
    GAP = 2,
    LONGEST_CELL = 30,
    LONGEST_NAME = 48 /* where names are alike but for what a shorter one would lack */
};

struct writer {
    struct terminal_style style;
    struct strbuf *out;
};

/* ---- letters --------------------------------------------------------------------------------- */

/* What ASCII has for signs that reports use. */
static const struct {
    const char *sign, *ascii;
} spelled[] = {
    {"·", "*"},  {"→", "->"},  {"–", "-"},      {"—", "-"},      {"−", "-"},  {"×", "x"},
    {"÷", "/"},  {"…", "..."}, {"°", "deg "},   {"µ", "u"},      {"μ", "u"},  {"≥", ">="},
    {"≤", "<="}, {"▲", "^"},   {"\u00a0", " "}, {"\u202f", " "}, {"“", "\""}, {"”", "\""},
    {"’", "'"},  {"±", "+-"},  {"²", "2"},      {"³", "3"},
};

static size_t letter_size(const char *text)
{
    size_t size = 1;
    while (((unsigned char)text[size] & 0xC0) == 0x80)
        size++;
    return size;
}

/* "mean 2 · max 3" separates, "GB·h" multiplies. */
static bool separates(const struct strbuf *out, const char *sign)
{
    return out->size && out->text[out->size - 1] == ' ' && strncmp(sign, "·", strlen("·")) == 0;
}

static void add_ascii(struct strbuf *out, const char *text)
{
    while (*text) {
        size_t size = letter_size(text), i = 0;
        const size_t count = sizeof spelled / sizeof spelled[0];
        while (i < count &&
               !(strlen(spelled[i].sign) == size && memcmp(spelled[i].sign, text, size) == 0))
            i++;
        if (size == 1)
            strbuf_add_char(out, *text);
        else if (separates(out, text))
            strbuf_add_char(out, '|');
        else
            strbuf_add_text(out, i < count ? spelled[i].ascii : "?");
        text += size;
    }
}

/* The text as the style writes it; in the buffer given. */
static const char *styled(const struct writer *writer, const char *text, struct strbuf *room)
{
    strbuf_clear(room);
    if (writer->style.ascii)
        add_ascii(room, text);
    else
        strbuf_add_text(room, text);
    return room->text;
}

/* A character of East Asia takes two columns; what combines with the one before takes none. */
static size_t letter_columns(const char *letter)
{
    const unsigned char *bytes = (const unsigned char *)letter;
    bool combines = bytes[0] == 0xCC || (bytes[0] == 0xCD && bytes[1] < 0xB0);
    bool is_wide = bytes[0] >= 0xE3 && bytes[0] <= 0xED && !(bytes[0] == 0xEA && bytes[1] < 0xB0);
    return combines ? 0 : is_wide || bytes[0] == 0xF0 ? 2 : 1;
}

static size_t columns_of(const char *text)
{
    size_t columns = 0;
    for (; *text; text += letter_size(text))
        columns += letter_columns(text);
    return columns;
}

/* At most so many columns of it. */
static size_t fitting(const char *text, size_t most)
{
    size_t size = 0;
    for (size_t used = 0; text[size]; size += letter_size(text + size)) {
        used += letter_columns(text + size);
        if (used > most)
            break;
    }
    return size;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void begin_colour(const struct writer *writer, const char *code)
{
    if (writer->style.colour)
        strbuf_format(writer->out, "\x1b[%sm", code);
}

static void end_colour(const struct writer *writer)
{
    if (writer->style.colour)
        strbuf_add_text(writer->out, "\x1b[0m");
}

static void add_blanks(const struct writer *writer, size_t count)
{
    for (size_t i = 0; i < count; i++)
        strbuf_add_char(writer->out, ' ');
}

/* The bytes at the end that take at most so many columns. */
static const char *ending(const char *text, size_t most)
{
    const char *end = text;
    for (size_t columns = columns_of(text); columns > most; end += letter_size(end))
        columns -= letter_columns(end);
    return end;
}

/* What is too wide loses its middle: units stand at the end. */
static void add_padded(const struct writer *writer, const char *text, size_t width, bool right)
{
    struct strbuf room, cut;
    strbuf_init(&room);
    strbuf_init(&cut);
    const char *shown = styled(writer, text, &room);
    if (columns_of(shown) <= width || width < 4) {
        strbuf_add(&cut, shown, fitting(shown, width));
    } else {
        strbuf_add(&cut, shown, fitting(shown, (width - 1) / 2));
        strbuf_add_text(&cut, writer->style.ascii ? "~" : "…");
        strbuf_add_text(&cut, ending(shown, width - 1 - (width - 1) / 2));
    }
    size_t used = columns_of(cut.text), left = used < width ? width - used : 0;
    add_blanks(writer, right ? left : 0);
    strbuf_add_text(writer->out, cut.text);
    add_blanks(writer, right ? 0 : left);
    strbuf_release(&cut);
    strbuf_release(&room);
}

/* How much of a text goes on a line: whole words where they fit. */
static size_t line_size(const char *text, size_t width)
{
    size_t size = fitting(text, width), cut = size;
    if (!text[size] || text[size] == ' ')
        return size;
    while (cut > 0 && text[cut] != ' ')
        cut--;
    return cut ? cut : size ? size : letter_size(text);
}

/* A paragraph; all lines begin `indent` columns from the left, where the first has been begun. */
static void add_wrapped(const struct writer *writer, const char *text, size_t indent,
                        const char *colour)
{
    struct strbuf room;
    strbuf_init(&room);
    const char *rest = styled(writer, text, &room);
    for (bool is_first = true; *rest; is_first = false) {
        size_t size = line_size(rest, WIDTH - indent);
        if (!is_first)
            add_blanks(writer, indent);
        if (colour)
            begin_colour(writer, colour);
        strbuf_add(writer->out, rest, size);
        if (colour)
            end_colour(writer);
        strbuf_add_char(writer->out, '\n');
        rest += size;
        while (*rest == ' ')
            rest++;
    }
    strbuf_release(&room);
}

static void add_heading(const struct writer *writer, const char *text)
{
    strbuf_add_char(writer->out, '\n');
    add_wrapped(writer, text, 0, "1");
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Of whom it is, and how the job ended: what is looked for first. */
static void add_subtitle(const struct writer *writer, const struct overview *overview)
{
    struct strbuf line;
    bool has_subtitle = overview->subtitle && *overview->subtitle;
    bool has_state = overview->state && *overview->state;
    strbuf_init(&line);
    if (has_subtitle)
        strbuf_add_text(&line, overview->subtitle);
    if (has_state)
        strbuf_format(&line, "%s%s", has_subtitle ? " · " : "", overview->state);
    if (line.size)
        add_wrapped(writer, line.text, 0, NULL);
    strbuf_release(&line);
}

static void add_title(const struct writer *writer, const struct overview *overview)
{
    add_wrapped(writer, overview->title ? overview->title : "Report", 0, "1");
    add_subtitle(writer, overview);
    if (overview->period && *overview->period)
        add_wrapped(writer, overview->period, 0, NULL);
}

static void add_verdict(const struct writer *writer, const struct overview *overview)
{
    if (!overview->verdict.sentence || !*overview->verdict.sentence)
        return;
    strbuf_add_char(writer->out, '\n');
    add_wrapped(writer, overview->verdict.sentence, 0, NULL);
}

/* "  84.4 %  CPU efficiency": values right-aligned, as wide as the widest. */
static void add_key_figures(const struct writer *writer, const struct overview *overview)
{
    size_t width = 0;
    for (size_t i = 0; i < overview->key_figure_count; i++) {
        size_t own = columns_of(overview->key_figures[i].value);
        width = own > width ? own : width;
    }
    width = width < WIDTH / 3 ? width : WIDTH / 3;
    if (overview->key_figure_count)
        strbuf_add_char(writer->out, '\n');
    for (size_t i = 0; i < overview->key_figure_count; i++) {
        const struct key_figure *figure = &overview->key_figures[i];
        begin_colour(writer, "1");
        add_padded(writer, figure->value, width, true);
        end_colour(writer);
        add_blanks(writer, GAP);
        add_wrapped(writer, figure->label, width + GAP, NULL);
    }
}

struct level_style {
    const char *level, *word, *colour;
};

static const struct level_style *level_style(const char *level)
{
    static const struct level_style styles[] = {{"bad", "problem", "1;31"},
                                                {"warn", "warning", "33"},
                                                {"good", "good", "32"},
                                                {"note", "note", "36"}};
    const size_t last = sizeof styles / sizeof styles[0] - 1;
    size_t i = 0;
    while (i < last && !(level && strcmp(styles[i].level, level) == 0))
        i++;
    return &styles[i];
}

static void add_finding(const struct writer *writer, const struct listed_finding *finding)
{
    const struct level_style *style = level_style(finding->level);
    begin_colour(writer, style->colour);
    add_padded(writer, style->word, LEVEL_WIDTH, false);
    end_colour(writer);
    add_wrapped(writer, finding->sentence ? finding->sentence : "?", LEVEL_WIDTH, NULL);
    if (finding->advice && *finding->advice) {
        struct strbuf advice;
        strbuf_init(&advice);
        strbuf_format(&advice, "→ %s", finding->advice);
        add_blanks(writer, LEVEL_WIDTH);
        add_wrapped(writer, advice.text, LEVEL_WIDTH, "2");
        strbuf_release(&advice);
    }
}

static void add_findings(const struct writer *writer, const struct overview *overview)
{
    enum { SHOWN = 8 };
    size_t count = overview->finding_count, shown = count > SHOWN + 1 ? SHOWN : count;
    add_heading(writer, "Findings");
    if (!count)
        add_wrapped(writer, "No measured value exceeds a threshold.", 0, NULL);
    for (size_t i = 0; i < shown; i++)
        add_finding(writer, &overview->findings[i]);
    if (shown < count)
        strbuf_format(writer->out, "%zu more in the report\n", count - shown);
}

/* One character a step, the higher the fuller. */
static void add_steps(const struct writer *writer, const struct overview_trend *trend)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const signs[] = {"_", ".", ":", "-", "=", "+", "*", "#"};
    enum { LEVELS = 8 };
    for (size_t i = 0; i < trend->count; i++) {
        double step = trend->steps[i];
        size_t level = step > 0 ? (size_t)fmin(LEVELS - 1, floor(step * LEVELS)) : 0;
        strbuf_add_text(writer->out, isnan(step)           ? " "
                                     : writer->style.ascii ? signs[level]
                                                           : blocks[level]);
    }
}

/* Of the numbers of a chart those that come first: "mean 18.4 per node". */
static void add_brief(const struct writer *writer, const char *brief)
{
    struct strbuf first;
    const size_t room = WIDTH - LABEL_WIDTH - 2 * GAP - OVERVIEW_STEPS;
    const char *subject = strstr(brief, ": ");
    strbuf_init(&first);
    strbuf_add_text(&first, subject ? subject + 2 : brief);
    for (const char *sign = " · "; sign; sign = strcmp(sign, ", ") == 0 ? NULL : ", ") {
        const char *rest = strstr(first.text, sign);
        if (rest && columns_of(first.text) > room) {
            first.size = (size_t)(rest - first.text);
            first.text[first.size] = '\0';
        }
    }
    add_padded(writer, first.text, room, false);
    strbuf_release(&first);
}

static void end_line(const struct writer *writer)
{
    struct strbuf *out = writer->out;
    while (out->size && out->text[out->size - 1] == ' ')
        out->text[--out->size] = '\0';
    strbuf_add_char(out, '\n');
}

static void add_line_name(const struct writer *writer, const char *line)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_format(&text, "Where there are several, the %s is drawn; numbers are of all.", line);
    add_wrapped(writer, text.text, 0, NULL);
    strbuf_release(&text);
}

static void add_trends(const struct writer *writer, const struct overview *overview)
{
    const char *line = NULL;
    if (overview->trend_count)
        add_heading(writer, "Over time");
    for (size_t i = 0; i < overview->trend_count; i++) {
        const struct overview_trend *trend = &overview->trends[i];
        add_padded(writer, trend->label ? trend->label : "", LABEL_WIDTH, false);
        add_blanks(writer, GAP);
        add_steps(writer, trend);
        add_blanks(writer, GAP + (OVERVIEW_STEPS - trend->count));
        add_brief(writer, trend->brief ? trend->brief : "");
        end_line(writer);
        line = trend->line ? trend->line : line;
    }
    if (line)
        add_line_name(writer, line);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static size_t cell_width(const struct writer *writer, const char *cell)
{
    struct strbuf room;
    strbuf_init(&room);
    size_t width = columns_of(styled(writer, cell, &room));
    strbuf_release(&room);
    return width < LONGEST_NAME ? width : LONGEST_NAME;
}

static size_t column_width(const struct writer *writer, const struct table_view *view,
                           size_t column)
{
    size_t width = cell_width(writer, view->heads[column]);
    for (size_t row = 0; row < view->rows; row++) {
        size_t own = cell_width(writer, view->cells[row * view->columns + column]);
        width = own > width ? own : width;
    }
    return width;
}

/* The columns from the left that fit on a line. */
static size_t columns_shown(const struct writer *writer, const struct table_view *view,
                            size_t *widths, size_t most)
{
    size_t used = 0, count = 0;
    for (; count < view->columns && count < most; count++) {
        widths[count] = column_width(writer, view, count);
        used += widths[count] + (count ? GAP : 0);
        if (used > WIDTH)
            break;
    }
    return count;
}

static void add_row(const struct writer *writer, const struct table_view *view,
                    const char *const *cells, const size_t *widths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add_blanks(writer, i ? GAP : 0);
        add_padded(writer, cells[i], widths[i], view->aligns[i] == CELL_RIGHT);
    }
    end_line(writer);
}

/* Cells cut so that different names of a column stay different; ASCII's "..." takes more room. */
static struct table_view cut_cells(const struct writer *writer, const struct table_view *view,
                                   size_t most, struct arena *arena)
{
    struct table_view cut = *view;
    const char **names = arena_alloc_array(arena, view->rows + 1, sizeof *names);
    cut.cells = arena_alloc_array(arena, view->rows * view->columns + 1, sizeof *cut.cells);
    for (size_t column = 0; column < view->columns; column++) {
        for (size_t row = 0; row < view->rows; row++)
            names[row] = view->cells[row * view->columns + column];
        distinct_names(names, view->rows, writer->style.ascii ? most - 4 : most, arena);
        for (size_t row = 0; row < view->rows; row++)
            cut.cells[row * view->columns + column] = names[row];
    }
    return cut;
}

enum { MOST_COLUMNS = 16 };

/* What of a table is on the screen. */
struct screen_table {
    struct table_view view;
    size_t widths[MOST_COLUMNS];
    size_t count; /* of columns */
};

/* Cells may be as long as they can be without a column less. */
static struct screen_table fit_table(const struct writer *writer, const struct table_view *view,
                                     struct arena *arena)
{
    struct screen_table best = {.count = 0};
    for (size_t most = LONGEST_CELL; most <= LONGEST_NAME; most += 2) {
        struct screen_table table = {.view = cut_cells(writer, view, most, arena)};
        table.count = columns_shown(writer, &table.view, table.widths, MOST_COLUMNS);
        if (table.count < best.count || !table.count)
            break;
        best = table;
    }
    return best;
}

/* Where the first of a list of attempts left its log: whole, to be copied. */
static void add_first_log(const struct writer *writer, const struct table_view *view)
{
    for (size_t column = 0; column < view->columns; column++) {
        const char *log = view->cells[column];
        if (strcmp(view->heads[column], ATTEMPT_LOG_HEAD) != 0 || strcmp(log, "–") == 0)
            continue;
        struct strbuf room;
        strbuf_init(&room);
        strbuf_format(writer->out, "%s of the first:\n%s\n", ATTEMPT_LOG_HEAD,
                      styled(writer, log, &room));
        strbuf_release(&room);
    }
}

static void add_table(const struct writer *writer, const struct overview_table *table)
{
    const struct table_view *view = table->view;
    struct arena arena;
    arena_init(&arena);
    const struct screen_table shown = fit_table(writer, view, &arena);
    if (shown.count && view->rows) {
        add_heading(writer, view->caption ? view->caption : table->heading);
        begin_colour(writer, "2");
        add_row(writer, view, view->heads, shown.widths, shown.count);
        end_colour(writer);
        for (size_t row = 0; row < view->rows; row++)
            add_row(writer, view, shown.view.cells + row * view->columns, shown.widths,
                    shown.count);
        if (view->left_out)
            strbuf_format(writer->out, "%zu more\n", view->left_out);
        add_first_log(writer, view);
    }
    arena_release(&arena);
}

void overview_write_text(const struct overview *overview, const char *where,
                         struct terminal_style style, struct strbuf *out)
{
    const struct writer writer = {style, out};
    add_title(&writer, overview);
    add_verdict(&writer, overview);
    add_key_figures(&writer, overview);
    add_findings(&writer, overview);
    add_trends(&writer, overview);
    for (size_t i = 0; i < overview->table_count; i++)
        add_table(&writer, &overview->tables[i]);
    if (where) {
        add_heading(&writer, "Report");
        strbuf_add_text(out, where);
        strbuf_add_char(out, '\n');
    }
}
