/* The rules of findings as this site has them: templates/findings.json, changed by config files,
 * one after the other, so that the stronger one has the last word on each threshold, limit and
 * text; or as a site had them when a report was made, which its manifest keeps: findings are not
 * worked out again when it is drawn again. */
#ifndef SITE_RULES_H
#define SITE_RULES_H

#include "options.h"
#include "table/rules.h"

/* In the arena of the options. False with ERROR_USAGE where a config file is wrong about one. */
bool site_rules_load(struct rules *rules, const struct options *options, const char *resources,
                     struct error *error);

/* What config files set of them: a JSON list of objects by id, one for each such file, the weakest
 * first; NULL: nothing. */
const char *site_rules_set(const struct options *options);
/* Whether the file that --config names sets some. */
bool site_rules_are_named(const struct options *options);
/* With what was set of them then; NULL: nothing. What this version does not know of it is left
 * out. */
bool site_rules_load_set(struct rules *rules, const char *set, const struct options *options,
                         const char *resources, struct error *error);

#endif
