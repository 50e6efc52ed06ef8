/* Names of rows of held_by and held_by_parts that are none of a user or the like. */
#ifndef TABLE_HELD_NAMES_H
#define TABLE_HELD_NAMES_H

/* All but those that have a row of their own. */
#define HELD_BY_OTHERS "(others)"

#endif
