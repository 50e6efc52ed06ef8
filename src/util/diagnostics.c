#include "util/diagnostics.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/arena.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/strbuf.h"
#include "util/utf8.h"

enum { TEXT_SIZE = 200, REASON_SIZE = 600 };

struct input_counts {
    uint64_t rejected;
    size_t kept[2]; /* by level: many notes leave room for rejects */
};

struct diagnostics {
    pthread_mutex_t lock;
    void (*print)(void *context, const char *line);
    void *context;
    struct arena arena;
    struct diagnostic **kept;
    size_t kept_count, kept_capacity;
    struct name_index reasons, inputs;
    uint64_t *reason_counts;
    size_t reason_capacity;
    struct input_counts *input_counts;
    size_t input_capacity;
    uint64_t rejected;
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
    return diagnostics;
}

void diagnostics_free(struct diagnostics *diagnostics)
{
    if (!diagnostics)
        return;
    pthread_mutex_destroy(&diagnostics->lock);
    arena_release(&diagnostics->arena);
    name_index_release(&diagnostics->reasons);
    name_index_release(&diagnostics->inputs);
    free(diagnostics->kept);
    free(diagnostics->reason_counts);
    free(diagnostics->input_counts);
    free(diagnostics);
}

static uint32_t reason_number(struct diagnostics *diagnostics, const char *reason)
{
    uint32_t number = name_index_find(&diagnostics->reasons, reason);
    if (number != NAME_INDEX_NONE)
        return number;
    number = name_index_add(&diagnostics->reasons, arena_text(&diagnostics->arena, reason));
    memory_reserve(&diagnostics->reason_counts, &diagnostics->reason_capacity,
                   diagnostics->reasons.count, sizeof *diagnostics->reason_counts);
    diagnostics->reason_counts[number] = 0;
    return number;
}

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

static void print_line(struct diagnostics *diagnostics, const struct diagnostic *diagnostic)
{
    struct strbuf line;
    strbuf_init(&line);
    utf8_add_visible(&line, diagnostic->place.input);
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

static void keep(struct diagnostics *diagnostics, const struct diagnostic *diagnostic)
{
    memory_reserve(&diagnostics->kept, &diagnostics->kept_capacity, diagnostics->kept_count + 1,
                   sizeof(struct diagnostic *));
    struct diagnostic *copy = arena_alloc(&diagnostics->arena, sizeof *copy);
    *copy = *diagnostic;
    copy->text = arena_text(&diagnostics->arena, diagnostic->text);
    diagnostics->kept[diagnostics->kept_count++] = copy;
}

/* `diagnostic` holds texts of the caller; what stays is copied. */
static void record(struct diagnostics *diagnostics, struct diagnostic diagnostic)
{
    uint32_t input = input_number(diagnostics, diagnostic.place.input);
    uint32_t reason = reason_number(diagnostics, diagnostic.reason);
    struct input_counts *counts = &diagnostics->input_counts[input];
    if (diagnostic.level == DIAGNOSTIC_REJECT) {
        counts->rejected++;
        diagnostics->rejected++;
    }
    diagnostic.place.input = diagnostics->inputs.names[input];
    diagnostic.reason = diagnostics->reasons.names[reason];
    if (counts->kept[diagnostic.level]++ < DIAGNOSTICS_KEPT_AN_INPUT)
        keep(diagnostics, &diagnostic);
    if (diagnostics->reason_counts[reason]++ < DIAGNOSTICS_PRINTED_A_REASON && diagnostics->print)
        print_line(diagnostics, &diagnostic);
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

static void add_diagnostic(struct diagnostics *diagnostics, enum diagnostic_level level,
                           struct place place, const char *text, const char *reason_format,
                           va_list arguments)
{
    struct strbuf formatted, reason, visible;
    strbuf_init(&formatted);
    strbuf_init(&reason);
    strbuf_init(&visible);
    strbuf_format_list(&formatted, reason_format, arguments);
    add_visible_start(&reason, formatted.text, REASON_SIZE);
    add_visible_start(&visible, text ? text : "", TEXT_SIZE);
    if (!place.input)
        place.input = "";
    pthread_mutex_lock(&diagnostics->lock);
    record(diagnostics, (struct diagnostic){level, place, reason.text, visible.text});
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
    add_diagnostic(diagnostics, DIAGNOSTIC_REJECT, place, text, reason, arguments);
    va_end(arguments);
}

void diagnostics_note(struct diagnostics *diagnostics, struct place place, const char *reason, ...)
{
    va_list arguments;
    va_start(arguments, reason);
    add_diagnostic(diagnostics, DIAGNOSTIC_NOTE, place, "", reason, arguments);
    va_end(arguments);
}

static void print_remaining(struct diagnostics *diagnostics, size_t reason)
{
    uint64_t more = diagnostics->reason_counts[reason] - DIAGNOSTICS_PRINTED_A_REASON;
    struct strbuf line;
    strbuf_init(&line);
    strbuf_format(&line, "… and %" PRIu64 " more: %s", more, diagnostics->reasons.names[reason]);
    diagnostics->print(diagnostics->context, line.text);
    strbuf_release(&line);
}

void diagnostics_finish(struct diagnostics *diagnostics)
{
    if (!diagnostics->print)
        return;
    pthread_mutex_lock(&diagnostics->lock);
    for (size_t i = 0; i < diagnostics->reasons.count; i++)
        if (diagnostics->reason_counts[i] > DIAGNOSTICS_PRINTED_A_REASON)
            print_remaining(diagnostics, i);
    pthread_mutex_unlock(&diagnostics->lock);
}

size_t diagnostics_count(const struct diagnostics *diagnostics)
{
    return diagnostics->kept_count;
}

const struct diagnostic *diagnostics_at(const struct diagnostics *diagnostics, size_t index)
{
    return diagnostics->kept[index];
}

uint64_t diagnostics_rejected(const struct diagnostics *diagnostics, const char *input)
{
    if (!input)
        return diagnostics->rejected;
    uint32_t number = name_index_find(&diagnostics->inputs, input);
    return number == NAME_INDEX_NONE ? 0 : diagnostics->input_counts[number].rejected;
}
