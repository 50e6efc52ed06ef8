/* By what tasks are put into kinds: by their names, or by something else where nearly every task
 * has a name of its own, so that thousands of kinds would each be of one task.
 *
 * The rule (KINDS_BY_RULE): names are the kinds, unless there are at least 100 of them and at least
 * 0.5 for each record that has one. Then kinds are, of these, the first that leaves at most a fifth
 * as many kinds as there are names: stems of names (kind_stem.h), users, partitions; of the latter
 * two at least two. Where none does, names stay the kinds. It looks at all records together, so
 * that it is not for a part of them. */
#ifndef ANALYSIS_TASKS_KIND_CHOICE_H
#define ANALYSIS_TASKS_KIND_CHOICE_H

#include "analysis/tasks/holders.h"
#include "table/records.h"
#include "util/error.h"

enum kinds_by {
    KINDS_BY_RULE,
    KINDS_BY_NAME,
    KINDS_BY_STEM,
    KINDS_BY_USER,
    KINDS_BY_ACCOUNT,
    KINDS_BY_PARTITION,
    KINDS_BY_COLUMN,
};

struct kind_choice {
    enum kinds_by by;              /* never KINDS_BY_RULE, once chosen */
    bool by_rule;                  /* the rule chose it, and not the names */
    const char *what;              /* "stem", "user" … or the column's name; NULL: names */
    size_t names;                  /* distinct ones, of all records */
    struct holder_columns columns; /* where kinds are; private, as is what follows */
    uint32_t *stems;               /* by number of text; NULL: texts are kinds as they are */
    size_t stem_count;
};

/* "name", "stem", "user", "account", "partition"; any other one names a column. NULL: by the rule.
 */
enum kinds_by kinds_by_of(const char *text);

/* By what the option's text says; NULL: by the rule. Adds stems to the texts of the records. False
 * where no record has what the text names. */
bool kind_choice_make(struct kind_choice *choice, struct records *records, const char *text,
                      struct error *error);
void kind_choice_release(struct kind_choice *choice);

/* The number of the text of a record's kind, 0: it has none. */
static inline uint32_t kind_choice_at(const struct kind_choice *choice,
                                      const struct records_block *block, size_t row)
{
    uint32_t text = holder_at(&choice->columns, block, row);
    return choice->stems && text < choice->stem_count ? choice->stems[text] : text;
}

#endif
