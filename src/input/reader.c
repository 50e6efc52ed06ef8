#include "input/reader.h"

#include <string.h>

#include "input/head.h"
#include "input/json/json_head.h"
#include "input/json/json_text.h"
#include "input/parquet/parquet_file.h"
#include "input/text/csv_text.h"
#include "util/strbuf.h"

enum {
    HEAD_SIZE = 1 << 16,
    LEAST_LINES = 4,     /* are looked at, though they are longer than that */
    LOOK_SIZE = 1 << 26, /* how far lists are passed over */
    /* From here on, no more is looked at. */
    SURE = 80,
    /* Up to here, a reader has to have seen all of an object: what is behind may say otherwise. */
    HALF_SURE = 50,
};

#define READER(name) extern const struct reader reader_##name;
#include "input/readers.def"
#undef READER

static const struct reader *const readers[] = {
#define READER(name) &reader_##name,
#include "input/readers.def"
#undef READER
};
enum { READER_COUNT = sizeof readers / sizeof readers[0] };

const char *column_mapping_find(const char *name, const struct column_mapping *mapping,
                                size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (csv_is_called(name, mapping[i].name))
            return mapping[i].meaning;
    return NULL;
}

size_t input_text_size(const struct input *input)
{
    return input->parquet ? parquet_file_text_size(input->parquet) : input->content.size;
}

void reading_progress(const struct reading *reading, size_t more)
{
    if (reading->progress)
        reading->progress(reading->progress_context, more);
}

bool reading_leave_rest(const struct reading *reading, size_t offset)
{
    if (!reading->rest)
        return false;
    *reading->rest = offset;
    return true;
}

size_t reader_count(void)
{
    return READER_COUNT;
}

const struct reader *reader_at(size_t index)
{
    return readers[index];
}

const struct reader *reader_by_name(const char *name)
{
    for (size_t i = 0; i < READER_COUNT; i++)
        if (strcmp(readers[i]->name, name) == 0)
            return readers[i];
    return NULL;
}

/* What is known of a content so far. */
struct guess {
    const struct reader *surest;
    int sure;
};

static void look(struct guess *guess, const char *head, size_t size)
{
    for (size_t i = 0; i < READER_COUNT; i++) {
        int sure = readers[i]->recognise(head, size);
        if (sure > guess->sure)
            *guess = (struct guess){readers[i], sure};
    }
}

static bool is_json(const struct mapping *content)
{
    return head_is_object(content->bytes) || *content->bytes == '[';
}

/* Of a table, some rows at least: of thousands of columns the header alone may take all. */
static size_t head_size(const struct mapping *content)
{
    size_t most = content->size < READER_MOST_SEEN ? content->size : READER_MOST_SEEN, size = 0;
    if (content->size <= HEAD_SIZE || is_json(content))
        return content->size < HEAD_SIZE ? content->size : HEAD_SIZE;
    for (size_t lines = 0; lines < LEAST_LINES && size < most; lines++) {
        const char *feed = memchr(content->bytes + size, '\n', most - size);
        size = feed ? (size_t)(feed - content->bytes) + 1 : most;
    }
    return size > HEAD_SIZE ? size : HEAD_SIZE;
}

static void look_at_beginning(struct guess *guess, const struct mapping *content)
{
    struct strbuf head;
    strbuf_init(&head);
    if (content->size)
        strbuf_add(&head, content->bytes, head_size(content));
    look(guess, head.text, head.size);
    strbuf_release(&head);
}

/* Behind the long lists that may stand first in an object. */
static void look_behind_lists(struct guess *guess, const struct mapping *content)
{
    size_t mark = json_mark_size(content->bytes, content->size);
    size_t size = content->size - mark < LOOK_SIZE ? content->size - mark : LOOK_SIZE;
    struct strbuf head;
    strbuf_init(&head);
    size_t seen = json_head(&head, HEAD_SIZE, content->bytes + mark, size);
    look(guess, head.text, head.size);
    strbuf_release(&head);
    if (guess->sure <= HALF_SURE && mark + seen < content->size)
        guess->surest = NULL;
}

const struct reader *reader_recognise(const struct mapping *content)
{
    struct guess guess = {NULL, 0};
    look_at_beginning(&guess, content);
    if (guess.sure < SURE && content->size > HEAD_SIZE && head_is_object(content->bytes))
        look_behind_lists(&guess, content);
    return guess.surest;
}
