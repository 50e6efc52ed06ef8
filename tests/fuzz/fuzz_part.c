/* The content of a part, whatever it is, is read or refused; of what is read there are tables, and
 * it is written as it was read, once it is in order. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/campaign/part_bytes.h"
#include "analysis/campaign/part_tables.h"
#include "util/deflated.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void add_number(struct strbuf *out, uint64_t number, int size)
{
    for (int i = 0; i < size; i++)
        strbuf_add_char(out, (char)(number >> 8 * i));
}

/* A file of that content, with sizes and checksum that fit. */
static void wrap(const uint8_t *bytes, size_t size, struct strbuf *file)
{
    struct strbuf packed;
    size_t bound = deflated_bound(size);
    strbuf_init(&packed);
    add_number(&packed, size, 8);
    strbuf_reserve(&packed, bound);
    packed.size += deflated_write(bytes, size, 1, packed.text + 8, bound);
    strbuf_add(file, part_magic, sizeof part_magic);
    add_number(file, PART_VERSION, 4);
    add_number(file, deflated_crc32(packed.text, packed.size), 4);
    strbuf_add(file, packed.text, packed.size);
    strbuf_release(&packed);
}

static void use(struct part *part)
{
    struct arena arena;
    struct tables tables;
    struct part again;
    struct part_groups groups;
    struct strbuf first, second;
    struct error error = {0};
    strbuf_init(&first);
    strbuf_init(&second);
    arena_init(&arena);
    tables_init(&tables, &arena);
    part_write(part, &first);
    part_groups_make(&groups, part);
    part_tables_put(&tables, &groups, &(struct part_expected){NULL, 0}, NULL);
    part_groups_release(&groups);
    if (!part_read(&again, "again", first.text, first.size, &error))
        abort();
    part_write(&again, &second);
    if (first.size != second.size || memcmp(first.text, second.text, first.size) != 0)
        abort();
    part_release(&again);
    arena_release(&arena);
    strbuf_release(&first);
    strbuf_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct part part;
    struct strbuf file;
    struct error error = {0};
    strbuf_init(&file);
    wrap(bytes, size, &file);
    if (part_read(&part, "part", file.text, file.size, &error))
        use(&part);
    part_release(&part);
    strbuf_release(&file);
    return 0;
}
