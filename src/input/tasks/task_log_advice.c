#include "input/tasks/task_log_advice.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "input/tasks/process_samples.h"
#include "input/tasks/table_values.h"

static bool begins_with(const char *text, size_t size, const char *start)
{
    return size >= strlen(start) && memcmp(text, start, strlen(start)) == 0;
}

/* "000 (123.000.000) 2023-10-05 12:00:00 Job submitted from host: …" */
static bool is_condor_log(const char *text, size_t size)
{
    return size > 8 && isdigit((unsigned char)text[0]) && isdigit((unsigned char)text[1]) &&
           isdigit((unsigned char)text[2]) && memcmp(text + 3, " (", 2) == 0 &&
           memmem(text, size < 200 ? size : 200, " Job ", 5);
}

static bool is_of_processes(const char *text, size_t size)
{
    const struct mapping content = {.bytes = text, .size = size};
    struct table_header header;
    struct table_columns columns;
    struct arena arena;
    arena_init(&arena);
    bool is = false;
    if (table_header_read(&header, text, size, NULL, &arena)) {
        table_make_columns(&columns, &header, NULL, 0, &content, &arena);
        table_take_stamps_as_start(&columns, &header, &content);
        table_drop_clock(&columns, &header, &content);
        is = process_samples_are(&header, &columns, &content);
    }
    arena_release(&arena);
    return is;
}

static bool has_columns(const char *text, size_t size,
                        bool (*are)(const char *const *names, size_t count))
{
    struct table_header header;
    struct arena arena;
    arena_init(&arena);
    bool is = table_header_read(&header, text, size, NULL, &arena) &&
              are(header.csv.names, header.csv.count);
    arena_release(&arena);
    return is;
}

const char *task_log_advice(const char *text, size_t size)
{
    if (is_condor_log(text, size))
        return "it is an event log of HTCondor: export a table of its jobs, such as condor_history "
               "-af:h ClusterId Cmd RemoteHost RemoteWallClockTime ExitCode, and name its columns "
               "with --mapping";
    if (begins_with(text, size, "command,mean,stddev"))
        return "it is a hyperfine table of means: give a table of single runs, with command and "
               "run_time_s per row, from the times of --export-json";
    if (begins_with(text, size, "{") && memmem(text, size < 4096 ? size : 4096, "\"stddev\"", 8) &&
        memmem(text, size, "\"times\"", 7))
        return "it is a hyperfine JSON export: give a table of single runs, with command and "
               "run_time_s per row, from the times of each result";
    if (has_columns(text, size, table_columns_are_profile))
        return "it is a profile extracted by sh5util, with samples by step and node: give sacct "
               "output for jobs and steps";
    if (has_columns(text, size, table_columns_are_sums))
        return "each row sums up many calls of a function: give one row per call, as from nsys "
               "stats --report cuda_gpu_trace --format csv";
    if (is_of_processes(text, size))
        return "its rows are samples of processes over time: give one row per node and time stamp "
               "(time, host, and the sum over its processes), or one row per finished task";
    return NULL;
}
