/* Sentences on succeeded tasks, where no source says how some of them ended. */
#ifndef TABLE_OUTCOME_WORDS_H
#define TABLE_OUTCOME_WORDS_H

#include "table/table.h"

/* "Total time of succeeded tasks" → "Total time of tasks" where no outcome is recorded, "… of
 * succeeded or unrecorded tasks" where some are not; else the text itself. NULL for NULL. */
const char *outcome_words(const struct tables *tables, struct arena *arena, const char *text);

#endif
