/* Whose run this was: what stands in headers, on the summary page and in the manifest.
 *
 * Texts are NULL and numbers NaN when unknown. */
#ifndef TABLE_FACTS_H
#define TABLE_FACTS_H

#include "util/arena.h"

struct facts {
#define FACT_TEXT(field) const char *field;
#define FACT_NUMBER(field) double field;
#include "table/facts.def"
#undef FACT_TEXT
#undef FACT_NUMBER
};

void facts_init(struct facts *facts); /* all unknown */
/* What is unknown in `facts` is taken from `other`, whose texts must live on. */
void facts_fill(struct facts *facts, const struct facts *other);
/* The texts of the copy live in `arena`. */
struct facts facts_copy(const struct facts *facts, struct arena *arena);

#endif
