#include "page/content/page_parts.h"
#include "page/paper/layout_parts.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "util/distinct_names.h"
#include "util/utf8.h"

enum {
    MEASURED_CELLS = 6,
    WRAPPED_LINES = 2,
    LABEL_LINES = 3,
    FEW_ROWS = 5,
    SMALL_TABLE = 10,
    WORDS_OF_SENTENCE = 4,
    SHORTEST_NAME = 12, /* of one that is cut */
    SHORTEST_REST = 3,  /* of a name, on its second line */
    LONGEST_WORD = 128
};

static const double column_gap_pt = 10, narrowest_gap_pt = 5;
static const double row_padding_pt = 2.2; /* above and below a row's text */
static const double narrowest_column_pt = 36, narrowest_words_pt = 58, narrow_head_pt = 48,
                    long_name_pt = 110, longest_unbroken_pt = 200;

struct table_layout {
    const struct table_view *view;
    double *x, *widths; /* of each column's text */
    double *least;      /* that each needs for the words of its head, and for its numbers */
    double *unbroken;   /* that each column of text needs to break no word, but very long ones */
    double gap;         /* between columns */
    double line_height, head_height;
    double width;
};

static bool is_total(const struct table_view *view, size_t row)
{
    return view->last_row_is_total && row == view->rows - 1;
}

/* ---- columns ---- */

/* About how wide a text is, in units of no meaning: only to decide which cells to measure. */
static unsigned rough_width(const char *text)
{
    unsigned width = 0;
    for (; *text; text++)
        if (((unsigned char)*text & 0xC0) != 0x80)
            width += strchr("ijlIft.,:;'|!()[] ", *text) ? 4 : strchr("mwMW@%", *text) ? 10 : 7;
    return width;
}

static double widest_word(const struct flow *flow, enum text_role role, const char *text)
{
    double widest = 0;
    while (*text) {
        char word[LONGEST_WORD];
        size_t size = strcspn(text, " ");
        if (size >= sizeof word)
            return narrowest_column_pt;
        memcpy(word, text, size);
        word[size] = 0;
        widest = fmax(widest, flow_text_width(flow, role, word));
        text += size + strspn(text + size, " ");
    }
    return widest;
}

/* The widths of a column's widest texts: to measure all would take too long. Among them is the
 * widest word, unless many short ones make other texts wider. */
static double widest_cell(const struct flow *flow, const struct table_view *view, size_t column,
                          double *word)
{
    unsigned rough[MEASURED_CELLS] = {0};
    double widest = 0;
    *word = 0;
    for (size_t row = 0; row < view->rows; row++) {
        const char *cell = view->cells[row * view->columns + column];
        unsigned width = rough_width(cell);
        size_t least = 0;
        for (size_t i = 1; i < MEASURED_CELLS; i++)
            least = rough[i] < rough[least] ? i : least;
        if (width <= rough[least])
            continue;
        rough[least] = width;
        enum text_role role = is_total(view, row) ? ROLE_TABLE_TOTAL : ROLE_TABLE;
        widest = fmax(widest, flow_text_width(flow, role, cell));
        if (view->aligns[column] == CELL_LEFT)
            *word = fmax(*word, widest_word(flow, role, cell));
    }
    return widest;
}

/* A head is a label and, behind its last comma, a unit: they part when a line does not hold both.
 */
struct head {
    const char *whole, *label, *unit; /* unit NULL: none */
};

static struct head split_head(const struct flow *flow, const char *text)
{
    const char *comma = strrchr(text, ',');
    if (!comma || comma == text || comma[1] != ' ')
        return (struct head){text, text, NULL};
    return (struct head){text, arena_text_of_size(flow->arena, text, (size_t)(comma - text)),
                         comma + 2};
}

static double word_width(const struct flow *flow, const struct head *head)
{
    double least = widest_word(flow, ROLE_TABLE_HEAD, head->label);
    if (head->unit)
        least = fmax(least, flow_text_width(flow, ROLE_TABLE_HEAD, head->unit));
    return ceil(least) + 1;
}

static void measure_column(const struct flow *flow, struct table_layout *table, size_t column)
{
    const struct head head = split_head(flow, table->view->heads[column]);
    double words = word_width(flow, &head);
    double whole = flow_text_width(flow, ROLE_TABLE_HEAD, head.whole);
    double word, cells = widest_cell(flow, table->view, column, &word);
    bool is_words = table->view->aligns[column] == CELL_LEFT;
    table->least[column] = is_words ? words : fmax(words, ceil(cells) + 1);
    table->unbroken[column] = is_words && word <= longest_unbroken_pt ? ceil(word) + 1 : 0;
    table->widths[column] = ceil(fmax(cells, fmin(whole, fmax(words - 1, narrow_head_pt)))) + 1;
}

/* A column of that kind gives way to a common width; not below its own of `floors`, if given. */
static double width_at(const struct table_layout *table, size_t column, double cap,
                       enum cell_align kind, const double *floors)
{
    double width = table->widths[column];
    if (table->view->aligns[column] != kind)
        return width;
    return fmin(width, floors ? fmax(cap, floors[column]) : cap);
}

static double excess_over(const struct table_layout *table, double cap, enum cell_align kind,
                          const double *floors)
{
    double sum = 0;
    for (size_t i = 0; i < table->view->columns; i++)
        sum += table->widths[i] - width_at(table, i, cap, kind, floors);
    return sum;
}

/* The widest give way to a common width, at least `least`, so that short words stay whole. Returns
 * what is left. */
static double cap_columns(struct table_layout *table, double excess, double least,
                          enum cell_align kind, const double *floors)
{
    double low = least, high = excess + least;
    for (size_t i = 0; i < table->view->columns; i++)
        high = fmax(high, table->widths[i]);
    for (int step = 0; step < 40 && excess > 0.01; step++) {
        double middle = (low + high) / 2;
        if (excess_over(table, middle, kind, floors) < excess)
            high = middle;
        else
            low = middle;
    }
    if (excess <= 0.01)
        return 0;
    excess -= excess_over(table, low, kind, floors);
    for (size_t i = 0; i < table->view->columns; i++)
        table->widths[i] = width_at(table, i, low, kind, floors);
    return excess;
}

/* Long names of several words first, then heads of numbers, then all names; what then is still too
 * wide is squeezed. */
static void shrink_columns(struct table_layout *table, double excess)
{
    excess = cap_columns(table, excess, long_name_pt, CELL_LEFT, table->unbroken);
    excess = cap_columns(table, excess, narrowest_column_pt, CELL_RIGHT, table->least);
    excess = cap_columns(table, excess, 0, CELL_RIGHT, table->least);
    excess = cap_columns(table, excess, long_name_pt, CELL_LEFT, NULL);
    excess = cap_columns(table, excess, narrowest_words_pt, CELL_LEFT, NULL);
    excess = cap_columns(table, excess, narrowest_column_pt, CELL_LEFT, NULL);
    double sum = 0;
    for (size_t i = 0; i < table->view->columns; i++)
        sum += table->widths[i];
    for (size_t i = 0; excess > 0.01 && i < table->view->columns; i++)
        table->widths[i] *= fmax(0.05, 1 - excess / sum);
}

static void set_columns(const struct flow *flow, struct table_layout *table)
{
    const struct table_view *view = table->view;
    double sum = 0, gaps = (double)(view->columns - 1);
    for (size_t i = 0; i < view->columns; i++) {
        measure_column(flow, table, i);
        sum += table->widths[i];
    }
    table->gap = column_gap_pt;
    if (gaps > 0)
        table->gap = fmax(narrowest_gap_pt, fmin(column_gap_pt, (table->width - sum) / gaps));
    sum += table->gap * gaps;
    if (sum > table->width)
        shrink_columns(table, sum - table->width);
    double extra = fmax(0, table->width - sum) / (double)view->columns;
    double x = flow->x;
    for (size_t i = 0; i < view->columns; i++) {
        table->widths[i] += extra;
        table->x[i] = x;
        x += table->widths[i] + table->gap;
    }
    if (view->columns && view->aligns[view->columns - 1] == CELL_RIGHT)
        table->widths[view->columns - 1] = flow->x + table->width - table->x[view->columns - 1];
}

/* ---- rows ---- */

static enum text_align align_of(const struct table_view *view, size_t column)
{
    return view->aligns[column] == CELL_RIGHT ? TEXT_RIGHT : TEXT_LEFT;
}

static bool is_on_one_line(const struct flow *flow, struct head head, double width)
{
    return !head.unit || flow_text_width(flow, ROLE_TABLE_HEAD, head.whole) <= width;
}

static double head_text_height(const struct flow *flow, struct head head, double width)
{
    if (is_on_one_line(flow, head, width))
        return flow_text_height(flow, ROLE_TABLE_HEAD, head.whole, width, LABEL_LINES);
    return flow_text_height(flow, ROLE_TABLE_HEAD, head.label, width, LABEL_LINES) +
           flow_text_height(flow, ROLE_TABLE_HEAD, head.unit, 0, 1);
}

static void place_head(struct flow *flow, struct layout_page *page, const struct box *box, double y,
                       double height)
{
    const struct table_layout *table = box->content;
    for (size_t i = 0; i < table->view->columns; i++) {
        struct head head = split_head(flow, table->view->heads[i]);
        double x = table->x[i], width = table->widths[i];
        bool is_one = is_on_one_line(flow, head, width);
        double top = y + height - row_padding_pt - head_text_height(flow, head, width);
        page_add_text(flow, page, ROLE_TABLE_HEAD, is_one ? head.whole : head.label, x, top, width,
                      align_of(table->view, i), LABEL_LINES);
        if (!is_one)
            page_add_text(flow, page, ROLE_TABLE_HEAD, head.unit, x,
                          y + height - row_padding_pt - table->line_height, width,
                          align_of(table->view, i), 1);
    }
    page_add_rule(flow, page, ITEM_STRONG_RULE, flow->x, y + height, table->width);
}

/* Whether a text may need a second line, all its letters being wide: only then is it worth
 * measuring. */
static bool may_wrap(const struct table_layout *table, const char *cell, double width)
{
    const double wide_letter = 0.75; /* of a line's height */
    return (double)strlen(cell) * wide_letter * table->line_height > width;
}

/* A name of one word that is wider than its column goes on in a second line behind its last ":",
 * ".", "/", "_" or "-" that fits, and not in the middle of a word: as if there were a space. */
static const char *break_name(const struct flow *flow, const struct table_layout *table,
                              enum text_role role, const char *cell, double width)
{
    const char *best = NULL;
    if (!may_wrap(table, cell, width) || strchr(cell, ' ') ||
        flow_text_width(flow, role, cell) <= width)
        return cell;
    for (const char *at = strpbrk(cell, ":./_-"); at && at[1]; at = strpbrk(at + 1, ":./_-")) {
        const char *start = arena_text_of_size(flow->arena, cell, (size_t)(at + 1 - cell));
        if (flow_text_width(flow, role, start) > width)
            break;
        if (strlen(at + 1) >= SHORTEST_REST && flow_text_width(flow, role, at + 1) <= width)
            best = at + 1;
    }
    return best ? arena_format(flow->arena, "%.*s %s", (int)(best - cell), cell, best) : cell;
}

static void place_row(struct flow *flow, struct layout_page *page, const struct box *box, double y,
                      double height)
{
    const struct table_layout *table = box->content;
    const struct table_view *view = table->view;
    enum text_role role = is_total(view, box->index) ? ROLE_TABLE_TOTAL : ROLE_TABLE;
    if (view->anchor && box->index == 0)
        flow_add_target(flow, page, view->anchor, view->anchor, 2, y - table->head_height);
    int lines = height > 1.5 * table->line_height + 2 * row_padding_pt ? WRAPPED_LINES : 1;
    for (size_t i = 0; i < view->columns; i++)
        page_add_text(flow, page, role,
                      break_name(flow, table, role, view->cells[box->index * view->columns + i],
                                 table->widths[i]),
                      table->x[i], y + row_padding_pt, table->widths[i], align_of(view, i), lines);
    page_add_rule(flow, page, ITEM_RULE, flow->x, y + height, table->width);
}

static double row_height(const struct flow *flow, const struct table_layout *table, size_t row)
{
    const struct table_view *view = table->view;
    double height = table->line_height;
    for (size_t i = 0; i < view->columns; i++) {
        const char *cell = view->cells[row * view->columns + i];
        if (view->aligns[i] == CELL_LEFT && may_wrap(table, cell, table->widths[i]))
            height = fmax(height, flow_text_height(flow, ROLE_TABLE, cell, table->widths[i],
                                                   WRAPPED_LINES));
    }
    return height + 2 * row_padding_pt;
}

static double head_height(const struct flow *flow, const struct table_layout *table)
{
    double height = 0;
    for (size_t i = 0; i < table->view->columns; i++)
        height = fmax(height, head_text_height(flow, split_head(flow, table->view->heads[i]),
                                               table->widths[i]));
    return height + row_padding_pt;
}

/* ---- lists of attempts ---- */

/* Sentences may lose their end, names and paths may not: it tells them apart. */
static bool are_names(const struct table_view *view, size_t column)
{
    for (size_t row = 0; row < view->rows; row++) {
        size_t blanks = 0;
        for (const char *at = view->cells[row * view->columns + column]; *at; at++)
            blanks += *at == ' ';
        if (blanks >= WORDS_OF_SENTENCE - 1)
            return false;
    }
    return view->aligns[column] == CELL_LEFT;
}

static bool fits_lines(const struct flow *flow, const struct table_layout *table, const char *text,
                       double width)
{
    return !may_wrap(table, text, width) ||
           flow_text_height(flow, ROLE_TABLE, text, width, WRAPPED_LINES + 1) <
               (WRAPPED_LINES + 0.5) * table->line_height;
}

static size_t longest_that_fits(const struct flow *flow, const struct table_layout *table,
                                const char *const *names, double width)
{
    const double used_of_lines = 0.9; /* lines break before they are full; measuring takes time */
    size_t most = SIZE_MAX;
    for (size_t row = 0; row < table->view->rows; row++) {
        if (fits_lines(flow, table, names[row], width))
            continue;
        double letters = (double)utf8_length(names[row]);
        double whole = flow_text_width(flow, ROLE_TABLE, names[row]);
        size_t room = (size_t)(used_of_lines * WRAPPED_LINES * width * letters / whole);
        most = room < most ? room : most;
    }
    return most;
}

/* Names of a column so short that each fits on its lines, and no two different ones look alike. */
static void cut_names(const struct flow *flow, const struct table_layout *table, const char **names,
                      double width)
{
    size_t rows = table->view->rows;
    size_t most = longest_that_fits(flow, table, names, width);
    const char **cut = arena_alloc_array(flow->arena, rows + 1, sizeof *cut);
    if (most == SIZE_MAX)
        return;
    for (bool fits = false; !fits && most >= SHORTEST_NAME; most -= 2) {
        memcpy(cut, names, rows * sizeof *cut);
        distinct_names(cut, rows, most, flow->arena);
        fits = true;
        for (size_t row = 0; row < rows && fits; row++)
            fits = fits_lines(flow, table, cut[row], width);
    }
    memcpy(names, cut, rows * sizeof *cut);
}

static const struct table_view *with_cut_names(const struct flow *flow,
                                               const struct table_layout *table)
{
    const struct table_view *view = table->view;
    struct table_view *shown = arena_alloc(flow->arena, sizeof *shown);
    const char **names = arena_alloc_array(flow->arena, view->rows + 1, sizeof *names);
    *shown = *view;
    shown->cells =
        arena_alloc_array(flow->arena, view->rows * view->columns + 1, sizeof *shown->cells);
    memcpy(shown->cells, view->cells, view->rows * view->columns * sizeof *shown->cells);
    for (size_t column = 0; column < view->columns; column++) {
        if (!are_names(view, column))
            continue;
        for (size_t row = 0; row < view->rows; row++)
            names[row] = view->cells[row * view->columns + column];
        cut_names(flow, table, names, table->widths[column]);
        for (size_t row = 0; row < view->rows; row++)
            shown->cells[row * view->columns + column] = names[row];
    }
    return shown;
}

static const struct table_layout *table_layout_new(const struct flow *flow,
                                                   const struct table_view *view)
{
    struct table_layout *table = arena_alloc(flow->arena, sizeof *table);
    table->view = view;
    table->width = flow->width;
    table->x = arena_alloc_array(flow->arena, view->columns, sizeof *table->x);
    table->widths = arena_alloc_array(flow->arena, view->columns, sizeof *table->widths);
    table->least = arena_alloc_array(flow->arena, view->columns, sizeof *table->least);
    table->unbroken = arena_alloc_array(flow->arena, view->columns, sizeof *table->unbroken);
    table->line_height = flow_text_height(flow, ROLE_TABLE, "0", 0, 1);
    set_columns(flow, table);
    if (view->rows_on_paper)
        table->view = with_cut_names(flow, table);
    table->head_height = head_height(flow, table);
    return table;
}

/* ---- boxes ---- */

static void place_caption(struct flow *flow, struct layout_page *page, const struct box *box,
                          double y, double height)
{
    (void)height;
    page_add_text(flow, page, ROLE_STRONG, box->content, flow->x, y, flow->width, TEXT_LEFT, 2);
}

static void place_note(struct flow *flow, struct layout_page *page, const struct box *box, double y,
                       double height)
{
    (void)height;
    page_add_text(flow, page, ROLE_CAPTION, box->content, flow->x, y, flow->width, TEXT_LEFT, 2);
}

/* Two rows stay together at each end, so that none stands alone beside a break. */
static void add_rows(struct flow *flow, const struct table_layout *table, const struct box *head)
{
    size_t rows = table->view->rows;
    bool has_note = table->view->left_out > 0;
    for (size_t row = 0; row < rows; row++) {
        struct box *box = flow_add(flow, 0, row_height(flow, table, row), place_row, table);
        box->index = row;
        box->head = row ? head : NULL;
        if (row + 1 < rows)
            box->break_cost = rows <= SMALL_TABLE ? 0.6 : row < FEW_ROWS ? 0.35 : 0.1;
        box->keep = (row == 0 && rows > 1) || row + 2 == rows || (row + 1 == rows && has_note);
    }
}

static void place_rest(struct flow *flow, struct layout_page *page, const struct box *box, double y,
                       double height)
{
    const struct table_rest *rest = box->content;
    const char *rows = count_text(flow->arena, (double)rest->all, "row", "rows");
    rows = rest->rows < rest->all
               ? arena_format(flow->arena, "Of %s the first %zu", rows, rest->rows)
               : arena_format(flow->arena, "All %s", rows);
    bool in_appendix = strcmp(rest->section->id, "appendix") == 0;
    page_add_item(flow, page,
                  (struct layout_item){.kind = ITEM_TEXT,
                                       .role = ROLE_CAPTION,
                                       .max_lines = 1,
                                       .x = flow->x,
                                       .y = y,
                                       .width = flow->width,
                                       .height = height,
                                       .link = rest->anchor,
                                       .page_prefix =
                                           arena_format(flow->arena, "%s are %s page ", rows,
                                                        in_appendix ? "in the appendix," : "on")});
}

/* The source of a list has its first rows, which the screen shows: `kept` of them. */
static const char *list_note(const struct flow *flow, const struct table_view *view, size_t kept)
{
    const char *more = count_text(flow->arena, (double)view->left_out, "more row", "more rows");
    const char *all = count_text(flow->arena, (double)(view->rows + view->left_out), "row", "rows");
    const char *rest =
        view->all_attempts ? arena_format(flow->arena, ", all in %s", view->all_attempts) : "";
    return arena_format(flow->arena, "%s: the first %zu of %s are in %s%s.", more, kept, all,
                        view->source, rest);
}

static const char *source_note(const struct flow *flow, const struct table_view *view)
{
    return arena_format(flow->arena, "%s in %s.",
                        count_text(flow->arena, (double)view->left_out, "more row is",
                                   "more rows are"),
                        view->source ? view->source : "data/");
}

/* `whole`: as the screen has it. */
static void add_note(struct flow *flow, const struct table_view *view,
                     const struct table_view *whole)
{
    bool source_lacks_some = whole->rows_on_paper && whole->left_out;
    if (view->rest) {
        flow_add(flow, 3, flow_text_height(flow, ROLE_CAPTION, "page", flow->width, 1), place_rest,
                 view->rest);
        return;
    }
    const char *text =
        source_lacks_some ? list_note(flow, view, whole->rows) : source_note(flow, view);
    flow_add(flow, 3, flow_text_height(flow, ROLE_CAPTION, text, flow->width, 2), place_note, text);
}

/* Rows that only the screen has stand in the source as well. */
static const struct table_view *shown_on_paper(struct flow *flow, const struct table_view *view)
{
    if (!view->rows_on_paper || view->rows <= view->rows_on_paper)
        return view;
    struct table_view *shown = arena_alloc(flow->arena, sizeof *shown);
    *shown = *view;
    shown->rows = view->rows_on_paper;
    shown->left_out += view->rows - shown->rows;
    return shown;
}

void flow_add_table(struct flow *flow, const struct table_view *view)
{
    if (!view || !view->columns)
        return;
    const struct table_view *whole = view;
    view = shown_on_paper(flow, view);
    if (view->caption)
        flow_add(flow, 10, flow_text_height(flow, ROLE_STRONG, view->caption, flow->width, 2),
                 place_caption, view->caption)
            ->keep = true;
    const struct table_layout *table = table_layout_new(flow, view);
    struct box *head = arena_alloc(flow->arena, sizeof *head);
    struct box *box = flow_add(flow, view->caption ? 4 : 6, table->head_height, place_head, table);
    box->keep = true;
    *head = *box;
    add_rows(flow, table, head);
    if (view->left_out)
        add_note(flow, view, whole);
}
