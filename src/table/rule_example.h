/* Example sentences of rules, for the list of what a site may set.
 *
 * Numbers and common names are made up, other texts are their names in capitals. Of optional parts
 * that follow each other the first is shown, and what belongs to it. */
#ifndef TABLE_RULE_EXAMPLE_H
#define TABLE_RULE_EXAMPLE_H

#include "table/rules.h"
#include "util/strbuf.h"

void rule_example_add(const struct rule *rule, const struct rule_template *template,
                      struct strbuf *out);

#endif
