/* What the word for a task's status means, whoever wrote it. */
#ifndef INPUT_TEXT_STATUS_WORDS_H
#define INPUT_TEXT_STATUS_WORDS_H

#include "input/text/csv_text.h"
#include "table/records.h"

struct status {
    enum record_ending ending;
    double exit_code; /* that the word holds, 128 + the number for signals; NaN: none */
};

/* Of the words in status_words.def, without regard to case and to anything but letters and digits;
 * of exit codes ("137", "exit 1", "Completed (exit 0)") and signals ("SIGKILL", "signal 9"); and of
 * phrases that hold a word for anything but success ("Failed: out of memory"). Whatever else is
 * said is ENDING_UNKNOWN. */
struct status status_of(struct text_slice text);

#endif
