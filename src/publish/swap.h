/* Puts a directory or file that is ready under the name under which people look for it. */
#ifndef PUBLISH_SWAP_H
#define PUBLISH_SWAP_H

#include <stdbool.h>

/* Names are relative to the directory that `directory` is a handle of, or absolute. What stood
 * under `target` stands under `ready` afterwards, or under `aside` on file systems that cannot
 * exchange two names. There it is moved aside first: whoever finds `aside` and no `target` puts it
 * back. False, with errno, when nothing has changed. Never follows a link. */
bool swap_into_place(int directory, const char *ready, const char *target, const char *aside);

#endif
