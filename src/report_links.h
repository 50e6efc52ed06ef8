/* Links of a site, "LABEL=URL" of --link: which there are, and how {job_id}, {user} and {node} in
 * their addresses are filled in. */
#ifndef REPORT_LINKS_H
#define REPORT_LINKS_H

#include "environment.h"
#include "options.h"
#include "page/document.h"
#include "table/facts.h"
#include "table/table.h"

/* False with ERROR_USAGE where it is no "LABEL=URL": an address begins with https://, http:// or
 * mailto: and has what is filled in behind its host, so that no name in the data decides where it
 * leads. */
bool report_link_check(const char *text, struct error *error);

/* One row of all links that are of the run, and a row for each that is of its nodes. Names are
 * percent-encoded. A link of which something is not known is left out, with a note. */
struct link_rows {
    const struct link_row *items;
    size_t count;
};
struct link_rows report_links_fill(const struct text_list *links, const struct facts *facts,
                                   const struct tables *tables,
                                   const struct environment *environment, struct arena *arena);

#endif
