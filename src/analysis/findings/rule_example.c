#include "analysis/findings/rule_example.h"

#include "analysis/findings/rule_finding.h"
#include "util/arena.h"

/* Moments of examples are of this day (2025-03-05), so that the time of day says enough. */
static const double FROM = 1741132800, TO = 1741219199;

void rule_example_add(const struct rule *rule, const struct rule_template *template,
                      struct strbuf *out)
{
    struct arena arena;
    const struct analysis_request request = {0};
    const struct findings findings = {.request = &request,
                                      .arena = &arena,
                                      .time = {.start = FROM, .end = TO}};
    struct rule_finding made = {.findings = &findings, .rule = rule};
    arena_init(&arena);
    for (size_t i = 0; i < rule->name_count; i++) {
        made.numbers[i] = rule->example[i].number;
        made.texts[i] = rule->example[i].text;
    }
    strbuf_add_text(out, rule_fill(&made, template));
    arena_release(&arena);
}
