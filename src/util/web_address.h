/* Addresses of the web within a text: "see https://hpc.example.org/help, or ask". */
#ifndef UTIL_WEB_ADDRESS_H
#define UTIL_WEB_ADDRESS_H

#include "util/text_slice.h"

/* The first address from `text` on; {NULL, 0}: there is none. It begins with "http://" or
 * "https://" at the start of a word and has ASCII alone; signs that close a sentence, a quotation
 * or a bracket opened before it are not of it. */
struct text_slice web_address_next(const char *text);

#endif
