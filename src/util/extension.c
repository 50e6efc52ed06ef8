#include "util/extension.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The directory of the program, without a slash at the end. */
static bool find_program(char *directory, size_t room)
{
    ssize_t size = readlink("/proc/self/exe", directory, room - 1);
    if (size <= 0)
        return false;
    directory[size] = '\0';
    char *slash = strrchr(directory, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}

static bool find_file(char *path, size_t room, const char *name)
{
    static const char *const places[] = {"extensions", "../extensions", "../lib/jobreport"};
    char program[PATH_MAX];
    if (!find_program(program, sizeof program))
        return false;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        int size = snprintf(path, room, "%s/%s/%s.so", program, places[i], name);
        if (size > 0 && (size_t)size < room && access(path, R_OK) == 0)
            return true;
    }
    return false;
}

/* The loader only has words for it. */
static bool lacks_memory(const char *said)
{
    return strstr(said, "cannot map") || strstr(said, "failed to map") ||
           strstr(said, strerror(ENOMEM)) || strstr(said, "cannot allocate");
}

static void refuse(const char *name, const char *said, struct error *error)
{
    if (lacks_memory(said)) {
        error_set(error, ERROR_OUTPUT, "too little memory to open the extension '%s': %s", name,
                  said);
        error->number = ENOMEM;
    } else {
        error_set(error, ERROR_OUTPUT, "the extension '%s' cannot be opened: %s", name, said);
    }
}

const void *extension_open(const char *name, struct error *error)
{
    char path[2 * PATH_MAX];
    if (!find_file(path, sizeof path, name)) {
        error_set(error, ERROR_OUTPUT,
                  "the extension '%s' is not installed: 'make dependencies all' builds it", name);
        return NULL;
    }
    /* Of a large library few functions are called: each is looked for when it is. */
    void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    const void *extension = library ? dlsym(library, "jobreport_extension") : NULL;
    const char *said = extension ? NULL : dlerror();
    if (!extension)
        refuse(name, said ? said : "no reason given", error);
    return extension;
}
