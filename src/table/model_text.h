/* What readers give and what analyses give, as text: `--dump=dataset` and `--dump=tables`.
 *
 * A line for each row, as util/text_line.h says; in the order of the model, which is that of the
 * inputs and of tables.def. All is written that the next module may read. */
#ifndef TABLE_MODEL_TEXT_H
#define TABLE_MODEL_TEXT_H

#include "table/activity.h"
#include "table/dataset.h"
#include "table/records.h"
#include "table/table.h"
#include "util/strbuf.h"

void dataset_write_text(const struct dataset *dataset, struct strbuf *out);
void records_write_text(const struct records *records, struct strbuf *out);
void activity_write_text(const struct activity *activity, struct strbuf *out);

/* Each row begins with the name of its table; tables without rows are left out. */
void tables_write_text(const struct tables *tables, struct strbuf *out);

#endif
