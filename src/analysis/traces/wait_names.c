#include "analysis/traces/wait_names.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST_NAME = 24 };

static const struct {
    const char *name;
    enum wait_kind kind;
} waits[] = {
#define WAIT(NAME, KIND) {NAME, WAIT_##KIND},
#include "analysis/traces/wait_names.def"
#undef WAIT
};

static bool begins_with(const char *text, const char *with)
{
    return strncasecmp(text, with, strlen(with)) == 0;
}

static bool ends_with(const char *text, size_t size, const char *with)
{
    size_t length = strlen(with);
    return size >= length && strncasecmp(text + size - length, with, length) == 0;
}

/* "MPI_Barrier", "mpi_barrier_" (Fortran), "gloo:all_reduce", "ccl::allreduce" → behind what says
 * the library; NULL: none. */
static const char *behind_library(const char *function)
{
    static const char *const libraries[] = {"MPI_",  "PMPI_", "mpi:",  "gloo::",
                                            "gloo:", "ucc:",  "ccl::", "oneccl::"};
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++)
        if (begins_with(function, libraries[i]))
            return function + strlen(libraries[i]);
    return NULL;
}

/* mpi4py: "Comm.Barrier", "mpi4py.MPI.Intracomm.allreduce", "Request.Waitall" → behind the object.
 */
static const char *behind_object(const char *function)
{
    static const char *const objects[] = {"comm", "comm_world", "Request"};
    const char *dot = strrchr(function, '.');
    for (size_t i = 0; dot && i < sizeof objects / sizeof objects[0]; i++)
        if (ends_with(function, (size_t)(dot - function), objects[i]))
            return dot + 1;
    return NULL;
}

/* "Reduce_scatter_block" and "reduce_scatter_block_" alike; the form for large counts,
 * "MPI_Bcast_c", is the same call. What follows the name of a call in parentheses is not its name.
 */
static enum wait_kind kind_of_call(const char *call)
{
    char name[LONGEST_NAME];
    size_t size = strcspn(call, " ("), length = 0;
    size -= ends_with(call, size, "_c") ? 2 : 0;
    for (size_t i = 0; i < size; i++) {
        if (call[i] == '_')
            continue;
        if (length + 1 == sizeof name)
            return WAIT_NONE;
        name[length++] = (char)tolower((unsigned char)call[i]);
    }
    name[length] = '\0';
    for (size_t i = 0; i < sizeof waits / sizeof waits[0]; i++)
        if (strcmp(name, waits[i].name) == 0)
            return waits[i].kind;
    return WAIT_NONE;
}

enum wait_kind wait_kind_of(const char *function)
{
    static const char *const kernels[] = {"ncclKernel", "ncclDevKernel", "rcclKernel"};
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (strncmp(function, kernels[i], strlen(kernels[i])) == 0)
            return WAIT_COLLECTIVE_KERNEL;
    const char *call = behind_library(function);
    call = call ? call : behind_object(function);
    return call ? kind_of_call(call) : WAIT_NONE;
}

bool is_wait_for_others(const char *function)
{
    static const char *const parts[] = {"Synchronize", "nccl", "rccl", "MPI_"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strstr(function, parts[i]))
            return true;
    return wait_kind_of(function) != WAIT_NONE;
}

long rank_number_of(const char *name)
{
    static const char word[] = "rank";
    name += begins_with(name, "MPI ") ? strlen("MPI ") : 0;
    if (!begins_with(name, word))
        return -1;
    name += strlen(word);
    name += *name == ' ' || *name == '_';
    if (!isdigit((unsigned char)*name))
        return -1;
    char *end;
    long number = strtol(name, &end, 10);
    return isalnum((unsigned char)*end) || *end == '_' ? -1 : number;
}
