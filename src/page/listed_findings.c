#include "page/listed_findings.h"

#include "page/facts_json.h"
#include "table/rows.h"
#include "util/utf8.h"

enum { LONGEST = 1000 };

static const char *shown(struct arena *arena, const char *text)
{
    return text ? utf8_shorten(arena, utf8_clean(arena, text), LONGEST) : NULL;
}

const struct listed_finding *listed_findings_of(const struct tables *tables, size_t most,
                                                struct arena *arena, size_t *count)
{
    const struct findings_rows rows = findings_rows(tables);
    *count = rows.rows < most ? rows.rows : most;
    struct listed_finding *list = arena_alloc_array(arena, *count + 1, sizeof *list);
    for (size_t row = 0; row < *count; row++)
        list[row] = (struct listed_finding){
            .id = rows.id[row],
            .level = rows.level[row],
            .sentence = shown(arena, rows.finding[row]),
            .advice = shown(arena, rows.advice[row]),
            .unit = rows.unit[row],
            .value = rows.value[row],
            .threshold = rows.threshold[row],
            .section = shown(arena, rows.section[row]),
            .subject = shown(arena, rows.subject[row]),
        };
    return list;
}

/* Tables that were read from files do not tell an empty text from none. */
static void set_text(json_t *object, const char *name, const char *text, struct arena *arena)
{
    json_object_set_new(object, name, json_from_text(arena, text && *text ? text : NULL));
}

static json_t *finding_to_json(const struct listed_finding *finding, struct arena *arena)
{
    json_t *object = json_object();
    set_text(object, "id", finding->id, arena);
    set_text(object, "level", finding->level, arena);
    json_object_set_new(object, "value", json_from_number(finding->value));
    set_text(object, "unit", finding->unit, arena);
    json_object_set_new(object, "threshold", json_from_number(finding->threshold));
    set_text(object, "section", finding->section, arena);
    set_text(object, "subject", finding->subject, arena);
    set_text(object, "finding", finding->sentence, arena);
    set_text(object, "advice", finding->advice, arena);
    return object;
}

json_t *listed_findings_to_json(const struct listed_finding *findings, size_t count,
                                struct arena *arena)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, finding_to_json(&findings[i], arena));
    return list;
}

static const char *clean_text(const json_t *object, const char *name, struct arena *arena)
{
    const char *text = json_get_text(object, name, arena);
    return text ? utf8_clean(arena, text) : NULL;
}

const struct listed_finding *listed_findings_from_json(const json_t *list, size_t most,
                                                       struct arena *arena, size_t *count)
{
    *count = json_array_size(list) < most ? json_array_size(list) : most;
    struct listed_finding *findings = arena_alloc_array(arena, *count + 1, sizeof *findings);
    for (size_t i = 0; i < *count; i++) {
        const json_t *object = json_array_get(list, i);
        findings[i] = (struct listed_finding){
            .id = clean_text(object, "id", arena),
            .level = clean_text(object, "level", arena),
            .sentence = clean_text(object, "finding", arena),
            .advice = clean_text(object, "advice", arena),
            .unit = clean_text(object, "unit", arena),
            .value = json_get_number(object, "value"),
            .threshold = json_get_number(object, "threshold"),
            .section = clean_text(object, "section", arena),
            .subject = clean_text(object, "subject", arena),
        };
    }
    return findings;
}
