/* make_case --list, or make_case NAME VARIANT DIRECTORY: writes a case of the suite. */
#include "suite.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state;

void suite_seed(unsigned seed)
{
    state = seed * 0x9E3779B97F4A7C15u + 1;
}

/* xorshift64*: Vigna, ACM TOMS 42 (2016). */
double suite_uniform(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (double)((state * 0x2545F4914F6CDD1Du) >> 11) * 0x1p-53;
}

double suite_noise(double deviation)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += suite_uniform();
    return fmax(1 + deviation * sum, 0);
}

const char *suite_time(double instant)
{
    static char text[32];
    time_t seconds = (time_t)instant;
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

FILE *suite_open(const char *directory, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        exit(1);
    }
    return file;
}

void suite_close(FILE *file)
{
    if (fclose(file) != 0) {
        perror("make_case");
        exit(1);
    }
}

static const struct suite_case *all(size_t index)
{
    if (index < node_case_count)
        return &node_cases[index];
    index -= node_case_count;
    if (index < campaign_case_count)
        return &campaign_cases[index];
    index -= campaign_case_count;
    if (index < trace_case_count)
        return &trace_cases[index];
    index -= trace_case_count;
    return index < queue_case_count ? &queue_cases[index] : NULL;
}

/* Of its own, so that a new case changes no other. */
static unsigned seed_of(const char *name, int variant)
{
    unsigned seed = 2166136261u; /* FNV-1a */
    for (; *name; name++)
        seed = (seed ^ (unsigned char)*name) * 16777619u;
    return seed + (unsigned)variant;
}

int main(int count, char **arguments)
{
    bool is_list = count == 2 && strcmp(arguments[1], "--list") == 0;
    const struct suite_case *its;
    for (size_t i = 0; (its = all(i)); i++) {
        if (is_list) {
            printf("%s\t%s\n", its->name, its->pattern ? its->pattern : "");
        } else if (count == 4 && strcmp(arguments[1], its->name) == 0) {
            int variant = atoi(arguments[2]);
            suite_seed(seed_of(its->name, variant));
            its->write(its, arguments[3], variant);
            return 0;
        }
    }
    if (!is_list)
        fprintf(stderr, "make_case --list | NAME VARIANT DIRECTORY\n");
    return is_list ? 0 : 2;
}
