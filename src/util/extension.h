/* Extensions: parts of the program that stand in shared libraries of their own, each with a library
 * that few reports need. They are opened when something needs them; the program itself neither
 * links nor needs what they bring.
 *
 * An extension is src/extensions/NAME.c, with the files of src/extensions/NAME/ where that would be
 * long. It defines one object called `jobreport_extension`, whose type the header of those who use
 * it declares, and calls nothing of the program: what it is given holds all that it needs. */
#ifndef UTIL_EXTENSION_H
#define UTIL_EXTENSION_H

#include "util/error.h"

/* The extension's `jobreport_extension`, opened once and kept until the process ends; NULL when it
 * is not there or cannot be opened, with the reason in `error` (ERROR_OUTPUT; `number` is ENOMEM
 * when there is too little memory). Looked for in extensions/ beside the program or one directory
 * up, then in ../lib/jobreport. Not to be called by several threads at once. */
const void *extension_open(const char *name, struct error *error);

#endif
