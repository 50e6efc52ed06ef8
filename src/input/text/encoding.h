/* Text in other encodings than UTF-8, which all readers read: UTF-16, with a byte order mark or by
 * its NULs, and Latin-1.
 *
 * Latin-1 is what is no UTF-8 at all, looks like text, and has letters of Latin-1 alone in its
 * first ENCODING_LOOKED_AT bytes. Text of which a part is UTF-8 is damaged: its rows are rejected
 * where they are. */
#ifndef INPUT_TEXT_ENCODING_H
#define INPUT_TEXT_ENCODING_H

#include "util/mapping.h"

enum encoding { ENCODING_UTF8, ENCODING_LATIN1, ENCODING_UTF16_LE, ENCODING_UTF16_BE };
enum { ENCODING_LOOKED_AT = 8 << 20 };

enum encoding encoding_of(const char *text, size_t size);

/* "UTF-16"; NULL for UTF-8. */
const char *encoding_name(enum encoding encoding);

/* The content as UTF-8; halves of characters become U+FFFD. */
void encoding_convert(struct mapping *content, enum encoding encoding);

#endif
