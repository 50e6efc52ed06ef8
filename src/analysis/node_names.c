#include "analysis/node_names.h"

#include <string.h>

static size_t short_size(const char *name)
{
    return strcspn(name, ".@ ");
}

bool node_name_is_host(const char *name)
{
    return strpbrk(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") &&
           !strchr(name, ':') && strncmp(name, "localhost", strlen("localhost")) != 0 &&
           strncmp(name, "ip-", 3) != 0;
}

uint32_t node_names_add(struct interner *names, const char *name)
{
    return interner_add(names, name, short_size(name));
}

uint32_t node_names_find(const struct interner *names, const char *name)
{
    uint32_t number = interner_find(names, name, short_size(name));
    const char *dot = strchr(name, '.');
    return number || !dot ? number : interner_find(names, dot + 1, short_size(dot + 1));
}
