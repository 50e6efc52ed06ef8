/* The members of a top-level object, by brackets and quotes alone. */
#include <stdlib.h>
#include <string.h>

#include "input/json/json_skip.h"
#include "input/json/json_stream.h"
#include "input/json/json_text.h"
#include "util/list.h"
#include "util/mapping.h"
#include "util/memory.h"

enum { DEEPEST = 256 };

/* ---- a value that was cut ---- */

/* Where text that was cut can be closed again: behind an opening bracket, a closed one, or before a
 * comma. `open` are the brackets to close there, innermost last. */
struct cut {
    size_t at;
    char open[DEEPEST];
    size_t depth;
};

/* False when nothing can be saved: it is no container, or nests too deep. */
static bool find_cut(const char *text, size_t size, struct cut *cut)
{
    *cut = (struct cut){0};
    if (size == 0 || (text[0] != '[' && text[0] != '{'))
        return false;
    for (size_t i = 0; i < size && text[i];) {
        char c = text[i++];
        switch (c) {
        case '"':
            i = json_skip_string(text, size, i);
            break;
        case '[':
        case '{':
            if (cut->depth == DEEPEST)
                return false;
            cut->open[cut->depth++] = c;
            cut->at = i;
            break;
        case ']':
        case '}':
            if (--cut->depth == 0)
                return false;
            cut->at = i;
            break;
        case ',':
            cut->at = i - 1;
        }
    }
    return true;
}

static void mend(struct json_members *members, struct text_slice key, const char *text, size_t size)
{
    struct cut cut;
    if (!find_cut(text, size, &cut)) {
        members->dropped += size;
        return;
    }
    char *mended = memory_alloc(cut.at + cut.depth + MAPPING_PADDING);
    memcpy(mended, text, cut.at);
    for (size_t i = 0; i < cut.depth; i++)
        mended[cut.at + i] = cut.open[cut.depth - 1 - i] == '[' ? ']' : '}';
    members->mended = mended;
    members->dropped += size - cut.at;
    *list_add(members) = (struct json_member){key, mended, cut.at + cut.depth, true};
}

/* ---- members ---- */

struct scan {
    const char *text;
    size_t size, at;
    size_t *offset;
    struct error *error;
};

static bool fault(struct scan *scan, const char *what)
{
    *scan->offset = scan->at;
    return error_set(scan->error, ERROR_INPUT, "%s", what);
}

/* The text is over, or turned into NULs as files do whose machine went down. */
static bool at_cut(const struct scan *scan)
{
    return scan->at >= scan->size || scan->text[scan->at] == '\0';
}

static bool is_cut(struct json_members *members, const struct scan *scan, size_t from)
{
    members->truncated = true;
    members->dropped += scan->size - from;
    return true;
}

static void skip(struct scan *scan)
{
    scan->at = json_skip_blanks(scan->text, scan->size, scan->at);
}

static bool find_value(struct json_members *members, struct scan *scan, struct text_slice key)
{
    size_t from = scan->at, to = json_skip_value(scan->text, scan->size, from);
    if (to == from)
        return fault(scan, "missing value");
    bool scalar = !strchr("\"[{", scan->text[from]);
    bool cut = to > scan->size ||
               (scalar && (to == scan->size || scan->text[to] == '\0')); /* "12" of "123"? */
    if (cut) {
        members->truncated = true;
        mend(members, key, scan->text + from, scan->size - from);
        scan->at = scan->size;
        return true;
    }
    *list_add(members) = (struct json_member){key, scan->text + from, to - from, false};
    scan->at = to;
    return true;
}

/* One member and the comma or brace behind it; *more says which. A text that ends here is noted.
 */
static bool find_member(struct json_members *members, struct scan *scan, bool *more)
{
    *more = false;
    size_t from = scan->at;
    if (at_cut(scan))
        return is_cut(members, scan, from);
    if (scan->text[scan->at] != '"')
        return fault(scan, "a member of an object has no name");
    size_t key = scan->at + 1;
    scan->at = json_skip_string(scan->text, scan->size, key);
    if (scan->at > scan->size)
        return is_cut(members, scan, from);
    struct text_slice name = {scan->text + key, scan->at - key - 1};
    skip(scan);
    if (at_cut(scan))
        return is_cut(members, scan, from);
    if (scan->text[scan->at++] != ':')
        return fault(scan, "no colon after the name of a member");
    skip(scan);
    if (at_cut(scan))
        return is_cut(members, scan, from);
    if (!find_value(members, scan, name))
        return false;
    if (members->truncated)
        return true;
    skip(scan);
    if (at_cut(scan))
        return is_cut(members, scan, scan->at);
    *more = scan->text[scan->at] == ',';
    if (!*more && scan->text[scan->at] != '}')
        return fault(scan, "no comma or } after a member of an object");
    scan->at++;
    skip(scan);
    return true;
}

bool json_members_find(struct json_members *members, const char *text, size_t size, size_t *offset,
                       struct error *error)
{
    *members = (struct json_members){0};
    struct scan scan = {text, size, json_mark_size(text, size), offset, error};
    skip(&scan);
    if (scan.at == size)
        return fault(&scan, "no JSON value");
    if (text[scan.at] != '{')
        return fault(&scan, "not a JSON object");
    scan.at++;
    skip(&scan);
    bool more = at_cut(&scan) || text[scan.at] != '}';
    if (!more)
        scan.at++;
    while (more)
        if (!find_member(members, &scan, &more))
            return false;
    skip(&scan);
    if (members->truncated || scan.at == size)
        return true;
    size_t strange;
    members->followed = json_next_document(text, size, scan.at, &strange) < size;
    if (!members->followed && strange == 0)
        return true;
    return fault(&scan, "text after the end of the JSON value");
}

void json_members_release(struct json_members *members)
{
    free(members->items);
    free(members->mended);
    *members = (struct json_members){0};
}
