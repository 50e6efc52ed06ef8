/* Who sends mail where nobody is named. */
#ifndef SENDER_H
#define SENDER_H

#include "util/arena.h"

/* "anna@login1": the login of this process's user and the name of the host, as mail programs write
 * them. NULL where that is no address. */
const char *sender_of_process(struct arena *arena);

#endif
