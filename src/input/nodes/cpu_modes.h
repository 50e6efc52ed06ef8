/* Modes of the processors' time, as columns of tables name them: "cpu_user", "usage_iowait",
 * "node_cpu_seconds_total.mode.idle", "user". */
#ifndef INPUT_NODES_CPU_MODES_H
#define INPUT_NODES_CPU_MODES_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/* Linux counts time of guests as that of users, too, or as nice: from CPU_GUEST on modes are no
 * part of the total. */
enum cpu_mode {
    CPU_NO_MODE,
    CPU_USER,
    CPU_NICE,
    CPU_SYSTEM,
    CPU_IDLE,
    CPU_IOWAIT,
    CPU_IRQ,
    CPU_SOFTIRQ,
    CPU_STEAL,
    CPU_GUEST,
    CPU_GUEST_NICE,
    CPU_MODES
};

struct cpu_mode_name {
    enum cpu_mode mode;
    bool is_bare;  /* of what, the name does not say: "user" and "wait_time" may be anything */
    double unit_s; /* of a counter, as the name says; NaN: it does not */
};
struct cpu_mode_name cpu_mode_of(const char *name);
/* The other words of the name, which columns of one set have alike. */
const char *cpu_mode_frame(struct arena *arena, const char *name);

/* The metric of the mode, a share of the time of all cores in percent. */
const char *cpu_mode_path(enum cpu_mode mode);

/* Whether the metric is a share of the time of all cores, which is never above 100 %. */
bool cpu_mode_is_share(const char *path);
/* In percent: monitors measure the time between samples less exactly than that in modes. */
#define CPU_SHARE_MOST 110
/* What is above that becomes missing; returns how many. */
#define CPU_SHARES_REMARK "shares of time far above 100 %% are missing"
size_t cpu_shares_clean(double *values, size_t count);

#endif
