#include "check.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "input/batches.h"
#include "util/strbuf.h"

/* Numbers from 0 on, a chunk each: reading one squares it, but also notes who was there before. */
struct chunk {
    size_t number, square;
    bool is_prepared;
    char *kept; /* from chunk to chunk */
};

struct numbers {
    size_t count, cut, taken, last; /* last: the number behind which no more is wanted */
    size_t batches, largest, dropped, released, ahead;
    atomic_size_t read;
    struct strbuf order;
};

static bool cut(void *context, void *chunk_pointer)
{
    struct numbers *numbers = context;
    struct chunk *chunk = chunk_pointer;
    if (numbers->cut == numbers->count)
        return false;
    chunk->number = numbers->cut++;
    chunk->square = 0;
    chunk->is_prepared = false;
    if (numbers->cut - numbers->taken > numbers->ahead)
        numbers->ahead = numbers->cut - numbers->taken;
    return true;
}

static void prepare(void *context, void *chunks, size_t count)
{
    struct numbers *numbers = context;
    for (size_t i = 0; i < count; i++)
        ((struct chunk *)chunks)[i].is_prepared = true;
    numbers->batches++;
    if (count > numbers->largest)
        numbers->largest = count;
}

static void read_chunk(void *context, void *chunk_pointer)
{
    struct numbers *numbers = context;
    struct chunk *chunk = chunk_pointer;
    if (!chunk->kept)
        chunk->kept = malloc(16);
    chunk->square = chunk->is_prepared ? chunk->number * chunk->number : 0;
    atomic_fetch_add(&numbers->read, 1);
}

static bool take(void *context, void *chunk_pointer)
{
    struct numbers *numbers = context;
    const struct chunk *chunk = chunk_pointer;
    numbers->taken++;
    strbuf_format(&numbers->order, "%zu ", chunk->square);
    return chunk->number != numbers->last;
}

static void drop(void *context, void *chunk)
{
    (void)chunk;
    ((struct numbers *)context)->dropped++;
}

static void release(void *context, void *chunk)
{
    struct numbers *numbers = context;
    numbers->released += ((struct chunk *)chunk)->kept != NULL;
    free(((struct chunk *)chunk)->kept);
}

static struct numbers numbers_read(size_t count, size_t last, int jobs, bool ahead)
{
    struct numbers numbers = {.count = count, .last = last};
    strbuf_init(&numbers.order);
    batches_read(&(struct batches){.jobs = jobs,
                                   .chunk_size = sizeof(struct chunk),
                                   .first = 1,
                                   .most = 4,
                                   .ahead = ahead,
                                   .context = &numbers,
                                   .cut = cut,
                                   .prepare = prepare,
                                   .read = read_chunk,
                                   .take = take,
                                   .drop = drop,
                                   .release = release});
    return numbers;
}

enum { NO_LAST = 1000 };

static void chunks_are_taken_in_order(void)
{
    for (int jobs = 1; jobs <= 5; jobs += 2)
        for (int ahead = 0; ahead < 2; ahead++) {
            struct numbers numbers = numbers_read(9, NO_LAST, jobs, ahead);
            CHECK_TEXT(numbers.order.text, "0 1 4 9 16 25 36 49 64 ");
            CHECK_INT(numbers.read, 9);
            CHECK_INT(numbers.dropped, 0);
            strbuf_release(&numbers.order);
        }
}

/* Of 1, 2, 4 and 4 chunks, and never more of them in memory than there is room for. */
static void batches_grow_and_are_bounded(void)
{
    struct numbers in_turn = numbers_read(10, NO_LAST, 2, false);
    CHECK_INT(in_turn.batches, 4);
    CHECK_INT(in_turn.largest, 4);
    CHECK_INT(in_turn.ahead, 4);
    CHECK_INT(in_turn.released, 4);
    struct numbers ahead = numbers_read(100, NO_LAST, 2, true);
    CHECK_INT(ahead.largest, 4);
    CHECK_INT(ahead.ahead, 8);
    CHECK_INT(ahead.released, 12);
    strbuf_release(&in_turn.order);
    strbuf_release(&ahead.order);
}

static void nothing_is_taken_behind_the_last_one_wanted(void)
{
    for (int jobs = 1; jobs <= 4; jobs += 3)
        for (int ahead = 0; ahead < 2; ahead++) {
            struct numbers numbers = numbers_read(100, 4, jobs, ahead);
            CHECK_TEXT(numbers.order.text, "0 1 4 9 16 ");
            CHECK(numbers.read < 20);
            CHECK_INT(numbers.dropped, numbers.read - 5);
            strbuf_release(&numbers.order);
        }
}

static void empty_inputs_have_no_chunks(void)
{
    for (int ahead = 0; ahead < 2; ahead++) {
        struct numbers numbers = numbers_read(0, NO_LAST, 3, ahead);
        CHECK_TEXT(numbers.order.text, "");
        CHECK_INT(numbers.batches, 0);
        strbuf_release(&numbers.order);
    }
}

CHECK_MAIN(TEST(chunks_are_taken_in_order), TEST(batches_grow_and_are_bounded),
           TEST(nothing_is_taken_behind_the_last_one_wanted), TEST(empty_inputs_have_no_chunks))
