/* Units as sources write them, to base units. */
#ifndef INPUT_TEXT_UNIT_H
#define INPUT_TEXT_UNIT_H

#include <stdbool.h>

#include "util/arena.h"

/* value × scale is in the base unit `name`. */
struct unit {
    const char *name;
    double scale;
    bool known;
};

/* "GB/s" → "B/s", 1e9; "uJ" → "J", 1e-6; "MiB" → "B", 2^20; "kWh" → "J", 3.6e6; "Gbit/s" → "B/s",
 * 1.25e8; "bytes" → "B"; "IPC", "load" and the like → "". A unit that is not known stays as it is,
 * with a scale of 1. */
struct unit unit_parse(struct arena *arena, const char *text);
/* The same for a base and its prefix, written apart ("B/s", "G"). */
struct unit unit_of(struct arena *arena, const char *base, const char *prefix);
/* Whether an integral over time means something: "B/s", "W". */
bool unit_is_rate(const char *name);
/* Whether what parts of a node have makes up what the node has: bytes, joules, packets and all
 * rates do; shares, clocks, temperatures, ratios and plain numbers do not. */
bool unit_adds_up(const char *name);

#endif
