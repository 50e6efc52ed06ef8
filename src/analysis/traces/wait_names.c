#include "analysis/traces/wait_names.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST_NAME = 32, LONGEST_KERNEL = 80 };

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

static bool is_word_part(char character)
{
    return isalnum((unsigned char)character) || character == '_';
}

static size_t word_size(const char *text)
{
    size_t size = 0;
    while (is_word_part(text[size]))
        size++;
    return size;
}

/* What a call is named: what stands in parentheses behind it is not its name. */
static size_t name_size(const char *function)
{
    return strcspn(function, "(");
}

/* "MPI_Barrier", "mpi_barrier_" (Fortran), "libmpi.so!PMPI_Barrier", "gloo:all_reduce",
 * "oneapi::ccl::allreduce" → behind what says the library; NULL: none. */
static const char *behind_library(const char *function)
{
    static const char *const libraries[] = {"MPI_",  "PMPI_", "mpi:",  "gloo::",
                                            "gloo:", "ucc:",  "ccl::", "oneccl::"};
    size_t size = name_size(function);
    for (size_t start = 0; start < size; start++) {
        if (start && is_word_part(function[start - 1]))
            continue;
        for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++)
            if (begins_with(function + start, libraries[i]))
                return function + start + strlen(libraries[i]);
    }
    return NULL;
}

/* "Reduce_scatter_block" and "reduce_scatter_block_" alike; the forms for large counts, "Bcast_c",
 * and of Fortran 2008, "bcast_f08_", are the same call. "" of what is none. */
static void put_plain_name(const char *prefix, const char *call, char name[LONGEST_NAME])
{
    static const char *const forms[] = {"_c", "_f08", "_f08ts"};
    size_t size = word_size(call), length = strlen(prefix);
    while (size && call[size - 1] == '_')
        size--;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (ends_with(call, size, forms[i])) {
            size -= strlen(forms[i]);
            break;
        }
    memcpy(name, prefix, length);
    for (size_t i = 0; i < size && length + 1 < LONGEST_NAME; i++)
        if (call[i] != '_')
            name[length++] = (char)tolower((unsigned char)call[i]);
    name[length + 1 < LONGEST_NAME ? length : 0] = '\0';
}

static enum wait_kind kind_of_call(const char *prefix, const char *call)
{
    char name[LONGEST_NAME];
    put_plain_name(prefix, call, name);
    for (size_t i = 0; i < sizeof waits / sizeof waits[0]; i++)
        if (strcmp(name, waits[i].name) == 0)
            return waits[i].kind;
    return WAIT_NONE;
}

/* Whether an object's name is that of a class, as a word of its own: "MPI.Win", not "OpenMPI.Win".
 */
static bool is_of_class(const char *object, size_t size, const char *class)
{
    size_t length = strlen(class);
    return ends_with(object, size, class) &&
           (size == length || !isalnum((unsigned char)object[size - length - 1]));
}

/* mpi4py and MPI.jl: "Comm.Barrier", "mpi4py.MPI.Intracomm.allreduce", "Request.Waitall",
 * "MPI.Win.Fence", "MPI.Barrier". Some methods of communicators and windows are MPI_Comm_dup and
 * MPI_Win_fence. */
static enum wait_kind kind_by_object(const char *function)
{
    static const struct {
        const char *class, *prefix;
    } objects[] = {{"comm", ""},        {"comm", "comm"},      {"intracomm", ""},
                   {"intercomm", ""},   {"intracomm", "comm"}, {"intercomm", "comm"},
                   {"cartcomm", ""},    {"graphcomm", ""},     {"distgraphcomm", ""},
                   {"topocomm", ""},    {"comm_world", ""},    {"comm_world", "comm"},
                   {"Request", ""},     {"Prequest", ""},      {"MPI", ""},
                   {"MPI.Message", ""}, {"MPI.Win", "win"}};
    enum wait_kind kind = WAIT_NONE;
    size_t dot = strcspn(function, " (");
    while (dot && function[dot] != '.')
        dot--;
    for (size_t i = 0; kind == WAIT_NONE && i < sizeof objects / sizeof objects[0]; i++)
        if (dot && is_of_class(function, dot, objects[i].class))
            kind = kind_of_call(objects[i].prefix, function + dot + 1);
    return kind;
}

/* "ncclDevKernel_AllReduce_Sum_f32(…)", "void rcclGenericKernel<1, false>(…)",
 * "ncclAllReduceRingLLKernel_sum_f32(…)". */
static enum wait_kind kind_of_kernel(const char *function)
{
    static const char result[] = "void ";
    function += strncmp(function, result, strlen(result)) == 0 ? strlen(result) : 0;
    char name[LONGEST_KERNEL];
    size_t size = word_size(function);
    size = size < sizeof name ? size : sizeof name - 1;
    memcpy(name, function, size);
    name[size] = '\0';
    if ((strncmp(name, "nccl", 4) != 0 && strncmp(name, "rccl", 4) != 0) || !strstr(name, "Kernel"))
        return WAIT_NONE;
    return strstr(name, "SendRecv") ? WAIT_POINT_TO_POINT_KERNEL : WAIT_COLLECTIVE_KERNEL;
}

enum wait_kind wait_kind_of(const char *function)
{
    enum wait_kind kind = kind_of_kernel(function);
    const char *call = behind_library(function);
    if (kind != WAIT_NONE)
        return kind;
    return call ? kind_of_call("", call) : kind_by_object(function);
}

/* Of the host: "cudaStreamSynchronize", "zeEventHostSynchronize", "aclrtSynchronizeDevice", not
 * "DataSynchronizer". */
static bool waits_for_gpu(const char *function)
{
    static const char *const calls[] = {"clFinish",    "clWaitForEvents", "urQueueFinish",
                                        "urEventWait", "piQueueFinish",   "piEventsWait"};
    static const char word[] = "Synchronize";
    const char *found = strstr(function, word);
    if (found && !islower((unsigned char)found[strlen(word)]))
        return true;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (strncmp(function, calls[i], strlen(calls[i])) == 0)
            return true;
    size_t size = name_size(function);
    return begins_with(function, "sycl::") &&
           (ends_with(function, size, "::wait") || ends_with(function, size, "::wait_and_throw"));
}

/* "ncclAllReduce", "nccl:all_reduce", "ncclGroupEnd": not "train_nccl". */
static bool is_of_nccl(const char *function)
{
    size_t size = name_size(function);
    for (size_t i = 0; i + 4 < size; i++)
        if ((!i || !is_word_part(function[i - 1])) &&
            (strncmp(function + i, "nccl", 4) == 0 || strncmp(function + i, "rccl", 4) == 0) &&
            (isupper((unsigned char)function[i + 4]) || function[i + 4] == ':'))
            return true;
    return false;
}

bool is_wait_for_others(const char *function)
{
    return waits_for_gpu(function) || is_of_nccl(function) || wait_kind_of(function) != WAIT_NONE;
}

bool is_kernel_of_waits(enum wait_kind kind)
{
    return kind == WAIT_COLLECTIVE_KERNEL || kind == WAIT_POINT_TO_POINT_KERNEL;
}

bool is_start_of_ranks(const char *function)
{
    char name[LONGEST_NAME];
    const char *call = behind_library(function);
    if (!call)
        return false;
    put_plain_name("", call, name);
    return strcmp(name, "init") == 0 || strcmp(name, "initthread") == 0;
}

const char *input_loader(const char *function)
{
    static const char *const loaders[] = {"DataLoader", "data_loader", "IteratorGetNext"};
    for (size_t i = 0; i < sizeof loaders / sizeof loaders[0]; i++)
        if (strcasestr(function, loaders[i]))
            return loaders[i];
    return NULL;
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
