#include "analysis/tasks/attempt_links.h"

#include "analysis/tasks/attribute_named.h"
#include "util/number.h"

static const struct {
    enum attempt_link link;
    const char *name;
} names[] = {
#define ATTEMPT_LINK(link, name) {ATTEMPT_##link, name},
#include "analysis/tasks/attempt_links.def"
#undef ATTEMPT_LINK
};

enum { NAMES = sizeof names / sizeof names[0] };

struct attempt_links attempt_links_of(const struct records *records, struct arena *arena)
{
    struct attempt_links links = {.records = records,
                                  .columns = arena_alloc_array(arena, NAMES, sizeof(int))};
    size_t count = 0, name = 0;
    for (size_t link = 0; link < ATTEMPT_LINKS; link++) {
        links.first[link] = count;
        for (; name < NAMES && names[name].link == link; name++) {
            int column = attribute_named(records, names[name].name, true);
            if (column != RECORDS_NO_COLUMN)
                links.columns[count++] = column;
        }
    }
    links.first[ATTEMPT_LINKS] = count;
    return links;
}

static const char *value_at(const struct records *records, int column,
                            const struct records_block *block, size_t row, struct arena *arena)
{
    if (records->columns[column].type == RECORD_TEXT) {
        uint32_t text = records_text_at(block, column, row);
        return text ? records_text(records, text) : NULL;
    }
    double number = records->columns[column].type == RECORD_NUMBER
                        ? records_number_at(block, column, row)
                        : NUMBER_MISSING;
    return number_is_missing(number) ? NULL : arena_format(arena, "%.15g", number);
}

const char *attempt_link_at(const struct attempt_links *links, enum attempt_link link,
                            const struct records_block *block, size_t row, struct arena *arena)
{
    const char *text = NULL;
    for (size_t i = links->first[link]; i < links->first[link + 1] && !text; i++)
        text = value_at(links->records, links->columns[i], block, row, arena);
    return text;
}
