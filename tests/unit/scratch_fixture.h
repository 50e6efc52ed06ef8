/* A fresh directory for each test, which works in it with names relative to it. */
#ifndef SCRATCH_FIXTURE_H
#define SCRATCH_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/path.h"

static char scratch[64];

static inline void enter_scratch(void)
{
    snprintf(scratch, sizeof scratch, "/tmp/publish-XXXXXX");
    if (!mkdtemp(scratch) || chdir(scratch) != 0)
        abort();
}

static inline void leave_scratch(void)
{
    struct error error;
    if (chdir("/") != 0 || !path_remove_tree(scratch, &error))
        abort();
}

#endif
