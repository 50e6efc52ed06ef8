/* Under which name a report stands in a web directory: stable, made from what identifies it. */
#ifndef PUBLISH_REPORT_NAME_H
#define PUBLISH_REPORT_NAME_H

#include <stdbool.h>

#include "util/arena.h"

/* What distinguishes reports. Texts are from data and may be NULL or hold anything. */
struct report_identity {
    const char *job_id, *label;
    const char *cluster; /* counts where both reports know theirs: job ids repeat among clusters */
    const char *fingerprint; /* of its inputs: counts where there is neither job id nor label */
};

bool report_identity_is_same(const struct report_identity *left,
                             const struct report_identity *right);

/* A short text for a long one; `digits` is what it is written to and returned. */
enum { REPORT_FINGERPRINT_SIZE = 17 };
const char *report_fingerprint(const char *text, char digits[REPORT_FINGERPRINT_SIZE]);

/* The names to try in turn (attempt 0, 1, 2 …), all of letters, digits and ". _ -", at most 100 of
 * them: "731200", "731200-label", "label", "report-HASH". Where a text was cut or has no such
 * letters, and from attempt 1 on, a hash of the identity keeps apart what would look the same. */
const char *report_name(struct arena *arena, const struct report_identity *identity, int attempt);

#endif
