/* The rules of findings as this site has them: templates/findings.json, changed by --config; or as
 * a site had them when a report was made, which its manifest keeps: findings are not worked out
 * again when it is drawn again. */
#ifndef SITE_RULES_H
#define SITE_RULES_H

#include "options.h"
#include "table/rules.h"

/* In the arena of the options. False with ERROR_USAGE where the config file is wrong about one. */
bool site_rules_load(struct rules *rules, const struct options *options, const char *resources,
                     struct error *error);

/* What the config file sets of them: a JSON object by id; NULL: nothing. */
const char *site_rules_set(const struct options *options);
/* With what was set of them then; NULL: nothing. What this version does not know of it is left
 * out. */
bool site_rules_load_set(struct rules *rules, const char *set, const struct options *options,
                         const char *resources, struct error *error);

#endif
