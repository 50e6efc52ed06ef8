/* The states of Slurm's jobs and steps, and what they mean. */
#ifndef INPUT_SLURM_SLURM_STATE_H
#define INPUT_SLURM_SLURM_STATE_H

#include "input/text/csv_text.h"
#include "table/records.h"

struct slurm_state {
    const char *name, *shortened;
    enum record_ending ending;
};

/* Of a state alone, also shortened ("CD"); NULL when Slurm has no such state. */
const struct slurm_state *slurm_state_of(struct text_slice text);

/* Whether that state says that a job has not started; of one without " by UID". */
bool slurm_state_waits(struct text_slice text);

/* "CANCELLED by 1234" → "CANCELLED" */
struct text_slice slurm_state_plain(struct text_slice text);
/* "CANCELLED by 1234" → "1234"; else empty. */
struct text_slice slurm_canceller(struct text_slice text);

/* Whether it is one of Slurm's states, also shortened and with " by UID" behind. */
bool slurm_is_state(struct text_slice text);

#endif
