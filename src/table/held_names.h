/* What rows of held_by, held_by_day and the tables of their parts are called, beside names in the
 * data. */
#ifndef TABLE_HELD_NAMES_H
#define TABLE_HELD_NAMES_H

/* All but those that have a row of their own. */
#define HELD_BY_OTHERS "(others)"

#define HELD_BY_DAYS "day"
#define HELD_BY_WEEKS "week"
#define HELD_BY_MONTHS "month"
/* Of more of them longer periods are drawn and shown. */
enum { HELD_BY_MOST_PERIODS = 42 };

#endif
