/* A sample of the tasks that inputs hold, by which it is known of how many several inputs do.
 *
 * Of the hashes of all tasks the TASK_SAMPLE_MOST least ones are kept, each with the number of
 * inputs that hold the task (a bottom-k sketch, or KMV synopsis: Beyer, Haas, Reinwald, Sismanis,
 * Gemulla, "On synopses for distinct-value estimation under multiset operations", SIGMOD 2007).
 * What is among the least of all inputs is among the least of each input that holds it, so these
 * numbers are exact, whatever the order in which samples are put together. Hashes are as good as
 * drawn by chance, and tasks with the least ones a random sample of all; where there are no more
 * tasks than the sample takes, it is all of them. */
#ifndef ANALYSIS_CAMPAIGN_TASK_SAMPLE_H
#define ANALYSIS_CAMPAIGN_TASK_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

enum { TASK_SAMPLE_MOST = 1024, TASK_SAMPLE_HOLDERS = 2 };

struct sampled_task {
    uint64_t hash;
    uint64_t inputs; /* that hold it */
    /* The least of their hashes, ascending; 0 behind the last one, and where they are not said. */
    uint64_t holders[TASK_SAMPLE_HOLDERS];
};

/* All zeroes: of nothing. */
struct task_sample {
    struct sampled_task *items; /* ascending by hash, no two of them equal */
    size_t count, capacity;
    uint64_t tasks;  /* of which there is a hash, of each input those that it holds */
    uint64_t beyond; /* private: greater hashes are none of the least; 0: not known */
};

void task_sample_release(struct task_sample *sample);

/* Adds a task of the one input of which the sample is. */
void task_sample_offer(struct task_sample *sample, uint64_t hash);
/* Brings what was offered into order. */
void task_sample_settle(struct task_sample *sample);
/* Says which input that is: its hash, not 0. */
void task_sample_name(struct task_sample *sample, uint64_t input);

void task_sample_merge(struct task_sample *sample, const struct task_sample *more);

/* How many of the tasks are in several inputs; low to high: the interval of 95 % (Wilson 1927 of
 * the share among those sampled), both the number itself where all tasks are in the sample. */
struct task_overlap {
    uint64_t sampled, seen; /* tasks in the sample; those of them that are in several inputs */
    double tasks;           /* distinct ones */
    double shared, low, high;
    double repeated; /* records that count beyond the first of their task */
    /* The two inputs that hold most of those seen in two, and how many of them; 0: not said. */
    uint64_t holders[TASK_SAMPLE_HOLDERS], by_holders;
};
struct task_overlap task_sample_overlap(const struct task_sample *sample);

#endif
