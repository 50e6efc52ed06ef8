/* How the job itself ended, as its record says: a job that failed is never reported as good. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "util/utf8.h"

enum { LONGEST_WORD = 32, LONGEST_STATE = 40 };

struct ending {
    const char *word; /* letters alone */
    const char *id;
    const char *level, *verb;
    const char *advice;
    unsigned clues; /* that may explain it */
};

#define ANY_CLUE (FINDING_CLUE_MEMORY | FINDING_CLUE_NODE | FINDING_CLUE_HANG)
#define TIME_CLUE (FINDING_CLUE_NODE | FINDING_CLUE_HANG)

/* The states of Slurm, which ClusterCockpit has in small letters. */
static const struct ending endings[] = {
    {"failed", "job.failed", "bad", "failed", "look for the first error in its output", ANY_CLUE},
    {"outofmemory", "job.out-of-memory", "bad", "ran out of memory",
     "request more memory per node, or run fewer tasks per node", FINDING_CLUE_MEMORY},
    {"nodefail", "job.node-failed", "bad", "ended as a node failed",
     "look up which node failed, and exclude it from the next run", FINDING_CLUE_NODE},
    {"bootfail", "job.boot-failed", "bad", "ended as a node failed to boot",
     "look up which node failed, and exclude it from the next run", 0},
    {"timeout", "job.time-limit", "bad", "reached its time limit",
     "request more time, or continue from a checkpoint in the next job", TIME_CLUE},
    {"deadline", "job.deadline", "warn", "was ended at its deadline",
     "submit it earlier, or request less time", TIME_CLUE},
    {"preempted", "job.preempted", "warn", "was preempted",
     "write checkpoints to continue from, or use a partition without preemption", 0},
    {"revoked", "job.revoked", "warn", "was revoked", "", 0},
    {"stopped", "job.stopped", "warn", "was stopped",
     "look at its last output if nobody stopped it on purpose", ANY_CLUE},
    {"cancelled", "job.cancelled", "note", "was cancelled",
     "look at its last output if nobody cancelled it on purpose", ANY_CLUE},
    {"canceled", "job.cancelled", "note", "was cancelled",
     "look at its last output if nobody cancelled it on purpose", ANY_CLUE},
    {"running", "job.running", "note", "was still running when its record was written", "", 0},
    {"suspended", "job.suspended", "note", "was suspended when its record was written", "", 0},
    {"completing", NULL, NULL, NULL, NULL, 0},
    {"completed", NULL, NULL, NULL, NULL, 0},
};

/* "OUT_OF_MEMORY" is "outofmemory"; who cancelled it is left out: "CANCELLED by 1001". */
static const struct ending *ending_of(const char *state)
{
    char word[LONGEST_WORD] = "";
    size_t length = 0;
    for (; *state && *state != ' ' && length + 1 < sizeof word; state++)
        if (isalpha((unsigned char)*state))
            word[length++] = (char)tolower((unsigned char)*state);
    word[length] = '\0';
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (strcmp(endings[i].word, word) == 0)
            return &endings[i];
    return NULL;
}

static const char *when_text(const struct findings *findings)
{
    double length_s = findings->time.end - findings->time.start;
    if (!(length_s > 0))
        return "";
    return arena_format(findings->arena, " at %s, after %s",
                        finding_moment(findings, findings->time.end),
                        finding_quantity(findings, length_s, "s"));
}

static void add_ending(struct findings *findings, const struct ending *ending)
{
    const struct finding *clue = finding_find_clue(findings, ending->clues);
    bool has_ended = strcmp(ending->word, "running") != 0 && strcmp(ending->word, "suspended") != 0;
    finding_add(findings,
                (struct finding){
                    .id = ending->id,
                    .weight = 101, /* before all others of its level */
                    .level = ending->level,
                    .section = "data",
                    .text = arena_format(findings->arena, "The job %s%s.", ending->verb,
                                         has_ended ? when_text(findings) : ""),
                    .value = findings->time.end - findings->time.start,
                    .unit = "s",
                    .threshold = 0,
                    .advice = clue ? arena_format(findings->arena, "see the finding about %s",
                                                  clue->clue_about)
                                   : ending->advice,
                });
}

/* A word that no source defines is never taken as success. */
static void add_unknown(struct findings *findings, const char *state)
{
    finding_add(findings,
                (struct finding){
                    .id = "job.state-unknown",
                    .weight = 101,
                    .level = "note",
                    .section = "data",
                    .text = arena_format(findings->arena,
                                         "The state of the job is \"%s\", of unknown meaning.",
                                         utf8_shorten(findings->arena, state, LONGEST_STATE)),
                    .value = 1,
                    .unit = "states",
                    .threshold = 0,
                    .advice = "",
                });
}

void findings_of_ending(struct findings *findings)
{
    const char *state = findings->request->dataset->facts.state;
    if (!state || !*state)
        return;
    const struct ending *ending = ending_of(state);
    size_t before = findings->count;
    if (!ending)
        add_unknown(findings, state);
    else if (ending->level)
        add_ending(findings, ending);
    findings->endings = findings->count - before;
}
