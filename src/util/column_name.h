/* Names of columns without what people write differently: "Work Dir", "work_dir" and "workdir" are
 * one. */
#ifndef UTIL_COLUMN_NAME_H
#define UTIL_COLUMN_NAME_H

enum { COLUMN_NAME_SIZE = 64 };

/* The name's letters and digits in lower case; what has no room is left out. */
void column_name_squeeze(const char *name, char squeezed[COLUMN_NAME_SIZE]);

#endif
