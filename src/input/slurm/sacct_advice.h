/* What to do about output of sacct that cannot be used. */
#ifndef INPUT_SLURM_SACCT_ADVICE_H
#define INPUT_SLURM_SACCT_ADVICE_H

#include <stddef.h>

/* Advice when the text is what sacct prints for people, in columns that cut names off; else NULL.
 */
const char *sacct_advice(const char *text, size_t size);

#endif
