#include "input/tally.h"

#include <stdlib.h>
#include <string.h>

#include "util/count_text.h"
#include "util/utf8.h"

enum { MOST_NAMES = 100, LONGEST_NAME = 60 };

void tally_release(struct tally *tally)
{
    interner_release(&tally->names);
    free(tally->counts.items);
    *tally = (struct tally){0};
}

static void count(struct tally *tally, const char *name, size_t size, uint64_t times)
{
    static const char others[] = "others", odd[] = "(not text)";
    if (!utf8_is_valid(name, size)) {
        name = odd;
        size = strlen(odd);
    }
    bool full = tally->names.count > MOST_NAMES;
    if (full && !interner_find(&tally->names, name, size)) {
        name = others;
        size = strlen(others);
    }
    uint32_t number = interner_add(&tally->names, name, size);
    list_reach(&tally->counts, (size_t)number + 1, 0);
    tally->counts.items[number] += times;
}

void tally_add(struct tally *tally, const char *name, size_t size)
{
    count(tally, name, utf8_cut(name, size, LONGEST_NAME), 1);
}

void tally_merge(struct tally *tally, const struct tally *from)
{
    for (uint32_t i = 1; i < from->names.count; i++)
        count(tally, from->names.items[i].text, from->names.items[i].size, from->counts.items[i]);
}

void tally_tell(const struct tally *tally, struct deferred_diagnostics *deferred, const char *what)
{
    for (uint32_t i = 1; i < tally->names.count; i++)
        deferred_omit(deferred, NULL, tally->counts.items[i], "%s: %s: %s", what,
                      tally->names.items[i].text, COUNT_TEXT(tally->counts.items[i]));
}
