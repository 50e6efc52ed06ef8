/* What a thread found odd in its part of an input, kept until all parts are read, so that it is
 * reported in the order of the input at any number of threads. */
#ifndef INPUT_DEFERRED_DIAGNOSTICS_H
#define INPUT_DEFERRED_DIAGNOSTICS_H

#include <stddef.h>
#include <stdint.h>

#include "input/reader.h"
#include "util/arena.h"

#define DEFERRED_NO_OFFSET UINT64_MAX

struct deferred_diagnostic {
    enum diagnostic_level level;
    uint64_t offset;
    const char *reason, *subject;
    uint64_t omitted;
    enum diagnostic_end end; /* that a note tells */
};

struct deferred_diagnostics {
    struct deferred_diagnostic *items;
    size_t count, capacity;
    struct arena arena;
};

void deferred_init(struct deferred_diagnostics *deferred);
void deferred_release(struct deferred_diagnostics *deferred);

/* Notes of one reason make one line, which begins with the first subject and how many more there
 * are. */
void deferred_note(struct deferred_diagnostics *deferred, const char *subject, const char *reason,
                   ...) __attribute__((format(printf, 3, 4)));
/* A note on how the input ends. */
void deferred_note_end(struct deferred_diagnostics *deferred, enum diagnostic_end end,
                       const char *reason, ...) __attribute__((format(printf, 3, 4)));
/* As a note; so many things that the report has no place for. */
void deferred_omit(struct deferred_diagnostics *deferred, const char *subject, uint64_t count,
                   const char *reason, ...) __attribute__((format(printf, 4, 5)));
void deferred_reject(struct deferred_diagnostics *deferred, uint64_t offset, const char *subject,
                     const char *reason, ...) __attribute__((format(printf, 4, 5)));
/* Appends what `from` holds and empties it. */
void deferred_append(struct deferred_diagnostics *deferred, struct deferred_diagnostics *from);

/* Offsets count in input->content. */
void deferred_tell(const struct deferred_diagnostics *deferred, const struct input *input,
                   struct diagnostics *diagnostics);

/* Where an offset is, for people. */
struct place place_at(const struct input *input, uint64_t offset);

#endif
