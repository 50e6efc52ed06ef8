/* What is odd in the data but does not stop the work.
 *
 * A record that cannot be used is *rejected*: counted, printed, and kept (at most 1,000 an input)
 * for the `rejects` table. Data that is sound but has no place in a report is an
 * *omission*, printed and kept for the table `not_shown`. What an input does not say and data was
 * taken for is an *assumption*, printed and kept for the table `assumptions`. Anything else worth
 * knowing is a *note*, printed only. Messages of one kind, whatever numbers, paths and quoted texts
 * are in them, are printed up to 20 times, then only counted; beyond 50 kinds all others are one.
 * Safe to call from several threads. */
#ifndef UTIL_DIAGNOSTICS_H
#define UTIL_DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DIAGNOSTICS_PRINTED_A_KIND = 20,
    DIAGNOSTICS_KEPT_AN_INPUT = 1000,
    DIAGNOSTICS_KEPT = 100000
};

/* Whether an input ends where it should; the worse, the higher. */
enum diagnostic_end {
    DIAGNOSTIC_ENDS_WHOLE,
    DIAGNOSTIC_ENDS_UNFINISHED, /* in its last record, as a log does to which is still written */
    DIAGNOSTIC_ENDS_IN_RECORD,  /* as above, of what is written in one go: more may be lost */
    DIAGNOSTIC_ENDS_EARLY,      /* what comes behind is lost */
};

enum diagnostic_level {
    DIAGNOSTIC_REJECT,
    DIAGNOSTIC_OMISSION,
    DIAGNOSTIC_ASSUMPTION,
    DIAGNOSTIC_NOTE
};

/* Where it was seen. `line` counts from 1, 0 when unknown or there are none; `offset` is in bytes
 * from 0. */
struct place {
    const char *input; /* path as the user gave it */
    uint64_t line, offset;
};

struct diagnostic {
    enum diagnostic_level level;
    struct place place;
    const char *reason; /* what is wrong, without the place: the same words for the same fault */
    const char *text;   /* the offending text, shortened to 200 bytes; "" when none */
    uint64_t omitted;   /* of an omission: how many */
};

struct diagnostics; /* opaque: handle with a lock inside */

/* `print` gets one finished line without its line feed; NULL prints nothing. */
struct diagnostics *diagnostics_new(void (*print)(void *context, const char *line), void *context);
void diagnostics_free(struct diagnostics *diagnostics);

/* From now on, lines and offsets in messages about that input count from this place of it, which is
 * where a further document in the same file begins; an empty place: from its beginning again. */
void diagnostics_count_from(struct diagnostics *diagnostics, struct place place);

/* `reason` is a printf format: put what varies into `text`, so that equal faults group. */
void diagnostics_reject(struct diagnostics *diagnostics, struct place place, const char *text,
                        const char *reason, ...) __attribute__((format(printf, 4, 5)));
/* The reason says how many, too. */
void diagnostics_omit(struct diagnostics *diagnostics, struct place place, uint64_t count,
                      const char *reason, ...) __attribute__((format(printf, 4, 5)));
void diagnostics_assume(struct diagnostics *diagnostics, struct place place, const char *reason,
                        ...) __attribute__((format(printf, 3, 4)));
void diagnostics_note(struct diagnostics *diagnostics, struct place place, const char *reason, ...)
    __attribute__((format(printf, 3, 4)));
/* As a note; remembered of the input. */
void diagnostics_note_end(struct diagnostics *diagnostics, struct place place,
                          enum diagnostic_end end, const char *reason, ...)
    __attribute__((format(printf, 4, 5)));

/* What was known of an input when it was read: counts its rejected records, remembers its end, and
 * prints and keeps nothing. */
void diagnostics_recall(struct diagnostics *diagnostics, const char *input, uint64_t rejected,
                        enum diagnostic_end end);

/* Prints "… and N more" for each kind that was cut off. */
void diagnostics_finish(struct diagnostics *diagnostics);

/* The rejects, omissions and assumptions that were kept, in the order of arrival. Pointers live as
 * long as the diagnostics. */
size_t diagnostics_count(const struct diagnostics *diagnostics);
const struct diagnostic *diagnostics_at(const struct diagnostics *diagnostics, size_t index);

/* Full numbers, beyond what is kept. input NULL: of all inputs. */
uint64_t diagnostics_rejected(const struct diagnostics *diagnostics, const char *input);
/* The worst that was said of its end. */
enum diagnostic_end diagnostics_end_of(const struct diagnostics *diagnostics, const char *input);
/* Why most records of the input were rejected, and how many of them; NULL when there is none, or
 * reasons are too many to count. */
const char *diagnostics_main_reason(const struct diagnostics *diagnostics, const char *input,
                                    uint64_t *count);

#endif
