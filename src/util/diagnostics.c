#include "util/diagnostics.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/arena.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/strbuf.h"
#include "util/utf8.h"

enum { TEXT_SIZE = 200, REASON_SIZE = 600, PATH_SIZE = 4096, MOST_KINDS = 50, MOST_REASONS = 64 };

struct reason_count {
    const char *reason;
    uint64_t count;
};

struct input_counts {
    uint64_t rejected;
    size_t kept;
    LIST_OF(struct reason_count) reasons;
    bool has_more; /* reasons than are counted */
    enum diagnostic_end end;
};

/* Reasons that differ only in what they are about. */
struct kind {
    const char *first; /* reason */
    uint64_t count;
    bool varies;
};

struct diagnostics {
    pthread_mutex_t lock;
    void (*print)(void *context, const char *line);
    void *context;
    struct arena arena;
    LIST_OF(struct diagnostic *) kept;
    struct name_index reasons, inputs, kinds;
    struct kind kind[MOST_KINDS + 1]; /* the last one: all others */
    struct strbuf last_reason;        /* what is wrong is often wrong many times in a row */
    struct kind *last_kind;
    struct input_counts *input_counts;
    size_t input_capacity;
    uint64_t rejected;
    struct place base; /* what places of its input count from */
};

struct diagnostics *diagnostics_new(void (*print)(void *context, const char *line), void *context)
{
    struct diagnostics *diagnostics = memory_alloc(sizeof *diagnostics);
    pthread_mutex_init(&diagnostics->lock, NULL);
    diagnostics->print = print;
    diagnostics->context = context;
    arena_init(&diagnostics->arena);
    name_index_init(&diagnostics->reasons);
    name_index_init(&diagnostics->inputs);
    name_index_init(&diagnostics->kinds);
    strbuf_init(&diagnostics->last_reason);
    return diagnostics;
}

void diagnostics_free(struct diagnostics *diagnostics)
{
    if (!diagnostics)
        return;
    pthread_mutex_destroy(&diagnostics->lock);
    arena_release(&diagnostics->arena);
    for (size_t i = 0; i < diagnostics->inputs.count; i++)
        free(diagnostics->input_counts[i].reasons.items);
    free(diagnostics->input_counts);
    free(diagnostics->kept.items);
    name_index_release(&diagnostics->reasons);
    name_index_release(&diagnostics->inputs);
    name_index_release(&diagnostics->kinds);
    strbuf_release(&diagnostics->last_reason);
    free(diagnostics);
}

static const char *kept_reason(struct diagnostics *diagnostics, const char *reason)
{
    uint32_t number = name_index_find(&diagnostics->reasons, reason);
    if (number == NAME_INDEX_NONE)
        number = name_index_add(&diagnostics->reasons, arena_text(&diagnostics->arena, reason));
    return diagnostics->reasons.names[number];
}

/* ---- kinds ----------------------------------------------------------------------------------- */

/* The end of a word that is a path, or of what is in quotes; `text` itself when it is neither. */
static const char *skip_subject(const char *text, bool at_word)
{
    bool quoted = at_word && (*text == '\'' || *text == '"');
    const char *end = quoted ? strchr(text + 1, *text) : NULL;
    if (end)
        return end + 1;
    size_t size = at_word ? strcspn(text, " ") : 0;
    if (!memchr(text, '/', size))
        return text;
    while (size > 1 && strchr(",;:)", text[size - 1]))
        size--;
    return text + size;
}

/* Of a number at the start, whose thousands may be grouped. */
static size_t number_size(const char *text)
{
    static const char digits[] = "0123456789";
    size_t size = strspn(text, digits);
    while (size && text[size] == ',' && strspn(text + size + 1, digits) >= 3)
        size += 1 + strspn(text + size + 1, digits);
    return size;
}

/* A reason without its numbers, its paths and what it quotes: what is of one kind is equal. */
static void add_kind(struct strbuf *kind, const char *reason)
{
    for (const char *at = reason; *at;) {
        bool at_word = at == reason || at[-1] == ' ' || at[-1] == '(';
        const char *end = skip_subject(at, at_word);
        if (end == at)
            end += number_size(at);
        if (end > at)
            strbuf_add_text(kind, "#");
        else
            strbuf_add(kind, end++, 1);
        at = end;
    }
}

static struct kind *find_kind(struct diagnostics *diagnostics, const char *reason)
{
    struct strbuf text;
    strbuf_init(&text);
    add_kind(&text, reason);
    uint32_t number = name_index_find(&diagnostics->kinds, text.text);
    if (number == NAME_INDEX_NONE && diagnostics->kinds.count < MOST_KINDS)
        number = name_index_add(&diagnostics->kinds, arena_text(&diagnostics->arena, text.text));
    strbuf_release(&text);
    struct kind *kind = &diagnostics->kind[number == NAME_INDEX_NONE ? MOST_KINDS : number];
    if (!kind->first)
        kind->first = arena_text(&diagnostics->arena, reason);
    kind->varies = kind->varies || strcmp(kind->first, reason) != 0;
    return kind;
}

static struct kind *kind_of(struct diagnostics *diagnostics, const char *reason)
{
    if (diagnostics->last_kind && strcmp(diagnostics->last_reason.text, reason) == 0)
        return diagnostics->last_kind;
    strbuf_clear(&diagnostics->last_reason);
    strbuf_add_text(&diagnostics->last_reason, reason);
    diagnostics->last_kind = find_kind(diagnostics, reason);
    return diagnostics->last_kind;
}

/* ---- inputs ---------------------------------------------------------------------------------- */

static uint32_t input_number(struct diagnostics *diagnostics, const char *input)
{
    uint32_t number = name_index_find(&diagnostics->inputs, input);
    if (number != NAME_INDEX_NONE)
        return number;
    number = name_index_add(&diagnostics->inputs, arena_text(&diagnostics->arena, input));
    memory_reserve(&diagnostics->input_counts, &diagnostics->input_capacity,
                   diagnostics->inputs.count, sizeof *diagnostics->input_counts);
    diagnostics->input_counts[number] = (struct input_counts){0};
    return number;
}

static void shorten(struct strbuf *buffer, size_t most)
{
    static const char ellipsis[] = "…";
    if (buffer->size <= most)
        return;
    buffer->size = utf8_cut(buffer->text, buffer->size, most - strlen(ellipsis));
    strbuf_add_text(buffer, ellipsis);
}

/* What a terminal and a table may be shown, never longer than `most` bytes. A text of megabytes is
 * cut before it is looked at. */
static void add_visible_start(struct strbuf *buffer, const char *text, size_t most)
{
    struct strbuf start;
    strbuf_init(&start);
    strbuf_add(&start, text, strnlen(text, most + 1));
    utf8_add_visible(buffer, start.text);
    shorten(buffer, most);
    strbuf_release(&start);
}

static void print_line(struct diagnostics *diagnostics, const struct diagnostic *diagnostic)
{
    struct strbuf line;
    strbuf_init(&line);
    add_visible_start(&line, diagnostic->place.input, PATH_SIZE);
    if (diagnostic->place.line)
        strbuf_format(&line, ":%" PRIu64, diagnostic->place.line);
    else if (diagnostic->place.offset)
        strbuf_format(&line, ", byte %" PRIu64, diagnostic->place.offset);
    strbuf_add_text(&line, line.size ? ": " : "");
    strbuf_add_text(&line, diagnostic->reason);
    if (diagnostic->text[0])
        strbuf_format(&line, ": \"%s\"", diagnostic->text);
    diagnostics->print(diagnostics->context, line.text);
    strbuf_release(&line);
}

/* `diagnostic` holds texts of the caller; what stays is copied. */
static void keep(struct diagnostics *diagnostics, const struct diagnostic *diagnostic,
                 const char *input)
{
    struct diagnostic *copy = arena_alloc(&diagnostics->arena, sizeof *copy);
    *copy = *diagnostic;
    copy->place.input = input;
    copy->reason = kept_reason(diagnostics, diagnostic->reason);
    copy->text = arena_text(&diagnostics->arena, diagnostic->text);
    *list_add(&diagnostics->kept) = copy;
}

static void count_reason(struct diagnostics *diagnostics, struct input_counts *counts,
                         const char *reason)
{
    for (size_t i = 0; i < counts->reasons.count; i++)
        if (strcmp(counts->reasons.items[i].reason, reason) == 0) {
            counts->reasons.items[i].count++;
            return;
        }
    if (counts->reasons.count == MOST_REASONS) {
        counts->has_more = true;
        return;
    }
    *list_add(&counts->reasons) = (struct reason_count){kept_reason(diagnostics, reason), 1};
}

static void count_reject(struct diagnostics *diagnostics, const struct diagnostic *diagnostic)
{
    uint32_t input = input_number(diagnostics, diagnostic->place.input);
    struct input_counts *counts = &diagnostics->input_counts[input];
    counts->rejected++;
    diagnostics->rejected++;
    count_reason(diagnostics, counts, diagnostic->reason);
    if (diagnostics->kept.count < DIAGNOSTICS_KEPT && counts->kept < DIAGNOSTICS_KEPT_AN_INPUT) {
        counts->kept++;
        keep(diagnostics, diagnostic, diagnostics->inputs.names[input]);
    }
}

static void keep_for_table(struct diagnostics *diagnostics, const struct diagnostic *diagnostic)
{
    uint32_t input = input_number(diagnostics, diagnostic->place.input);
    if (diagnostics->kept.count < DIAGNOSTICS_KEPT)
        keep(diagnostics, diagnostic, diagnostics->inputs.names[input]);
}

static void record(struct diagnostics *diagnostics, const struct diagnostic *diagnostic)
{
    struct kind *kind = kind_of(diagnostics, diagnostic->reason);
    if (diagnostic->level == DIAGNOSTIC_REJECT)
        count_reject(diagnostics, diagnostic);
    else if (diagnostic->level != DIAGNOSTIC_NOTE)
        keep_for_table(diagnostics, diagnostic);
    if (kind->count++ < DIAGNOSTICS_PRINTED_A_KIND && diagnostics->print)
        print_line(diagnostics, diagnostic);
}

void diagnostics_count_from(struct diagnostics *diagnostics, struct place place)
{
    pthread_mutex_lock(&diagnostics->lock);
    diagnostics->base = place;
    pthread_mutex_unlock(&diagnostics->lock);
}

static struct place place_in_file(const struct diagnostics *diagnostics, struct place place)
{
    const struct place *base = &diagnostics->base;
    if (!base->input || strcmp(base->input, place.input) != 0)
        return place;
    if (place.line)
        place.line += base->line - 1;
    if (place.offset)
        place.offset += base->offset;
    return place;
}

/* Of a new one level, place, text, omitted; the reason follows. */
static void add_diagnostic(struct diagnostics *diagnostics, struct diagnostic diagnostic,
                           const char *reason_format, va_list arguments)
{
    struct strbuf formatted, reason, visible;
    strbuf_init(&formatted);
    strbuf_init(&reason);
    strbuf_init(&visible);
    strbuf_format_list(&formatted, reason_format, arguments);
    add_visible_start(&reason, formatted.text, REASON_SIZE);
    add_visible_start(&visible, diagnostic.text ? diagnostic.text : "", TEXT_SIZE);
    if (!diagnostic.place.input)
        diagnostic.place.input = "";
    diagnostic.reason = reason.text;
    diagnostic.text = visible.text;
    pthread_mutex_lock(&diagnostics->lock);
    diagnostic.place = place_in_file(diagnostics, diagnostic.place);
    record(diagnostics, &diagnostic);
    pthread_mutex_unlock(&diagnostics->lock);
    strbuf_release(&formatted);
    strbuf_release(&reason);
    strbuf_release(&visible);
}

void diagnostics_reject(struct diagnostics *diagnostics, struct place place, const char *text,
                        const char *reason, ...)
{
    va_list arguments;
    va_start(arguments, reason);
    add_diagnostic(diagnostics,
                   (struct diagnostic){.level = DIAGNOSTIC_REJECT, .place = place, .text = text},
                   reason, arguments);
    va_end(arguments);
}

void diagnostics_omit(struct diagnostics *diagnostics, struct place place, uint64_t count,
                      const char *reason, ...)
{
    va_list arguments;
    va_start(arguments, reason);
    add_diagnostic(diagnostics,
                   (struct diagnostic){.level = DIAGNOSTIC_OMISSION,
                                       .place = place,
                                       .omitted = count},
                   reason, arguments);
    va_end(arguments);
}

void diagnostics_assume(struct diagnostics *diagnostics, struct place place, const char *reason,
                        ...)
{
    va_list arguments;
    va_start(arguments, reason);
    add_diagnostic(diagnostics, (struct diagnostic){.level = DIAGNOSTIC_ASSUMPTION, .place = place},
                   reason, arguments);
    va_end(arguments);
}

void diagnostics_note(struct diagnostics *diagnostics, struct place place, const char *reason, ...)
{
    va_list arguments;
    va_start(arguments, reason);
    add_diagnostic(diagnostics, (struct diagnostic){.level = DIAGNOSTIC_NOTE, .place = place},
                   reason, arguments);
    va_end(arguments);
}

static void remember_end(struct diagnostics *diagnostics, const char *input,
                         enum diagnostic_end end)
{
    uint32_t number = input_number(diagnostics, input);
    if (end > diagnostics->input_counts[number].end)
        diagnostics->input_counts[number].end = end;
}

void diagnostics_note_end(struct diagnostics *diagnostics, struct place place,
                          enum diagnostic_end end, const char *reason, ...)
{
    va_list arguments;
    if (end != DIAGNOSTIC_ENDS_WHOLE) {
        pthread_mutex_lock(&diagnostics->lock);
        remember_end(diagnostics, place.input, end);
        pthread_mutex_unlock(&diagnostics->lock);
    }
    va_start(arguments, reason);
    add_diagnostic(diagnostics, (struct diagnostic){.level = DIAGNOSTIC_NOTE, .place = place},
                   reason, arguments);
    va_end(arguments);
}

void diagnostics_recall(struct diagnostics *diagnostics, const char *input, uint64_t rejected,
                        enum diagnostic_end end)
{
    pthread_mutex_lock(&diagnostics->lock);
    uint32_t number = input_number(diagnostics, input);
    diagnostics->input_counts[number].rejected += rejected;
    remember_end(diagnostics, input, end);
    diagnostics->rejected += rejected;
    pthread_mutex_unlock(&diagnostics->lock);
}

static void print_remaining(struct diagnostics *diagnostics, const struct kind *kind)
{
    uint64_t more = kind->count - DIAGNOSTICS_PRINTED_A_KIND;
    struct strbuf line;
    strbuf_init(&line);
    if (kind == &diagnostics->kind[MOST_KINDS])
        strbuf_format(&line, "… and %" PRIu64 " more of other kinds", more);
    else
        strbuf_format(&line, "… and %" PRIu64 " more%s: %s", more, kind->varies ? " like" : "",
                      kind->first);
    diagnostics->print(diagnostics->context, line.text);
    strbuf_release(&line);
}

void diagnostics_finish(struct diagnostics *diagnostics)
{
    if (!diagnostics->print)
        return;
    pthread_mutex_lock(&diagnostics->lock);
    for (size_t i = 0; i <= MOST_KINDS; i++)
        if (diagnostics->kind[i].count > DIAGNOSTICS_PRINTED_A_KIND)
            print_remaining(diagnostics, &diagnostics->kind[i]);
    pthread_mutex_unlock(&diagnostics->lock);
}

size_t diagnostics_count(const struct diagnostics *diagnostics)
{
    return diagnostics->kept.count;
}

const struct diagnostic *diagnostics_at(const struct diagnostics *diagnostics, size_t index)
{
    return diagnostics->kept.items[index];
}

uint64_t diagnostics_rejected(const struct diagnostics *diagnostics, const char *input)
{
    if (!input)
        return diagnostics->rejected;
    uint32_t number = name_index_find(&diagnostics->inputs, input);
    return number == NAME_INDEX_NONE ? 0 : diagnostics->input_counts[number].rejected;
}

enum diagnostic_end diagnostics_end_of(const struct diagnostics *diagnostics, const char *input)
{
    uint32_t number = name_index_find(&diagnostics->inputs, input);
    return number == NAME_INDEX_NONE ? DIAGNOSTIC_ENDS_WHOLE
                                     : diagnostics->input_counts[number].end;
}

const char *diagnostics_main_reason(const struct diagnostics *diagnostics, const char *input,
                                    uint64_t *count)
{
    uint32_t number = name_index_find(&diagnostics->inputs, input);
    const char *reason = NULL;
    *count = 0;
    if (number == NAME_INDEX_NONE || diagnostics->input_counts[number].has_more)
        return NULL;
    const struct input_counts *counts = &diagnostics->input_counts[number];
    for (size_t i = 0; i < counts->reasons.count; i++)
        if (counts->reasons.items[i].count > *count) {
            reason = counts->reasons.items[i].reason;
            *count = counts->reasons.items[i].count;
        }
    return reason;
}
