/* Files that set what a program does without being named on its command line: only those count that
 * nobody but root and the user can change. */
#ifndef UTIL_TRUSTED_FILE_H
#define UTIL_TRUSTED_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/error.h"
#include "util/strbuf.h"

/* As path_read, of a regular file that belongs to root or to the effective user and that others may
 * not write; a link leads to such a file. False with error->number 0 where it is there and is none.
 */
bool trusted_file_read(const char *path, size_t limit, struct strbuf *content, struct error *error);

#endif
