#include "render/svg_ids.h"

#include <stdlib.h>
#include <string.h>

#include "util/list.h"

struct numbers {
    unsigned long *items;
    size_t count, capacity;
};

static size_t number_in_order(struct numbers *numbers, unsigned long number)
{
    for (size_t i = 0; i < numbers->count; i++)
        if (numbers->items[i] == number)
            return i + 1;
    *list_add(numbers) = number;
    return numbers->count;
}

/* Size of the name that a number follows at `text`, behind a quote or a hash; 0: none. */
static size_t id_name_size(const char *text)
{
    static const char *const names[] = {"surface", "image"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t size = strlen(names[i]);
        if (strncmp(text, names[i], size) == 0 && text[size] >= '0' && text[size] <= '9')
            return size;
    }
    return 0;
}

void svg_renumber(const struct strbuf *svg, struct strbuf *out)
{
    struct numbers numbers = {0};
    const char *at = svg->text;
    for (;;) {
        size_t size = strcspn(at, "\"#");
        if (at[size] == '\0')
            break;
        strbuf_add(out, at, size + 1);
        at += size + 1;
        size = id_name_size(at);
        if (size == 0)
            continue;
        char *end;
        unsigned long number = strtoul(at + size, &end, 10);
        strbuf_add(out, at, size);
        strbuf_format(out, "%zu", number_in_order(&numbers, number));
        at = end;
    }
    strbuf_add_text(out, at);
    free(numbers.items);
}
