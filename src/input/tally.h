/* How often each of a few odd things occurred, reported in one line each. */
#ifndef INPUT_TALLY_H
#define INPUT_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "input/deferred_diagnostics.h"
#include "util/interner.h"
#include "util/list.h"

struct tally {
    struct interner names;
    LIST_OF(uint64_t) counts; /* by number of the name */
};

void tally_release(struct tally *tally); /* zeroed memory is an empty one */
/* Beyond a hundred names the rest count together. */
void tally_add(struct tally *tally, const char *name, size_t size);
void tally_merge(struct tally *tally, const struct tally *from);
/* "WHAT: NAME: 7" for each. */
void tally_tell(const struct tally *tally, struct deferred_diagnostics *deferred, const char *what);

#endif
