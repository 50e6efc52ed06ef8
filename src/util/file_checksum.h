/* Which bytes a file had: so that who has it can see later that it is still that one. */
#ifndef UTIL_FILE_CHECKSUM_H
#define UTIL_FILE_CHECKSUM_H

#include <stdbool.h>

#include "util/error.h"
#include "util/file_state.h"
#include "util/mapping.h"

/* XXH3 (128 bits, https://xxhash.com) is fast and distinguishes files that nobody made alike on
 * purpose; SHA-256 (FIPS 180-4) also those. */
enum checksum_kind { CHECKSUM_XXH3, CHECKSUM_SHA256 };

/* "xxh3:" or "sha256:", digits, and the 0 at the end */
enum { CHECKSUM_SIZE = 8 + 64 };

/* The kind's name, a colon, and lower-case hexadecimal digits, such as xxhsum -H2 and sha256sum
 * print, of the file as on disk; of one that was opened before, of what was there then. False also
 * when it was changed before the end. */
bool file_checksum(const char *path, enum checksum_kind kind, const struct file_state *before,
                   char text[CHECKSUM_SIZE], struct error *error);

/* The XXH3 one of what is in memory: of a compressed file, of what was in it. */
void content_checksum(const struct mapping *content, char text[CHECKSUM_SIZE]);

#endif
