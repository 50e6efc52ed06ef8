/* The overview of a report in its files, report.txt and data/summary.json, and on its own. */
#ifndef REPORT_OVERVIEW_H
#define REPORT_OVERVIEW_H

#include "page/document.h"
#include "page/terminal/overview_text.h"
#include "util/error.h"

/* Writes both files below the directory, for terminals and mails, and for programs. */
bool report_overview_write(const struct document *document, const struct tables *tables,
                           const char *directory, struct error *error);

void report_overview_print(const struct document *document, const struct tables *tables,
                           bool as_json, struct terminal_style style, struct strbuf *out);

#endif
