/* The rules of findings as this site has them: templates/findings.json, changed by --config. */
#ifndef SITE_RULES_H
#define SITE_RULES_H

#include "options.h"
#include "table/rules.h"

/* In the arena of the options. False with ERROR_USAGE where the config file is wrong about one. */
bool site_rules_load(struct rules *rules, const struct options *options, const char *resources,
                     struct error *error);

#endif
