/* What nvidia-smi dmon and pmon write in other shapes than a table of samples with dates. */
#ifndef INPUT_DEVICES_DMON_ADVICE_H
#define INPUT_DEVICES_DMON_ADVICE_H

#include <stddef.h>

/* What to give in place of such a text, where it was not read; NULL of any other. */
const char *dmon_advice(const char *text, size_t size);

#endif
