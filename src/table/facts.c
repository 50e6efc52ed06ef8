#include "table/facts.h"

#include <math.h>

#include "util/number.h"

void facts_init(struct facts *facts)
{
#define FACT_TEXT(field) facts->field = NULL;
#define FACT_NUMBER(field) facts->field = NUMBER_MISSING;
#include "table/facts.def"
#undef FACT_TEXT
#undef FACT_NUMBER
}

static void fill_text(const char **text, const char *other)
{
    if (!*text)
        *text = other;
}

static void fill_number(double *number, double other)
{
    if (isnan(*number))
        *number = other;
}

void facts_fill(struct facts *facts, const struct facts *other)
{
#define FACT_TEXT(field) fill_text(&facts->field, other->field);
#define FACT_NUMBER(field) fill_number(&facts->field, other->field);
#include "table/facts.def"
#undef FACT_TEXT
#undef FACT_NUMBER
}

struct facts facts_copy(const struct facts *facts, struct arena *arena)
{
    struct facts copy = *facts;
#define FACT_TEXT(field) copy.field = arena_text(arena, facts->field);
#define FACT_NUMBER(field)
#include "table/facts.def"
#undef FACT_TEXT
#undef FACT_NUMBER
    return copy;
}
