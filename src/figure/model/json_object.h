/* Reads the fields of an object of a chart definition; every fault names file, line and field. Of
 * several faults the first is told, so that fields can be read one after the other.
 *
 * Each function leaves its target alone when the field is absent, and returns false with the error
 * set when it is there but wrong. */
#ifndef FIGURE_MODEL_JSON_OBJECT_H
#define FIGURE_MODEL_JSON_OBJECT_H

#include <jansson.h>
#include <stdbool.h>

#include "figure/model/name_pairs.h"
#include "util/arena.h"
#include "util/error.h"

/* The file that is being read. */
struct definition_file {
    const char *path, *text;
    struct arena *arena;
    struct error *error;
};
struct object {
    const struct definition_file *file;
    json_t *json;
    const char *place;           /* in the file's text: where the object starts */
    const struct object *within; /* whose members are the object's where it has none; or NULL */
    const char *what;            /* for messages: "the definition" */
    const char *chart;           /* of a file of several: its name, for messages; or NULL */
};

/* The key of the field, of the object or of what it is within; NULL: there is none. */
const char *object_place(const struct object *object, const char *field);

bool object_fault(const struct object *object, const char *field, const char *what);
bool object_wrong_type(const struct object *object, const char *field, const json_t *value,
                       const char *wanted);
bool object_missing_field(const struct object *object, const char *field);

bool object_text(const struct object *object, const char *field, const char **text);
bool object_name(const struct object *object, const char *field, const char **text); /* needed */
bool object_flag(const struct object *object, const char *field, bool *flag);
bool object_number(const struct object *object, const char *field, double *number);
/* One of two words. */
bool object_choice(const struct object *object, const char *field, const char *first,
                   const char *second, bool *is_second, bool *given);
/* An object of texts. */
bool object_pairs(const struct object *object, const char *field, struct name_pairs *pairs);
/* A list of numbers, each above the one before. */
bool object_rising(const struct object *object, const char *field, double *numbers, size_t most,
                   size_t *count);
bool object_refuse_unknown(const struct object *object, const char *const *known);

#endif
