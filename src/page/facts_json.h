/* Run facts as JSON, and the small change of the files that hold them. */
#ifndef PAGE_FACTS_JSON_H
#define PAGE_FACTS_JSON_H

#include <jansson.h>

#include "page/document.h"
#include "table/facts.h"
#include "util/arena.h"

/* Whole numbers without a point; null when missing. */
json_t *json_from_number(double number);
/* Cleaned, so that what is written is valid; null when NULL. */
json_t *json_from_text(struct arena *arena, const char *text);

/* NULL when it is absent or no text; NaN when it is absent or no number. */
const char *json_get_text(const json_t *object, const char *name, struct arena *arena);
double json_get_number(const json_t *object, const char *name);

json_t *facts_to_json(const struct facts *facts, struct arena *arena);
void facts_from_json(struct facts *facts, const json_t *object, struct arena *arena);
/* {"id": "cpu_efficiency", "value": 0.844, "unit": "1", "text": "84.4 %", "label": …}; earlier
 * reports have a text as value, and call the id a name. */
json_t *key_figure_to_json(const struct key_figure *figure, struct arena *arena);
struct key_figure key_figure_from_json(const json_t *object, struct arena *arena);

#endif
