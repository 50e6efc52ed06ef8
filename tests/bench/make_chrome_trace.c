/* Makes a Chrome trace: spans, nested begins and ends, counters and names of threads.
 * Usage: make_chrome_trace EVENTS [object|array] >FILE */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROCESSES = 4, THREADS = 4, NAMES = 6 };

static const char *const names[NAMES] = {"read",   "decode", "matmul",
                                         "reduce", "send",   "checkpoint"};

struct trace {
    uint64_t random;
    double now[PROCESSES][THREADS]; /* µs */
    unsigned long written;
};

/* xorshift64* (Vigna, 2016): the same trace on every machine. */
static double uniform(struct trace *trace)
{
    trace->random ^= trace->random >> 12;
    trace->random ^= trace->random << 25;
    trace->random ^= trace->random >> 27;
    return (double)((trace->random * UINT64_C(2685821657736338717)) >> 11) * 0x1p-53;
}

static void begin(struct trace *trace)
{
    fputs(trace->written++ ? ",\n" : "\n", stdout);
}

static void write_names(struct trace *trace)
{
    for (int process = 0; process < PROCESSES; process++) {
        begin(trace);
        printf(
            "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%d,\"args\":{\"name\":\"rank %d\"}}",
            1000 + process, process);
        for (int thread = 0; thread < THREADS; thread++) {
            begin(trace);
            printf("{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":%d,\"tid\":%d,"
                   "\"args\":{\"name\":\"worker %d\"}}",
                   1000 + process, thread, thread);
        }
    }
}

static void write_counter(struct trace *trace, int process)
{
    begin(trace);
    printf("{\"name\":\"memory\",\"ph\":\"C\",\"ts\":%.3f,\"pid\":%d,"
           "\"args\":{\"heap\":%.0f,\"stack\":%.0f}}",
           trace->now[process][0], 1000 + process, 1e9 * (1 + uniform(trace)),
           1e6 * uniform(trace));
}

static void write_span(struct trace *trace, int process, int thread)
{
    double *now = &trace->now[process][thread], duration = 50 + 900 * uniform(trace);
    const char *name = names[(int)(NAMES * uniform(trace))];
    begin(trace);
    printf("{\"name\":\"%s\",\"cat\":\"step,\\\"%s\\\"\",\"ph\":\"X\",\"ts\":%.3f,\"dur\":%.3f,"
           "\"pid\":%d,\"tid\":%d,\"args\":{\"shape\":[{\"rows\":128},{\"rows\":64}]}}",
           name, name, *now, duration, 1000 + process, thread);
    *now += duration + 10 * uniform(trace);
}

static void write_pair(struct trace *trace, int process, int thread)
{
    double *now = &trace->now[process][thread], duration = 50 + 900 * uniform(trace);
    begin(trace);
    printf("{\"name\":\"step\",\"ph\":\"B\",\"ts\":%.3f,\"pid\":%d,\"tid\":%d}", *now,
           1000 + process, thread);
    *now += duration;
    begin(trace);
    printf("{\"ph\":\"E\",\"ts\":%.3f,\"pid\":%d,\"tid\":%d}", *now, 1000 + process, thread);
}

int main(int count, char **arguments)
{
    static char buffer[1 << 20];
    static struct trace trace = {.random = 20230815};
    unsigned long wanted = count > 1 ? strtoul(arguments[1], NULL, 10) : 1000;
    bool object = count <= 2 || strcmp(arguments[2], "array") != 0;
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    fputs(object ? "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[" : "[", stdout);
    write_names(&trace);
    for (unsigned long turn = 0; trace.written < wanted; turn++) {
        int process = (int)(turn % PROCESSES), thread = (int)(turn / PROCESSES % THREADS);
        if (turn % 50 == 0)
            write_counter(&trace, process);
        if (turn % 5 == 1)
            write_pair(&trace, process, thread);
        else
            write_span(&trace, process, thread);
    }
    fputs(object ? "\n]}\n" : "\n]\n", stdout);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
