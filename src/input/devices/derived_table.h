/* Tables that others worked out of events and samples of devices. */
#ifndef INPUT_DEVICES_DERIVED_TABLE_H
#define INPUT_DEVICES_DERIVED_TABLE_H

#include <stddef.h>

/* What to give in place of a table of means, a row a GPU or an event, whose times are gone; NULL
 * when the text is no such table. */
const char *derived_table_advice(const char *text, size_t size);

#endif
