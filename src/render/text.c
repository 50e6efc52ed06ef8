#include "render/text.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "render/font_config.h"
#include "util/hash.h"
#include "util/memory.h"
#include "util/parallel.h"
#include "util/path.h"
#include "util/utf8.h"

/* Laid out lines are kept: ticks and heads come again in every figure. */
enum { CACHE_SLOTS = 4096, CACHE_MOST = 2048 };

struct layout_key {
    const char *text;
    double size_pt, width;
    enum text_weight weight;
    enum text_align align;
    bool tabular;
    int max_lines;
};

struct layout_slot {
    struct layout_key key;
    uint64_t hash;
    PangoLayout *layout; /* NULL: free */
    struct text_extent extent;
};

struct face {
    double size_pt;
    enum text_weight weight;
};

enum { FACES_MOST = 32 };

struct text_engine {
    FcConfig *config;
    PangoFontMap *map;
    PangoContext *context;
    PangoFontDescription *font, *code_font;
    PangoAttrList *features[2][2]; /* of any text, of ASCII; of figures as they are, tabular */
    struct layout_slot *slots;
    size_t used;
    struct arena arena;            /* texts of the slots */
    struct face faces[FACES_MOST]; /* that were looked for */
    size_t face_count;
    bool has_lost_font;
    bool threads_are_few;
};

static const PangoWeight pango_weights[] = {
    [TEXT_REGULAR] = PANGO_WEIGHT_NORMAL,    [TEXT_MEDIUM] = PANGO_WEIGHT_MEDIUM,
    [TEXT_SEMIBOLD] = PANGO_WEIGHT_SEMIBOLD, [TEXT_BOLD] = PANGO_WEIGHT_BOLD,
    [TEXT_MONOSPACE] = PANGO_WEIGHT_NORMAL,
};

/* Without hinting, text keeps its proportions from paper to screen. */
static void set_font_options(PangoContext *context)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(context, FALSE);
}

/* Inter's contextual alternates make arrows of "->", and a name that is broken over two lines would
 * get a hyphen: names must stay as they are. To compose letters and marks takes half of the time of
 * a text, and ASCII has no marks. */
static PangoAttrList *features_new(const char *features)
{
    PangoAttrList *list = pango_attr_list_new();
    pango_attr_list_insert(list, pango_attr_font_features_new(features));
    pango_attr_list_insert(list, pango_attr_insert_hyphens_new(FALSE));
    return list;
}

static void make_context(struct text_engine *engine)
{
    engine->map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(engine->map), engine->config);
    engine->context = pango_font_map_create_context(engine->map);
    pango_context_set_language(engine->context, pango_language_from_string("en"));
    set_font_options(engine->context);
    engine->font = pango_font_description_from_string("Inter, DejaVu Sans, sans-serif");
    engine->code_font = pango_font_description_from_string("DejaVu Sans Mono, monospace");
    engine->features[false][false] = features_new("calt 0");
    engine->features[false][true] = features_new("calt 0, tnum 1");
    engine->features[true][false] = features_new("calt 0, ccmp 0");
    engine->features[true][true] = features_new("calt 0, ccmp 0, tnum 1");
}

/* Libraries warn on standard error of what text_engine_check says in one sentence. */
static GLogWriterOutput say_nothing(GLogLevelFlags level, const GLogField *fields, gsize count,
                                    gpointer context)
{
    (void)level, (void)fields, (void)count, (void)context;
    return G_LOG_WRITER_HANDLED;
}

static void silence_libraries(void)
{
    static bool is_done; /* GLib lets it be done once */
    if (!is_done)
        g_log_set_writer_func(say_nothing, NULL, NULL);
    is_done = true;
}

/* Pango has threads of its own look for fonts. It waits for them for ever when fontconfig found no
 * memory there, and aborts when they cannot be started. What they need: two stacks, and room
 * beside; a text may need two searches of two threads each. */
enum { ROOM_OF_FONT_SEARCH = 32 << 20, THREADS_OF_FONT_SEARCH = 4 };

static bool check_threads(struct text_engine *engine, struct error *error)
{
    engine->threads_are_few = parallel_free_threads(PARALLEL_OWN_THREADS) < PARALLEL_OWN_THREADS;
    return !engine->threads_are_few || parallel_await_threads(THREADS_OF_FONT_SEARCH) ||
           error_set(
               error, ERROR_OUTPUT,
               "text cannot be drawn: too few threads can be started (raise ulimit -u, or the "
               "limit of the job or container)");
}

struct text_engine *text_engine_new(const char *fonts_directory, struct error *error)
{
    struct text_engine *engine = memory_alloc(sizeof *engine);
    silence_libraries();
    arena_init(&engine->arena);
    engine->slots = memory_alloc_array(CACHE_SLOTS, sizeof *engine->slots);
    if (!check_threads(engine, error) ||
        !font_config_load(&engine->config, fonts_directory, error)) {
        text_engine_free(engine);
        return NULL;
    }
    make_context(engine);
    return engine;
}

static void cache_clear(struct text_engine *engine)
{
    for (size_t i = 0; i < CACHE_SLOTS; i++)
        if (engine->slots[i].layout)
            g_object_unref(engine->slots[i].layout);
    memset(engine->slots, 0, CACHE_SLOTS * sizeof *engine->slots);
    engine->used = 0;
    arena_release(&engine->arena);
    arena_init(&engine->arena);
}

void text_engine_free(struct text_engine *engine)
{
    if (!engine)
        return;
    cache_clear(engine);
    arena_release(&engine->arena);
    free(engine->slots);
    if (engine->map) {
        for (int i = 0; i < 4; i++)
            pango_attr_list_unref(engine->features[i / 2][i % 2]);
        pango_font_description_free(engine->font);
        pango_font_description_free(engine->code_font);
        g_object_unref(engine->context);
        g_object_unref(engine->map);
    }
    if (engine->config)
        FcConfigDestroy(engine->config);
    free(engine);
}

bool text_engine_check(const struct text_engine *engine, struct error *error)
{
    return !engine->has_lost_font ||
           error_set(error, ERROR_OUTPUT, "text cannot be drawn: a font cannot be opened");
}

/* ---- layouts -------------------------------------------------------------------------------- */

static uint64_t key_hash(const struct layout_key *key)
{
    uint64_t hash = hash_bytes(HASH_START, key->text, strlen(key->text));
    hash = hash_bytes(hash, &key->size_pt, sizeof key->size_pt);
    hash = hash_bytes(hash, &key->width, sizeof key->width);
    int rest[] = {(int)key->weight, (int)key->align, key->tabular, key->max_lines};
    return hash_bytes(hash, rest, sizeof rest);
}

static bool key_equal(const struct layout_key *a, const struct layout_key *b)
{
    return a->size_pt == b->size_pt && a->width == b->width && a->weight == b->weight &&
           a->align == b->align && a->tabular == b->tabular && a->max_lines == b->max_lines &&
           strcmp(a->text, b->text) == 0;
}

/* Pango means the start of the line by "left". */
static PangoAlignment pango_align(enum text_align align, PangoLayout *layout)
{
    bool swap = pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL;
    if (align == TEXT_CENTRE)
        return PANGO_ALIGN_CENTER;
    return (align == TEXT_RIGHT) != swap ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT;
}

static int pango_length(double length_pt)
{
    return (int)lround(fmin(length_pt, 100000) * PANGO_SCALE);
}

static bool is_ascii(const char *text)
{
    while (*text && (unsigned char)*text < 0x80)
        text++;
    return *text == '\0';
}

/* Whether Pango may have to look for a font: for a face, or for letters that it may lack. */
static bool looks_for_fonts(struct text_engine *engine, const struct layout_key *key)
{
    if (!is_ascii(key->text))
        return true;
    for (size_t i = 0; i < engine->face_count; i++)
        if (engine->faces[i].size_pt == key->size_pt && engine->faces[i].weight == key->weight)
            return false;
    if (engine->face_count < FACES_MOST)
        engine->faces[engine->face_count++] = (struct face){key->size_pt, key->weight};
    return true;
}

static void prepare_search(const struct text_engine *engine)
{
    memory_require(ROOM_OF_FONT_SEARCH);
    if (engine->threads_are_few)
        parallel_await_threads(THREADS_OF_FONT_SEARCH);
}

static PangoLayout *layout_new(struct text_engine *engine, const struct layout_key *key)
{
    if (looks_for_fonts(engine, key))
        prepare_search(engine);
    PangoLayout *layout = pango_layout_new(engine->context);
    PangoFontDescription *font = key->weight == TEXT_MONOSPACE ? engine->code_font : engine->font;
    pango_font_description_set_absolute_size(font, pango_length(key->size_pt));
    pango_font_description_set_weight(font, pango_weights[key->weight]);
    pango_layout_set_font_description(layout, font);
    pango_layout_set_attributes(layout, engine->features[is_ascii(key->text)][key->tabular]);
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    pango_layout_set_text(layout, key->text, -1);
    if (key->width > 0) {
        pango_layout_set_width(layout, pango_length(key->width));
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
        if (key->max_lines > 0) {
            pango_layout_set_height(layout, -key->max_lines);
            pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
        }
        /* Last: to find the direction Pango lays the text out, and once is enough. */
        pango_layout_set_alignment(layout, pango_align(key->align, layout));
    }
    return layout;
}

static bool is_open(const PangoGlyphItem *run)
{
    PangoFont *font = run ? run->item->analysis.font : NULL;
    return !font ||
           cairo_scaled_font_status(pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font))) ==
               CAIRO_STATUS_SUCCESS;
}

/* For letters of a font that it cannot open Pango draws boxes. */
static bool all_fonts_are_open(PangoLayout *layout)
{
    PangoLayoutIter *runs = pango_layout_get_iter(layout);
    bool all = true;
    do
        all = is_open(pango_layout_iter_get_run_readonly(runs));
    while (all && pango_layout_iter_next_run(runs));
    pango_layout_iter_free(runs);
    return all;
}

static struct layout_slot *cache_find(struct text_engine *engine, const struct layout_key *key,
                                      uint64_t hash)
{
    size_t at = hash % CACHE_SLOTS;
    for (;; at = (at + 1) % CACHE_SLOTS) {
        struct layout_slot *slot = &engine->slots[at];
        if (!slot->layout || (slot->hash == hash && key_equal(&slot->key, key)))
            return slot;
    }
}

/* A name whose middle was cut is one word, a number and its "%" are: no line ends behind the
 * ellipsis, or behind the space between them. */
static const char *with_whole_words(struct arena *arena, const char *text)
{
    static const char cut[] = "…", space[] = " %", joiner[] = "\xE2\x81\xA0"; /* U+2060 */
    if (!strstr(text, cut) && !strstr(text, space))
        return text;
    char *joined = arena_alloc(arena, sizeof joiner * strlen(text) + 1), *end = joined;
    while (*text) {
        bool is_cut = strncmp(text, cut, sizeof cut - 1) == 0;
        bool is_space = strncmp(text, space, sizeof space - 1) == 0;
        size_t size = is_cut ? sizeof cut - 1 : 1;
        memcpy(end, text, size);
        end += size;
        text += size;
        if (*text && (is_cut || is_space)) {
            memcpy(end, joiner, sizeof joiner - 1);
            end += sizeof joiner - 1;
        }
    }
    *end = '\0';
    return joined;
}

/* Of at most the letters that can be seen: shaping 10,000 takes longer than drawing a chart. */
static const char *drawable_text(struct arena *arena, const struct layout_key *key)
{
    const char *text = utf8_clean(arena, key->text);
    if (key->width <= 0)
        return strlen(text) > TEXT_LONGEST ? utf8_shorten(arena, text, TEXT_LONGEST) : text;
    text = with_whole_words(arena, text);
    if (key->max_lines <= 0)
        return text;
    const double narrow_letter = 0.15; /* of the size; "i" has 0.25 */
    double most = key->max_lines * key->width / (narrow_letter * key->size_pt) + 64;
    if ((double)strlen(text) <= most)
        return text;
    size_t end = (size_t)most;
    while (end > 0 && (text[end] & 0xC0) == 0x80)
        end--;
    return arena_text_of_size(arena, text, end);
}

static struct text_extent layout_extent(PangoLayout *layout)
{
    PangoRectangle logical;
    pango_layout_get_extents(layout, NULL, &logical);
    return (struct text_extent){logical.width / (double)PANGO_SCALE,
                                logical.height / (double)PANGO_SCALE,
                                pango_layout_get_baseline(layout) / (double)PANGO_SCALE,
                                pango_layout_get_line_count(layout)};
}

static const struct layout_slot *slot_of(struct text_engine *engine, struct layout_key key)
{
    if (engine->used >= CACHE_MOST)
        cache_clear(engine);
    uint64_t hash = key_hash(&key);
    struct layout_slot *slot = cache_find(engine, &key, hash);
    if (slot->layout)
        return slot;
    struct layout_key shown = key;
    shown.text = drawable_text(&engine->arena, &key);
    key.text = arena_text(&engine->arena, key.text);
    *slot = (struct layout_slot){.key = key, .hash = hash, .layout = layout_new(engine, &shown)};
    slot->extent = layout_extent(slot->layout);
    engine->has_lost_font = engine->has_lost_font || !all_fonts_are_open(slot->layout);
    engine->used++;
    return slot;
}

static const struct layout_slot *line_of(struct text_engine *engine, const struct text_style *style,
                                         const char *text)
{
    return slot_of(engine, (struct layout_key){.text = text,
                                               .size_pt = style->size_pt,
                                               .weight = style->weight,
                                               .align = TEXT_LEFT,
                                               .tabular = style->tabular});
}

static bool may_fit(const struct text_style *style, const char *text, double width)
{
    const double narrow_letter = 0.5; /* of the size, on average */
    return (double)strlen(text) * narrow_letter * style->size_pt <= width;
}

/* What fits on one line is laid out once, whatever its width and alignment are. */
static const struct layout_slot *paragraph_of(struct text_engine *engine,
                                              const struct text_style *style, const char *text,
                                              double width, enum text_align align, int max_lines)
{
    if (width <= 0)
        return line_of(engine, style, text);
    if (may_fit(style, text, width)) {
        const struct layout_slot *line = line_of(engine, style, text);
        if (line->extent.width <= width)
            return line;
    }
    return slot_of(engine, (struct layout_key){text, style->size_pt, width, style->weight, align,
                                               style->tabular, max_lines});
}

/* ---- measuring and drawing ------------------------------------------------------------------ */

struct text_extent text_measure(struct text_engine *engine, const struct text_style *style,
                                const char *text, double width, int max_lines)
{
    return paragraph_of(engine, style, text, width, TEXT_LEFT, max_lines)->extent;
}

static void show(cairo_t *cr, const struct text_style *style, const struct layout_slot *slot,
                 double x, double y)
{
    cairo_set_source_rgb(cr, style->colour.red, style->colour.green, style->colour.blue);
    cairo_move_to(cr, x, y);
    pango_cairo_show_layout(cr, slot->layout);
}

/* How much of the room beside a line stands before it. */
static double before_line(double room, enum text_align align)
{
    return align == TEXT_LEFT ? 0 : align == TEXT_CENTRE ? room / 2 : room;
}

void text_draw(struct text_engine *engine, cairo_t *cr, const struct text_style *style,
               const char *text, double x, double y, double width, enum text_align align,
               int max_lines)
{
    const struct layout_slot *slot = paragraph_of(engine, style, text, width, align, max_lines);
    if (width > 0 && slot->key.width <= 0)
        x += before_line(width - slot->extent.width, align);
    show(cr, style, slot, x, y);
}

void text_draw_at(struct text_engine *engine, cairo_t *cr, const struct text_style *style,
                  const char *text, double x, double baseline, enum text_align align)
{
    const struct layout_slot *line = line_of(engine, style, text);
    show(cr, style, line, x + before_line(-line->extent.width, align),
         baseline - line->extent.baseline);
}

/* Of the bytes from `begin` to `end`, on a line that has some of them. */
static struct text_box box_of(PangoLayoutIter *lines, int begin, int end)
{
    PangoLayoutLine *line = pango_layout_iter_get_line_readonly(lines);
    PangoRectangle extents;
    int *ranges, count, last = line->start_index + line->length;
    struct text_box box = {0};
    pango_layout_iter_get_line_extents(lines, NULL, &extents);
    pango_layout_line_get_x_ranges(line, begin > line->start_index ? begin : line->start_index,
                                   end < last ? end : last, &ranges, &count);
    if (count > 0) {
        int right = ranges[2 * count - 1];
        if (right > extents.x + extents.width) /* what is cut off */
            right = extents.x + extents.width;
        box = (struct text_box){ranges[0] / (double)PANGO_SCALE, extents.y / (double)PANGO_SCALE,
                                (right - ranges[0]) / (double)PANGO_SCALE,
                                extents.height / (double)PANGO_SCALE};
    }
    g_free(ranges);
    return box;
}

size_t text_boxes(struct text_engine *engine, const struct text_style *style, const char *text,
                  double width, int max_lines, struct text_slice part, size_t *from,
                  struct text_box *boxes, size_t most)
{
    PangoLayout *layout = paragraph_of(engine, style, text, width, TEXT_LEFT, max_lines)->layout;
    const char *all = pango_layout_get_text(layout), *found = NULL;
    size_t count = 0;
    if (*from <= strlen(all))
        found = memmem(all + *from, strlen(all + *from), part.text, part.size);
    if (!found)
        return 0;
    int begin = (int)(found - all), end = begin + (int)part.size;
    *from = (size_t)end;
    PangoLayoutIter *lines = pango_layout_get_iter(layout);
    do {
        PangoLayoutLine *line = pango_layout_iter_get_line_readonly(lines);
        if (begin >= line->start_index + line->length || end <= line->start_index)
            continue;
        struct text_box box = box_of(lines, begin, end);
        if (box.width > 0 && count < most)
            boxes[count++] = box;
    } while (pango_layout_iter_next_line(lines));
    pango_layout_iter_free(lines);
    return count;
}

const char *text_fit(struct text_engine *engine, const struct text_style *style, const char *text,
                     double width, struct arena *arena)
{
    text = utf8_clean(arena, text);
    size_t letters = utf8_length(text);
    size_t most = letters < TEXT_LONGEST ? letters : TEXT_LONGEST;
    const char *shown = most < letters ? utf8_shorten(arena, text, most) : text;
    while (most > 1) {
        double wide = text_measure(engine, style, shown, 0, 0).width;
        if (wide <= width)
            break;
        size_t fewer = (size_t)fmax(1, floor((double)most * width / wide));
        most = fewer < most ? fewer : most - 1;
        shown = utf8_shorten(arena, text, most);
    }
    return shown;
}
