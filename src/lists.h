/* `jobreport formats | figures | tables`: what the registries hold, for people or as JSON. */
#ifndef LISTS_H
#define LISTS_H

#include "figure/model/plotspec.h"
#include "table/rules.h"
#include "util/strbuf.h"

void lists_write_formats(bool as_json, struct strbuf *out);
void lists_write_figures(const struct plotspecs *specs, bool as_json, struct strbuf *out);
void lists_write_tables(bool as_json, struct strbuf *out);
/* The rules, as --config changed them. */
void lists_write_findings(const struct rules *rules, bool as_json, struct strbuf *out);

#endif
