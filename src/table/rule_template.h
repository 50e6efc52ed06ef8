/* Sentences of rules: text with places for what a measure gives.
 *
 *   {node} {free}         a text; a number in its unit, as people read it ("4 GiB", "1,234")
 *   {share:percent}       a number in another form, of enum rule_format
 *   {count|node|nodes}    the word that agrees with a number
 *   [; {others} others]   left out where a name in it is not known
 *   {others?}             prints nothing, but is not known where the number is 0, too
 *   {{ }} [[ ]]           the signs themselves
 *
 * Optional parts do not hold others. */
#ifndef TABLE_RULE_TEMPLATE_H
#define TABLE_RULE_TEMPLATE_H

#include "table/rules.h"

enum rule_format {
    RULE_FORMAT_UNIT,       /* in the unit of the number; of a text: as it is */
    RULE_FORMAT_PERCENT,    /* "61 %" of 0.61 */
    RULE_FORMAT_TIMES,      /* "61 %", "3.2 times" */
    RULE_FORMAT_HUNDREDTHS, /* "1.25" */
    RULE_FORMAT_INTEGER,    /* "1,234": a count */
    RULE_FORMAT_NAME,       /* "1234": a number that something is called by */
    RULE_FORMAT_MOMENT,     /* "10:50" of Unix seconds */
    RULE_FORMAT_BYTES,      /* "4 GiB" */
    RULE_FORMAT_DURATION,   /* "3 min 30 s" of seconds */
    RULE_FORMAT_MEAN,       /* "4.8", "13", "4": two digits, of a mean of counts */
    RULE_FORMAT_HOURS,      /* "1,617 h" of seconds; of less than an hour as a duration */
    RULE_FORMAT_IN_HOURS,   /* "1,617" or "0.102" of seconds: of core-hours, GB·h */
    RULE_FORMAT_REQUEST,    /* of bytes or seconds that are needed, rounded up: "8 GiB" */
    RULE_FORMAT_EXACT,      /* of bytes or seconds that were requested: "16,000 MiB" */
};

enum rule_part_kind {
    RULE_PART_LITERAL,
    RULE_PART_VALUE,
    RULE_PART_WORD,      /* one of two */
    RULE_PART_CONDITION, /* prints nothing */
    RULE_PART_OPEN,      /* of an optional part */
    RULE_PART_CLOSE,
};

struct rule_part {
    enum rule_part_kind kind;
    const char *text; /* literal; the word for 1 */
    const char *many; /* the word for others */
    size_t name;      /* of the rule */
    enum rule_format format;
};

/* Parses template->source with the names of the rule; false with what is wrong in it. */
bool rule_template_parse(struct rule_template *template, const struct rule *rule,
                         struct arena *arena, struct error *error);

#endif
