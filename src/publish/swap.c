#include "publish/swap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

static bool swap_in_two_steps(int directory, const char *ready, const char *target,
                              const char *aside)
{
    if (renameat(directory, target, directory, aside) != 0)
        return false;
    if (renameat(directory, ready, directory, target) == 0)
        return true;
    int reason = errno;
    renameat(directory, aside, directory, target);
    errno = reason;
    return false;
}

bool swap_into_place(int directory, const char *ready, const char *target, const char *aside)
{
    if (renameat(directory, ready, directory, target) == 0)
        return true; /* there was nothing, an empty directory, or a file for a file */
    if (errno != ENOTEMPTY && errno != EEXIST)
        return false;
    if (renameat2(directory, ready, directory, target, RENAME_EXCHANGE) == 0)
        return true;
    bool cannot_exchange = errno == EINVAL || errno == ENOSYS;
    return cannot_exchange && swap_in_two_steps(directory, ready, target, aside);
}
