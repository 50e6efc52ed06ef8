/* What kind of task a command line is: the program or script that it runs, without its arguments,
 * which differ from task to task. */
#ifndef INPUT_TASKS_COMMAND_KIND_H
#define INPUT_TASKS_COMMAND_KIND_H

#include "input/text/csv_text.h"

/* "python3 -u /opt/fit.py --seed 7" → "fit.py", "cd run7 && OMP_NUM_THREADS=4 ./solve in.dat" →
 * "solve". A part of the command, or all of it when it names no program. */
struct text_slice command_kind(struct text_slice command);

#endif
