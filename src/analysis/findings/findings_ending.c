/* How the job itself ended, as its record says: a job that failed is never reported as good. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "util/utf8.h"

enum { LONGEST_WORD = 32, LONGEST_STATE = 40 };

struct ending {
    const char *word;    /* letters alone */
    const char *rule;    /* NULL: nothing to report */
    unsigned clues;      /* that may explain it */
    bool is_not_its_end; /* it went on when its record was written */
};

#define ANY_CLUE (FINDING_CLUE_MEMORY | FINDING_CLUE_NODE | FINDING_CLUE_HANG)
#define TIME_CLUE (FINDING_CLUE_NODE | FINDING_CLUE_HANG)

/* The states of Slurm, which ClusterCockpit has in small letters. */
static const struct ending endings[] = {
    {"failed", "job.failed", ANY_CLUE, false},
    {"outofmemory", "job.out-of-memory", FINDING_CLUE_MEMORY, false},
    {"nodefail", "job.node-failed", FINDING_CLUE_NODE, false},
    {"bootfail", "job.boot-failed", 0, false},
    {"timeout", "job.time-limit", TIME_CLUE, false},
    {"deadline", "job.deadline", TIME_CLUE, false},
    {"preempted", "job.preempted", 0, false},
    {"revoked", "job.revoked", 0, false},
    {"stopped", "job.stopped", ANY_CLUE, false},
    {"cancelled", "job.cancelled", ANY_CLUE, false},
    {"canceled", "job.cancelled", ANY_CLUE, false},
    {"running", "job.running", 0, true},
    {"suspended", "job.suspended", 0, true},
    {"completing", NULL, 0, true},
    {"completed", NULL, 0, false},
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

static void add_ending(struct findings *findings, const struct ending *ending)
{
    const struct finding *clue = finding_find_clue(findings, ending->clues);
    double length_s = findings->time.end - findings->time.start;
    struct rule_finding made = rule_begin(findings, ending->rule);
    rule_number(&made, "length", length_s);
    if (length_s > 0 && !ending->is_not_its_end)
        rule_number(&made, "end", findings->time.end);
    if (clue)
        rule_text(&made, "clue", clue->clue_about);
    if (ending->clues)
        made.advice_variant = clue ? "explained" : "unexplained";
    rule_add(&made);
}

/* A word that no source defines is never taken as success. */
static void add_unknown(struct findings *findings, const char *state)
{
    struct rule_finding made = rule_begin(findings, "job.state-unknown");
    rule_number(&made, "states", 1);
    rule_text(&made, "state", utf8_shorten(findings->arena, state, LONGEST_STATE));
    made.finding.unit = "states";
    rule_add(&made);
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
    else if (ending->rule)
        add_ending(findings, ending);
    findings->endings = findings->count - before;
}
