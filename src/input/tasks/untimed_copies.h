/* Records without a moment of the calendar that several inputs hold: exports of one campaign that
 * overlap, of tables that do not say when tasks ran. */
#ifndef INPUT_TASKS_UNTIMED_COPIES_H
#define INPUT_TASKS_UNTIMED_COPIES_H

#include "table/records.h"
#include "util/diagnostics.h"

/* Takes records of two sources that have the same step, kind and id, and differ in nothing that
 * both say, as one where ids mean the same in both sources. Each source may count its tasks anew
 * from 1 on, so this is taken as shown only if nine in ten of the records of ids that both have,
 * which did not fail, differ in nothing, and either
 * - ten of them at least differ from each other by kind and measures; or
 * - each source has ids that the other lacks, as sources that count anew have not, and a record is
 *   known too exactly to be equal by chance.
 * The first one is kept, and gets from the other what it does not say; of those that had not ended
 * when one source was written, that of the source in which they had. Where less is shown, both
 * stay, and a note says that they may count twice. Jobs of a batch system, whose ids mean the same
 * everywhere: see repeated_records.h. */
void untimed_copies_drop(struct records *records, struct diagnostics *diagnostics);

#endif
