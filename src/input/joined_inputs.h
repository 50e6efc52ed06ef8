/* A file in which several inputs stand one after the other, as `cat` joins them. */
#ifndef INPUT_JOINED_INPUTS_H
#define INPUT_JOINED_INPUTS_H

#include "input/reader.h"

/* Reads the input, which `reader` knows, and then what it leaves of the file, each part as a file
 * of its own: by the format that the user named, else by the one that is recognised. Returns the
 * number of all records, or -1 with *error when nothing of the first part could be used; what is
 * wrong with another one is reported. */
long long joined_inputs_read(const struct reader *reader, const char *format,
                             const struct input *input, const struct reading *reading,
                             struct error *error);

/* Reports that nothing of the input could be used, which is the error of its reader. */
void joined_inputs_reject(const char *path, const struct error *error,
                          const struct reading *reading);

#endif
