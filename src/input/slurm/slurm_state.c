#include "input/slurm/slurm_state.h"

#include <string.h>

#include "input/text/lines.h"

const struct slurm_state *slurm_state_of(struct text_slice text)
{
    static const struct slurm_state states[] = {
        {"COMPLETED", "CD", ENDING_SUCCEEDED},
        {"FAILED", "F", ENDING_FAILED},
        {"CANCELLED", "CA", ENDING_CANCELLED},
        {"TIMEOUT", "TO", ENDING_TIMED_OUT},
        {"OUT_OF_MEMORY", "OOM", ENDING_OUT_OF_MEMORY},
        {"DEADLINE", "DL", ENDING_DEADLINE},
        {"LAUNCH_FAILED", "LF", ENDING_FAILED},
        {"RECONFIG_FAIL", "RCF", ENDING_FAILED},
        {"BOOT_FAIL", "BF", ENDING_NODE_FAILED},
        {"NODE_FAIL", "NF", ENDING_NODE_FAILED},
        {"PREEMPTED", "PR", ENDING_PREEMPTED},
        {"REVOKED", "RV", ENDING_CANCELLED}, /* started on another cluster instead */
        {"REQUEUED", "RQ", ENDING_REQUEUED},
        {"SPECIAL_EXIT", "SE", ENDING_FAILED},
        {"PENDING", "PD", ENDING_UNFINISHED},
        {"RUNNING", "R", ENDING_UNFINISHED},
        {"SUSPENDED", "S", ENDING_UNFINISHED},
        {"RESIZING", "RS", ENDING_UNFINISHED},
        {"COMPLETING", "CG", ENDING_UNFINISHED},
        {"CONFIGURING", "CF", ENDING_UNFINISHED},
        {"STAGE_OUT", "SO", ENDING_UNFINISHED},
        {"SIGNALING", "SI", ENDING_UNFINISHED},
        {"STOPPED", "ST", ENDING_UNFINISHED},
        {"REQUEUE_FED", "RF", ENDING_UNFINISHED},
        {"REQUEUE_HOLD", "RH", ENDING_UNFINISHED},
        {"RESV_DEL_HOLD", "RD", ENDING_UNFINISHED},
    };
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        if (text_slice_is_word(text, states[i].name) ||
            text_slice_is_word(text, states[i].shortened))
            return &states[i];
    return NULL;
}

bool slurm_state_waits(struct text_slice text)
{
    static const char *const waiting[] = {"PENDING", "REQUEUE_FED", "REQUEUE_HOLD",
                                          "RESV_DEL_HOLD"};
    const struct slurm_state *state = slurm_state_of(text);
    for (size_t i = 0; state && i < sizeof waiting / sizeof waiting[0]; i++)
        if (strcmp(state->name, waiting[i]) == 0)
            return true;
    return false;
}

struct text_slice slurm_state_plain(struct text_slice text)
{
    const char *by = text.size ? memmem(text.text, text.size, " by ", 4) : NULL;
    return by ? (struct text_slice){text.text, (size_t)(by - text.text)} : text;
}

struct text_slice slurm_canceller(struct text_slice text)
{
    size_t before = slurm_state_plain(text).size + strlen(" by ");
    if (text.size <= before)
        return (struct text_slice){"", 0};
    return (struct text_slice){text.text + before, text.size - before};
}

bool slurm_is_state(struct text_slice text)
{
    return slurm_state_of(slurm_state_plain(text)) != NULL;
}
