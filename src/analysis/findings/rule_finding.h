/* A finding made by its rule: a measure begins one, gives what it worked out by the names of the
 * rule, and adds it. Level, weight, texts and threshold are the rule's. */
#ifndef ANALYSIS_FINDINGS_RULE_FINDING_H
#define ANALYSIS_FINDINGS_RULE_FINDING_H

#include "analysis/findings/finding.h"
#include "table/rules.h"

struct rule_finding {
    const struct findings *findings;
    struct findings *added_to; /* NULL: a phrase */
    const struct rule *rule;
    double numbers[RULE_MOST_NAMES];    /* by the rule's names; NaN: not known */
    const char *texts[RULE_MOST_NAMES]; /* NULL or "": not known */
    enum rule_level level;              /* RULE_NO_LEVEL: by the thresholds, or the only one */
    const char *variant;                /* of text and advice */
    const char *advice_variant;         /* NULL: the same */
    double value;                       /* what was compared; NaN: the number that the rule names */
    double threshold;                   /* that it reached; NaN: that of the level, if it has one */
    double more_weight;                 /* added to the level's; a limit, "…_weight" */
    struct finding finding; /* what rules do not say: clue, cost, a unit of its own … */
};

/* A rule of the file: it is a BUG where it has none with that id. */
struct rule_finding rule_begin(struct findings *findings, const char *id);
/* What the rule names; another name is a BUG. */
void rule_number(struct rule_finding *made, const char *name, double number);
void rule_text(struct rule_finding *made, const char *name, const char *text);
/* A threshold or limit of the rule. */
double rule_limit(const struct rule_finding *made, const char *name);
/* Adds it, if the value reaches a level, or the measure gave one, and the rule is not turned off;
 * returns whether it did. */
bool rule_add(struct rule_finding *made);
/* The threshold that a finding of the level shows, whose value was compared; NaN: there is none. */
double rule_threshold(const struct rule_finding *made, enum rule_level level, double value);
/* Fills in made->finding without adding it; false: there is none. */
bool rule_finish(struct rule_finding *made);
/* Adds one of something that was used little or waited. Of an interactive session that is a note:
 * where tasks of `kind` are some, or, with NULL, all that the inputs have (finding_session.c). */
bool rule_add_little_use(struct rule_finding *made, const char *kind);
/* The threshold or limit of a rule, for measures that decide before they begin one. */
double finding_limit(const struct findings *findings, const char *id, const char *name);
/* A phrase of the file, whose names are given as those of a rule. */
struct rule_finding phrase_begin(const struct findings *findings, const char *id);
/* It filled in, by its variants; the advice is that of advice_variant alone. */
const char *phrase_text(const struct rule_finding *phrase);
const char *phrase_advice(const struct rule_finding *phrase);
/* The template filled in, in the arena of the findings. */
const char *rule_fill(const struct rule_finding *made, const struct rule_template *template);

#endif
