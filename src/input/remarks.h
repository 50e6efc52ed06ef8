/* What a thread found odd in its part of an input, kept until all parts are read, so that it is
 * reported in the order of the input at any number of threads. */
#ifndef INPUT_REMARKS_H
#define INPUT_REMARKS_H

#include <stddef.h>
#include <stdint.h>

#include "input/reader.h"
#include "util/arena.h"

#define REMARK_NO_OFFSET UINT64_MAX

struct remark {
    enum diagnostic_level level;
    uint64_t offset;
    const char *reason, *subject;
    uint64_t omitted;
    enum diagnostic_end end; /* that a note tells */
};

struct remarks {
    struct remark *items;
    size_t count, capacity;
    struct arena arena;
};

void remarks_init(struct remarks *remarks);
void remarks_release(struct remarks *remarks);

/* Notes of one reason make one line, with the first subject and how many more there are. */
void remarks_note(struct remarks *remarks, const char *subject, const char *reason, ...)
    __attribute__((format(printf, 3, 4)));
/* A note on how the input ends. */
void remarks_note_end(struct remarks *remarks, enum diagnostic_end end, const char *reason, ...)
    __attribute__((format(printf, 3, 4)));
/* As a note; so many things that the report has no place for. */
void remarks_omit(struct remarks *remarks, const char *subject, uint64_t count, const char *reason,
                  ...) __attribute__((format(printf, 4, 5)));
void remarks_reject(struct remarks *remarks, uint64_t offset, const char *subject,
                    const char *reason, ...) __attribute__((format(printf, 4, 5)));
/* Appends what `from` holds and empties it. */
void remarks_append(struct remarks *remarks, struct remarks *from);

/* Offsets count in input->content. */
void remarks_tell(const struct remarks *remarks, const struct input *input,
                  struct diagnostics *diagnostics);

/* Where an offset is, for people. */
struct place place_at(const struct input *input, uint64_t offset);

#endif
