/* The overview of a report as JSON, data/summary.json: what `jobreport show` prints, and other
 * programs read. */
#ifndef PAGE_TERMINAL_OVERVIEW_JSON_H
#define PAGE_TERMINAL_OVERVIEW_JSON_H

#include <stdbool.h>

#include "page/terminal/overview.h"
#include "util/error.h"
#include "util/strbuf.h"

#define OVERVIEW_FILE "data/summary.json"

void overview_write_json(const struct overview *overview, struct arena *arena, struct strbuf *out);

/* Reads what that wrote, whoever changed it since: `path` is said in errors. False with
 * ERROR_INPUT; all is in the arena. */
bool overview_read_json(struct overview *overview, const char *path, const struct strbuf *text,
                        struct arena *arena, struct error *error);

#endif
