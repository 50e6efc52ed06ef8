/* What stands in a cell of somebody's table. */
#ifndef INPUT_TEXT_CELL_H
#define INPUT_TEXT_CELL_H

#include "input/text/csv_text.h"

enum cell { CELL_MISSING, CELL_NUMBER, CELL_WRONG };

/* Empty, "-", "N/A" and the like. */
bool cell_is_missing(struct text_slice cell);
/* *number is NaN unless it is one. Nothing but a finite number will do: "12:7x" is wrong. */
enum cell cell_number(struct text_slice cell, double *number);

/* As cell_number, for what cannot be negative. False when it is wrong, and *fault says why. */
struct csv_fault;
bool cell_seconds(struct text_slice cell, double *seconds, struct csv_fault *fault);
/* Wrong from 2^60 on, too: the marks that programs use for "unknown" lie there. */
bool cell_bytes(struct text_slice cell, double *bytes, struct csv_fault *fault);

#endif
