/* Makes a campaign's table of quanta as the gather tools write it: 16 columns, a row a quantum,
 * sorted by step and task or, on demand, in any order. Usage: make_quanta ROWS FILE [shuffled
 * [SEED]] Other seeds give other rows. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 9, TASKS = 41, GROUPS = STEPS * TASKS };

static const char *const task_names[] = {"calibrate", "mergeCoadd",   "isr",     "transform",
                                         "detection", "forcedPhot",   "measure", "makeWarp",
                                         "deblend",   "assembleCoadd"};

/* xorshift64* (Vigna, 2016): the same rows on every machine. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static double uniform(uint64_t *state)
{
    return (double)(next_random(state) >> 11) * 0x1p-53;
}

/* Bytes come in whole KiB, as getrusage gives them. */
static void write_row(FILE *out, unsigned group, unsigned long row, uint64_t *state)
{
    unsigned step = group / TASKS, task = group % TASKS;
    char number[12] = "", band = "grizy"[row % 5];
    double memory = 3e8 * (1 + group % 7) * exp(0.3 * uniform(state));
    double run_time = 0.5 * (1 + group % 90) * -log(1 - uniform(state)) + 0.01;
    if (task >= 10)
        snprintf(number, sizeof number, "%u", task / 10);
    fprintf(out, "step%u,%s%s,%c,HSC,%lu,%lu,HSC-%c,%lu,%.0f,%.3f,%.4f,", step + 1,
            task_names[task % 10], number, band, 20150813 + row % 28, row % 104, band - 32,
            38440 + 2 * (row % 500), floor(memory / 1024) * 1024, 0.01 + 0.09 * uniform(state),
            run_time);
    if (step < 5)
        fprintf(out, ",%lu,,,\n", 38440 + 2 * (row % 500));
    else
        fprintf(out, ",,rings,%lu,%lu\n", 9600 + row % 200, row % 81);
}

/* Groups differ in size, as they do in a campaign. */
static unsigned sorted_group(unsigned long row, unsigned long rows)
{
    double share = (double)row / (double)rows;
    return (unsigned)(GROUPS * share * (0.5 + 0.5 * share));
}

static int write_rows(FILE *out, unsigned long rows, int shuffled, unsigned long seed)
{
    uint64_t state = seed;
    fputs("step,task,band,instrument,day_obs,detector,physical_filter,visit,memory,init_time,"
          "run_time,group,exposure,skymap,tract,patch\n",
          out);
    for (unsigned long row = 0; row < rows; row++) {
        unsigned group =
            shuffled ? (unsigned)(next_random(&state) >> 33) % GROUPS : sorted_group(row, rows);
        write_row(out, group, row, &state);
    }
    return ferror(out);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s ROWS FILE [shuffled [SEED]]\n", argv[0]);
        return 2;
    }
    FILE *out = fopen(argv[2], "w");
    if (!out) {
        perror(argv[2]);
        return 4;
    }
    int failed = write_rows(out, strtoul(argv[1], NULL, 10), argc > 3,
                            argc > 4 ? strtoul(argv[4], NULL, 10) : 42);
    if (fclose(out) != 0 || failed) {
        perror(argv[2]);
        return 4;
    }
    return 0;
}
