/* The rules of findings: templates/findings.json, read once.
 *
 * A rule says what is found, from which threshold on, in which words; a measure in
 * analysis/findings/ works out its numbers. src/README.md shows how to add one. An object by id:
 *
 *   "nodes.disk-full": {
 *     "title": "A file system of a node is full",
 *     "list": "failed",                        the list of attempts that shows it, where there is
 *                                              one: "failed", "cancelled", "unfinished"; may be
 *                                              left out
 *     "section": "{metric}",                   text: where the report shows it
 *     "subject": "[{node}]",                   text: which node, GPU, task kind … it is about, as
 * the sentence names it; left out: none in particular "numbers": {"share": "", "free": "B"},   what
 * the measure works out, with base units "names": ["metric", "node"],             and its texts
 *     "value": "share",                        compared with the thresholds
 *     "when": "at least",                      or "above", "at most", "below"; left out: "at least"
 *     "thresholds": {"warn": 0.99},            by level; or {}: the measure decides
 *     "limits": {"least_s": 60},               others, by name
 *     "what": {                                what a site sets, for `jobreport findings`:
 *       "value": "part in use [share]",        what is compared with the thresholds, and its unit,
 *       "least_s": "shortest time [s]",        what each limit is, and its unit,
 *       "level": "decided by …"                what decides on levels without a threshold
 *     },
 *     "weight": {"warn": 82, "bad": 97},       by level: the levels that it may have
 *     "example": {"share": 1, "node": "n7"},   of the sentence in `jobreport findings`
 *     "text": "…", "advice": "…"               templates (rule_template.h); or an object of them by
 *   }                                          variant, one of which the measure picks
 *
 * "phrases" is an object of what several rules say in the same words, such as the advice on a
 * request. A phrase has numbers, names, text and advice, as rules have, each of which may be left
 * out; a measure fills it in, and gives the result to a rule as a text.
 *
 * A unit is "share" or "chance" (from 0 to 1), "ratio", "count", "weight" (of the order of
 * findings), or one of measurement; no number is negative.
 *
 * All is in the arena it was loaded to. */
#ifndef TABLE_RULES_H
#define TABLE_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/error.h"

enum rule_level { RULE_NO_LEVEL = -1, RULE_GOOD, RULE_NOTE, RULE_WARN, RULE_BAD, RULE_LEVELS };
enum rule_side { RULE_AT_LEAST, RULE_ABOVE, RULE_AT_MOST, RULE_BELOW };
enum { RULE_MOST_NAMES = 32 };

/* What a measure gives: a number with its unit, or a text. */
struct rule_name {
    const char *name;
    const char *unit; /* NULL: a text */
};

/* Of an example sentence; NaN and NULL: not given. */
struct rule_value {
    double number;
    const char *text;
};

/* What a number of a rule is, for who sets it; NULL: not said. */
struct rule_what {
    const char *text, *unit;
};

struct rule_limit {
    const char *name;
    double value;
    struct rule_what what;
};

struct rule_part;

struct rule_template {
    const char *variant; /* NULL: the only one */
    const char *source;
    struct rule_part *parts;
    size_t count;
};

struct rule_templates {
    struct rule_template *items;
    size_t count;
};

struct rule {
    const char *id, *title;
    const char *list; /* of single attempts, as its table has it; NULL: none */
    struct rule_template section;
    struct rule_template subject; /* without parts: it is about none in particular */
    struct rule_name names[RULE_MOST_NAMES];
    size_t name_count;
    struct rule_value example[RULE_MOST_NAMES];
    size_t value; /* of the names */
    enum rule_side side;
    double thresholds[RULE_LEVELS]; /* NaN: none */
    double weights[RULE_LEVELS];    /* NaN: it never has the level */
    struct rule_what what;          /* of the value that is compared with the thresholds */
    const char *decided;            /* how a level without a threshold is decided; NULL: not said */
    struct rule_limit *limits;
    size_t limit_count;
    struct rule_templates texts, advices;
    const char *note; /* of the site, behind the advice; NULL: none */
    bool is_off;
};

struct rules {
    struct rule *items; /* ordered by id */
    size_t count;
    struct rule *phrases; /* the same of phrases, which have no levels */
    size_t phrase_count;
};

/* What is wrong in the file is ERROR_INPUT, with its name and the rule. */
bool rules_load(struct rules *rules, struct arena *arena, const char *path, struct error *error);
/* Changes them as a site's config file says, whose content is `config`: its member "findings" is an
 * object by id, of objects with levels and limits (numbers), "advice" and "note" (texts), "off"
 * (true or false). ERROR_USAGE with `path` and the line. */
bool rules_configure(struct rules *rules, struct arena *arena, const char *path, const char *config,
                     size_t size, struct error *error);

/* The same of what a site had set, the content of "findings" alone; what is wrong or unknown of it
 * is left out. */
void rules_restore(struct rules *rules, struct arena *arena, const char *findings, size_t size);

/* NULL: no such rule. */
const struct rule *rules_find(const struct rules *rules, const char *id);
const struct rule *rules_find_phrase(const struct rules *rules, const char *id);
/* Of a level or a limit, which must be there: it is a BUG otherwise. */
double rules_number(const struct rules *rules, const char *id, const char *name);

/* NaN: the rule has neither such a level with a threshold nor such a limit. */
double rule_number_called(const struct rule *rule, const char *name);
/* Of such a number; NULL: not said. */
const char *rule_unit_of(const struct rule *rule, const char *name);
/* RULE_MOST_NAMES: none of them. */
size_t rule_find_name(const struct rule *rule, const char *name);
/* The highest level that a value reaches; RULE_NO_LEVEL: it reaches none, or is missing. */
enum rule_level rule_level_of(const struct rule *rule, double value);
/* Whether a higher level takes more, or of "at most" and "below" less. */
bool rule_is_ordered(const struct rule *rule);
/* NULL: the rule has no such variant. */
const struct rule_template *rule_templates_find(const struct rule_templates *templates,
                                                const char *variant);
/* "good", "note", "warn", "bad": in tables and files */
const char *rule_level_name(enum rule_level level);
/* "good", "note", "warning", "problem": for people */
const char *rule_level_word(enum rule_level level);
/* By its name or its word. RULE_NO_LEVEL: it is none. */
enum rule_level rule_level_called(const char *name);
/* "≥", ">", "≤", "<" */
const char *rule_side_sign(enum rule_side side);
/* "area.what-is-wrong", lower case. */
bool rule_is_id(const char *id);

#endif
