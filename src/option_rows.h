/* What is known of each option and command: a row of options.def or commands.def. */
#ifndef OPTION_ROWS_H
#define OPTION_ROWS_H

#include "options.h"
#include "util/error.h"

struct option_row {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: a flag */
    unsigned commands;    /* of enum command */
    bool remembered, describes_data;
    const char *standard, *help; /* standard: NULL where there is none */
    /* Takes over the value, which lives as long as the options; of a flag it is any. False with
     * ERROR_USAGE when it is no value of the option. */
    bool (*set)(struct options *options, const char *value, struct error *error);
};
extern const struct option_row option_rows[OPTION_COUNT]; /* by enum option_id */

/* By its long name; NULL: there is none. */
const struct option_row *option_row_called(const char *name);
/* Given again it adds a value. */
bool option_may_repeat(const struct option_row *row);

/* Refuses values without meaning that older versions took and their reports remember, so that `set`
 * has to take them: an amount without a unit, a broken pattern. */
bool option_value_check(enum option_id id, const char *value, struct error *error);

struct command_row {
    enum command command;
    const char *name, *operands, *summary;
};

enum command_id {
#define COMMAND(id, ...) COMMAND_ROW_##id,
#include "commands.def"
#undef COMMAND
    COMMAND_COUNT
};
extern const struct command_row command_rows[COMMAND_COUNT];

#endif
