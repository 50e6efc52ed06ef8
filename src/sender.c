#include "sender.h"

#include <limits.h>
#include <pwd.h>
#include <string.h>
#include <unistd.h>

#include "util/mime.h"

const char *sender_of_process(struct arena *arena)
{
    char host[HOST_NAME_MAX + 1] = "", text[4096];
    struct passwd entry, *found = NULL;
    if (gethostname(host, sizeof host - 1) != 0 ||
        getpwuid_r(geteuid(), &entry, text, sizeof text, &found) != 0 || !found)
        return NULL;
    const char *sender = arena_format(arena, "%s@%s", found->pw_name, host);
    return mime_is_address(sender, strlen(sender)) ? sender : NULL;
}
