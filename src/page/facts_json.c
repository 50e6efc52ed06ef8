#include "page/facts_json.h"

#include <math.h>
#include <stddef.h>

#include "util/number.h"
#include "util/utf8.h"

/* One row a field serves both ways. */
enum field_type { FIELD_TEXT, FIELD_NUMBER };
static const struct field {
    const char *name;
    enum field_type type;
    size_t offset;
} fields[] = {
#define FACT_TEXT(field) {#field, FIELD_TEXT, offsetof(struct facts, field)},
#define FACT_NUMBER(field) {#field, FIELD_NUMBER, offsetof(struct facts, field)},
#include "table/facts.def"
#undef FACT_TEXT
#undef FACT_NUMBER
};
enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

json_t *json_from_number(double number)
{
    if (!isfinite(number))
        return json_null();
    if (number == floor(number) && fabs(number) < 1e15)
        return json_integer((json_int_t)number);
    return json_real(number);
}

json_t *json_from_text(struct arena *arena, const char *text)
{
    return text ? json_string(utf8_clean(arena, text)) : json_null();
}

json_t *facts_to_json(const struct facts *facts, struct arena *arena)
{
    json_t *object = json_object();
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const char *field = (const char *)facts + fields[i].offset;
        json_object_set_new(object, fields[i].name,
                            fields[i].type == FIELD_TEXT
                                ? json_from_text(arena, *(const char *const *)(const void *)field)
                                : json_from_number(*(const double *)(const void *)field));
    }
    return object;
}

const char *json_get_text(const json_t *object, const char *name, struct arena *arena)
{
    return arena_text(arena, json_string_value(json_object_get(object, name)));
}

double json_get_number(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    return json_is_number(value) ? json_number_value(value) : NUMBER_MISSING;
}

void facts_from_json(struct facts *facts, const json_t *object, struct arena *arena)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        char *field = (char *)facts + fields[i].offset;
        if (fields[i].type == FIELD_TEXT)
            *(const char **)(void *)field = json_get_text(object, fields[i].name, arena);
        else
            *(double *)(void *)field = json_get_number(object, fields[i].name);
    }
}

json_t *key_figure_to_json(const struct key_figure *figure, struct arena *arena)
{
    json_t *object = json_object();
    json_object_set_new(object, "id", json_from_text(arena, figure->name));
    json_object_set_new(object, "value", json_from_number(figure->number));
    json_object_set_new(object, "unit", json_from_text(arena, figure->unit));
    json_object_set_new(object, "text", json_from_text(arena, figure->value));
    json_object_set_new(object, "label", json_from_text(arena, figure->label));
    return object;
}

struct key_figure key_figure_from_json(const json_t *object, struct arena *arena)
{
    const char *text = json_get_text(object, "text", arena);
    const char *id = json_get_text(object, "id", arena);
    return (struct key_figure){
        .value = text ? text : json_get_text(object, "value", arena),
        .label = json_get_text(object, "label", arena),
        .name = id ? id : json_get_text(object, "name", arena),
        .number = json_get_number(object, "value"),
        .unit = json_get_text(object, "unit", arena),
    };
}
