/* Compresses a paletted image without ever spelling out its pixels.
 *
 * The runs that palette.h finds are the matches that deflate is made of: those of one colour repeat
 * the byte before, rows like the one above repeat that. On charts this takes a fifth of zlib's time
 * and makes smaller files. */
#ifndef RENDER_DEFLATE_RUNS_H
#define RENDER_DEFLATE_RUNS_H

#include "render/palette.h"
#include "util/strbuf.h"

/* Adds a zlib stream (RFC 1950, 1951) of the image's rows, each behind a filter byte 0. */
void deflate_runs(const struct paletted_image *image, struct strbuf *out);

#endif
