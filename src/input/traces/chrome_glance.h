/* Events as nearly all are written, read from their tokens alone. */
#ifndef INPUT_TRACES_CHROME_GLANCE_H
#define INPUT_TRACES_CHROME_GLANCE_H

#include <stdint.h>

#include "input/json/json_stream.h"
#include "input/traces/chrome_event.h"

/* Fills in the event, whose texts are those of the document, and returns the token behind it. NULL
 * when it has to be walked: it is not plain (escapes where they matter, texts for numbers, faults)
 * or its arguments are wanted. What is not wanted is passed over by its brackets. */
const uint32_t *chrome_glance(struct chrome_event *event, const struct json_tokens *tokens);

#endif
