#include "input/batches.h"

#include <stdlib.h>

#include "util/memory.h"
#include "util/parallel.h"

enum { TURNS = 3 }; /* one batch is taken, one is read, one is cut */

struct batch {
    char *chunks;
    size_t count;
};

struct run {
    const struct batches *batches;
    struct batch storage[TURNS], *taking, *reading, *cutting;
    size_t room; /* of the next batch */
    bool is_over;
};

static void *chunk_at(const struct run *run, const struct batch *batch, size_t index)
{
    return batch->chunks + index * run->batches->chunk_size;
}

static void take_batch(struct run *run)
{
    const struct batches *batches = run->batches;
    for (size_t i = 0; i < run->taking->count; i++) {
        void *chunk = chunk_at(run, run->taking, i);
        if (run->is_over)
            batches->drop(batches->context, chunk);
        else
            run->is_over = !batches->take(batches->context, chunk);
    }
    run->taking->count = 0;
}

static void cut_batch(struct run *run)
{
    const struct batches *batches = run->batches;
    struct batch *batch = run->cutting;
    while (!run->is_over && batch->count < run->room &&
           batches->cut(batches->context, chunk_at(run, batch, batch->count)))
        batch->count++;
    run->room = run->room * 2 < batches->most ? run->room * 2 : batches->most;
    if (batch->count && batches->prepare)
        batches->prepare(batches->context, batch->chunks, batch->count);
}

/* What goes in order is one piece of work beside the chunks, where it may be done meanwhile. */
static void work(void *context, size_t index)
{
    struct run *run = context;
    const struct batches *batches = run->batches;
    if (index < batches->ahead) {
        take_batch(run);
        cut_batch(run);
    } else {
        batches->read(batches->context, chunk_at(run, run->reading, index - batches->ahead));
    }
}

static void turn(struct run *run)
{
    struct batch *taken = run->taking;
    run->taking = run->reading;
    run->reading = run->cutting;
    run->cutting = taken;
}

/* Where nothing is cut ahead, one batch takes all turns. */
static void begin(struct run *run)
{
    const struct batches *batches = run->batches;
    size_t turns = batches->ahead ? TURNS : 1;
    for (size_t i = 0; i < turns; i++)
        run->storage[i].chunks = memory_alloc_array(batches->most, batches->chunk_size);
    run->taking = &run->storage[0];
    run->reading = &run->storage[1 % turns];
    run->cutting = &run->storage[2 % turns];
}

static void end(struct run *run)
{
    const struct batches *batches = run->batches;
    for (size_t i = 0; i < TURNS; i++) {
        struct batch *batch = &run->storage[i];
        for (size_t k = 0; batch->chunks && batches->release && k < batches->most; k++)
            batches->release(batches->context, chunk_at(run, batch, k));
        free(batch->chunks);
    }
}

void batches_read(const struct batches *batches)
{
    struct run run = {.batches = batches, .room = batches->first};
    begin(&run);
    do {
        if (!batches->ahead) {
            take_batch(&run);
            cut_batch(&run);
        }
        parallel_threads(batches->jobs, run.reading->count + batches->ahead, work, &run);
        turn(&run);
    } while (run.reading->count || run.taking->count);
    end(&run);
}
