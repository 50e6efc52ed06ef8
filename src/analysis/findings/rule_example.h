/* Example sentences of rules, for the list of what a site may set: the values in their member
 * "example", in the words and numbers of a finding. */
#ifndef ANALYSIS_FINDINGS_RULE_EXAMPLE_H
#define ANALYSIS_FINDINGS_RULE_EXAMPLE_H

#include "table/rules.h"
#include "util/strbuf.h"

void rule_example_add(const struct rule *rule, const struct rule_template *template,
                      struct strbuf *out);

#endif
