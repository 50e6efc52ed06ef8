#include "util/named_few.h"

#include "util/count_text.h"
#include "util/utf8.h"

enum { LONGEST_NAME = 60 };

void named_few_release(struct named_few *few)
{
    if (few->count)
        strbuf_release(&few->names);
    *few = (struct named_few){0};
}

void named_few_add(struct named_few *few, const char *name)
{
    if (few->count == 0)
        strbuf_init(&few->names);
    if (few->count++ >= NAMED_FEW_MOST)
        return;
    struct arena arena;
    arena_init(&arena);
    strbuf_add_text(&few->names, few->count > 1 ? ", " : "");
    utf8_add_visible(&few->names, utf8_shorten(&arena, utf8_clean(&arena, name), LONGEST_NAME));
    arena_release(&arena);
}

const char *named_few_text(struct named_few *few)
{
    if (few->count > NAMED_FEW_MOST)
        strbuf_format(&few->names, " and %s more", COUNT_TEXT(few->count - NAMED_FEW_MOST));
    return few->count ? few->names.text : "";
}
