#include "util/mime.h"

#include <glib.h>
#include <string.h>
#include <time.h>

#include "util/utf8.h"

enum { LINE = 76, LONGEST_LOCAL = 64, LONGEST_DOMAIN = 253, LONGEST_LABEL = 63 };

/* ---- addresses ------------------------------------------------------------------------------- */

static bool is_alphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* "dot-atom" of RFC 5322, without '/' and '|'. */
static bool is_local_part(const char *text, size_t size)
{
    if (!size || size > LONGEST_LOCAL || text[0] == '-' || text[0] == '.' || text[size - 1] == '.')
        return false;
    for (size_t i = 0; i < size; i++)
        if (!text[i] || (!is_alphanumeric(text[i]) && !strchr("!#$%&'*+-=?^_`{}~.", text[i])) ||
            (text[i] == '.' && text[i + 1] == '.'))
            return false;
    return true;
}

static bool is_domain(const char *text, size_t size)
{
    size_t label = 0;
    if (!size || size > LONGEST_DOMAIN)
        return false;
    for (size_t i = 0; i < size; i++) {
        bool is_end = i + 1 == size || text[i + 1] == '.';
        if (text[i] == '.' ? !label
                           : !is_alphanumeric(text[i]) && !(text[i] == '-' && label && !is_end))
            return false;
        label = text[i] == '.' ? 0 : label + 1;
        if (label > LONGEST_LABEL)
            return false;
    }
    return label > 0;
}

bool mime_is_address(const char *text, size_t size)
{
    const char *at = memchr(text, '@', size);
    if (!at)
        return is_local_part(text, size);
    size_t local = (size_t)(at - text);
    return is_local_part(text, local) && is_domain(at + 1, size - local - 1);
}

/* ---- headers --------------------------------------------------------------------------------- */

/* Texts that could be read as something else than they say are encoded, too. */
static bool is_plain(const char *text)
{
    size_t word = 0;
    for (const char *c = text; *c; c++) {
        word = *c == ' ' ? 0 : word + 1;
        if (*c < ' ' || *c > '~' || word > LINE / 2)
            return false;
    }
    return !strstr(text, "=?") && *text != ' ';
}

/* Each word on its line: "=?utf-8?B?" and "?=" around 52 letters, which hold 39 bytes. */
static void add_encoded_words(struct strbuf *out, const char *text)
{
    enum { BYTES = 39 };
    for (size_t left = strlen(text); left > 0;) {
        size_t size = left > BYTES ? utf8_cut(text, left, BYTES) : left;
        gchar *letters = g_base64_encode((const guchar *)text, size);
        strbuf_format(out, "=?utf-8?B?%s?=", letters);
        g_free(letters);
        text += size;
        left -= size;
        strbuf_add_text(out, left ? "\n " : "");
    }
}

void mime_add_text_header(struct strbuf *out, const char *name, const char *text)
{
    strbuf_format(out, "%s: ", name);
    if (!is_plain(text)) {
        add_encoded_words(out, text);
        strbuf_add_char(out, '\n');
        return;
    }
    for (size_t column = strlen(name) + 2; *text;) {
        size_t blanks = strspn(text, " "), size = blanks + strcspn(text + blanks, " ");
        if (blanks && column + size > LINE && text[blanks]) {
            strbuf_add_char(out, '\n');
            column = 0;
        }
        strbuf_add(out, text, size);
        column += size;
        text += size;
    }
    strbuf_add_char(out, '\n');
}

void mime_add_address_header(struct strbuf *out, const char *name, const char *const *addresses,
                             size_t count)
{
    strbuf_format(out, "%s:", name);
    for (size_t i = 0, column = strlen(name) + 1; i < count; i++) {
        size_t size = strlen(addresses[i]) + 2; /* the blank and the comma */
        if (i && column + size > LINE) {
            strbuf_add_char(out, '\n');
            column = 0;
        }
        strbuf_format(out, " %s%s", addresses[i], i + 1 < count ? "," : "");
        column += size;
    }
    strbuf_add_char(out, '\n');
}

void mime_add_id_header(struct strbuf *out, const char *name, const char *id)
{
    bool is_long = strlen(name) + strlen(": <>") + strlen(id) > LINE;
    strbuf_format(out, "%s:%s <%s>\n", name, is_long ? "\n" : "", id);
}

/* Names of days and months are those of RFC 5322, in no language. */
void mime_add_date_header(struct strbuf *out, double moment)
{
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t seconds = (time_t)moment;
    struct tm parts = {0};
    gmtime_r(&seconds, &parts);
    strbuf_format(out, "Date: %s, %02d %s %04d %02d:%02d:%02d +0000\n", days[parts.tm_wday],
                  parts.tm_mday, months[parts.tm_mon], parts.tm_year + 1900, parts.tm_hour,
                  parts.tm_min, parts.tm_sec);
}

/* ---- contents -------------------------------------------------------------------------------- */

/* Blanks at the end of a line get lost on the way. */
static bool may_stand(const char *c, size_t column)
{
    bool is_blank = *c == ' ' || *c == '\t';
    bool begins_a_mark =
        !column && (*c == '.' || *c == '-' || strncmp(c, "From ", strlen("From ")) == 0);
    if (is_blank)
        return c[1] && c[1] != '\n';
    return *c > ' ' && *c <= '~' && *c != '=' && !begins_a_mark;
}

void mime_add_quoted_printable(struct strbuf *out, const char *text)
{
    size_t column = 0;
    for (const char *c = text; *c; c++) {
        if (*c == '\n') {
            strbuf_add_char(out, '\n');
            column = 0;
            continue;
        }
        bool stands = may_stand(c, column);
        size_t size = stands ? 1 : 3, most = c[1] && c[1] != '\n' ? LINE - 1 : LINE;
        if (column + size > most) { /* a soft break: the line ends in '=' */
            strbuf_add_text(out, "=\n");
            column = 0;
            stands = may_stand(c, column);
            size = stands ? 1 : 3;
        }
        if (stands)
            strbuf_add_char(out, *c);
        else
            strbuf_format(out, "=%02X", (unsigned)(unsigned char)*c);
        column += size;
    }
    strbuf_add_text(out, column ? "\n" : "");
}

/* GLib's lines have 76 letters. */
void mime_add_base64(struct strbuf *out, const char *bytes, size_t size)
{
    gint state = 0, save = 0;
    strbuf_reserve(out, (size / 3 + 1) * 4 + (size / 3 + 1) * 4 / 72 + 8);
    char *room = out->text + out->size;
    gsize written = g_base64_encode_step((const guchar *)bytes, size, TRUE, room, &state, &save);
    written += g_base64_encode_close(TRUE, room + written, &state, &save);
    out->size += written;
    out->text[out->size] = '\0';
}
