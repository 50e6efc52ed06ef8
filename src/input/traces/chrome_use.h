/* Adds events of a Chrome trace to what their chunk holds. */
#ifndef INPUT_TRACES_CHROME_USE_H
#define INPUT_TRACES_CHROME_USE_H

#include "input/traces/chrome_chunk.h"
#include "input/traces/chrome_event.h"

/* Adds what the event says to the chunk. NULL, or why it cannot be used. */
const char *chrome_event_use(struct chrome_chunk *chunk, struct chrome_event *event);

#endif
