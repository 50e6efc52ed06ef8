/* What a mail message is made of (RFC 5322, RFC 2045 to 2047): headers, and contents encoded so
 * that every line has at most 76 characters and plain ASCII.
 *
 * Lines end in LF, as programs on Unix give them to sendmail; mail servers send CRLF. */
#ifndef UTIL_MIME_H
#define UTIL_MIME_H

#include <stdbool.h>
#include <stddef.h>

#include "util/strbuf.h"

/* Whether text[0..size) is one address and nothing else: "anna" (of the local host) or
 * "anna@example.org". Neither names, comments and routes, nor what former mail programs took for
 * files, programs or options: '/', '|', '-' at the start. */
bool mime_is_address(const char *text, size_t size);

/* "Subject: TEXT", folded. Clean UTF-8; what is not ASCII becomes encoded words. */
void mime_add_text_header(struct strbuf *out, const char *name, const char *text);
/* "To: A,\n B": addresses of mime_is_address. */
void mime_add_address_header(struct strbuf *out, const char *name, const char *const *addresses,
                             size_t count);
/* "Message-ID: <ID>", on a line of its own where it is long. */
void mime_add_id_header(struct strbuf *out, const char *name, const char *id);
/* "Date: Mon, 10 Jun 2024 08:00:00 +0000" of Unix seconds, up to the year 9999. */
void mime_add_date_header(struct strbuf *out, double moment);

/* Text in quoted-printable, ending in a line feed. No line is "." or begins with "From ": either
 * means something to programs that keep or pass on mail. */
void mime_add_quoted_printable(struct strbuf *out, const char *text);
void mime_add_base64(struct strbuf *out, const char *bytes, size_t size);

#endif
