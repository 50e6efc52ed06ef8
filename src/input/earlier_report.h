/* A directory among inputs that holds a report of this program: its tables are results, no inputs.
 */
#ifndef INPUT_EARLIER_REPORT_H
#define INPUT_EARLIER_REPORT_H

#include "util/arena.h"
#include "util/error.h"

enum earlier_report {
    EARLIER_REPORT_NONE, /* the manifest is another program's, if there is one */
    EARLIER_REPORT_FOUND,
    EARLIER_REPORT_UNKNOWN /* its manifest cannot be read; `error` says why */
};

/* By the program that data/manifest.json names. */
enum earlier_report earlier_report_in(const char *directory, struct arena *arena,
                                      struct error *error);

#endif
