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
const struct slurm_state *slurm_state_of(struct csv_span text);

/* Whether that state says that a job has not started; of one without " by UID". */
bool slurm_state_waits(struct csv_span text);

/* "CANCELLED by 1234" → "CANCELLED" */
struct csv_span slurm_state_plain(struct csv_span text);
/* "CANCELLED by 1234" → "1234"; else empty. */
struct csv_span slurm_canceller(struct csv_span text);

/* Whether it is one of Slurm's states, also shortened and with " by UID" behind. */
bool slurm_is_state(struct csv_span text);

#endif
