#include "check.h"

#include <string.h>

#include "table/facts.h"

static void new_facts_are_unknown(void)
{
    struct facts facts;
    memset(&facts, 0x5a, sizeof facts);
    facts_init(&facts);
#define FACT_TEXT(field) CHECK(!facts.field);
#define FACT_NUMBER(field) CHECK(isnan(facts.field));
#include "table/facts.def"
#undef FACT_TEXT
#undef FACT_NUMBER
}

/* Every text of the first is "x", which then changes; every number is 7. */
static void a_copy_owns_its_texts(void)
{
    struct arena arena;
    struct facts facts;
    char text[] = "x";
    arena_init(&arena);
#define FACT_TEXT(field) facts.field = text;
#define FACT_NUMBER(field) facts.field = 7;
#include "table/facts.def"
#undef FACT_TEXT
#undef FACT_NUMBER
    struct facts copy = facts_copy(&facts, &arena);
    text[0] = 'y';
#define FACT_TEXT(field) CHECK_TEXT(copy.field, "x");
#define FACT_NUMBER(field) CHECK_NEAR(copy.field, 7, 0);
#include "table/facts.def"
#undef FACT_TEXT
#undef FACT_NUMBER
    arena_release(&arena);
}

static void only_what_is_unknown_is_filled(void)
{
    struct facts facts, other;
    facts_init(&facts);
    facts_init(&other);
    facts.job_id = "1";
    facts.start = 5;
    other.job_id = "2";
    other.user = "anna";
    other.start = 6;
    other.end = 9;
    facts_fill(&facts, &other);
    CHECK_TEXT(facts.job_id, "1");
    CHECK_TEXT(facts.user, "anna");
    CHECK_NEAR(facts.start, 5, 0);
    CHECK_NEAR(facts.end, 9, 0);
    CHECK(!facts.title && isnan(facts.node_count));
}

CHECK_MAIN(TEST(new_facts_are_unknown), TEST(a_copy_owns_its_texts),
           TEST(only_what_is_unknown_is_filled))
