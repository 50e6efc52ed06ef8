#include "input/nodes/monitor_names.h"

#include <ctype.h>
#include <string.h>

static const struct monitor_name names[] = {
#define MONITOR_NAME(name, means, is_ratio) {name, means, is_ratio},
#include "input/nodes/monitor_names.def"
#undef MONITOR_NAME
};

/* "system_memory_limit_bytes", as names become in Prometheus. */
static bool is_same(const char *one, const char *other)
{
    for (; *one && *other; one++, other++) {
        bool are_dots = (*one == '.' || *one == '_') && (*other == '.' || *other == '_');
        if (!are_dots && tolower((unsigned char)*one) != tolower((unsigned char)*other))
            return false;
    }
    return *one == *other;
}

const struct monitor_name *monitor_name_find(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_same(names[i].name, name))
            return &names[i];
    return NULL;
}

bool monitor_name_is_ratio(const char *name)
{
    static const char end[] = ".pct";
    size_t size = strlen(name), end_size = sizeof end - 1;
    const char *dot = strchr(name, '.');
    return size > end_size && strcmp(name + size - end_size, end) == 0 &&
           dot != name + size - end_size;
}
