#include "publish/host.h"

#include <unistd.h>

enum { LONGEST_HOST = 64 }; /* HOST_NAME_MAX of Linux */

const char *host_name(struct arena *arena)
{
    char host[LONGEST_HOST + 1] = "";
    return arena_text(arena, gethostname(host, LONGEST_HOST) == 0 ? host : "");
}
