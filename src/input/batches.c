#include "input/batches.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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
    pthread_mutex_t lock; /* of what follows, where a batch is taken while it is read */
    bool *read;           /* which chunks of the batch are */
    size_t taken;         /* so many of them are */
    bool is_taking;       /* a thread is at it: no other waits for it */
};

static void *chunk_at(const struct run *run, const struct batch *batch, size_t index)
{
    return batch->chunks + index * run->batches->chunk_size;
}

static void take_chunk(struct run *run, void *chunk)
{
    const struct batches *batches = run->batches;
    if (run->is_over)
        batches->drop(batches->context, chunk);
    else
        run->is_over = !batches->take(batches->context, chunk);
}

static void take_batch(struct run *run)
{
    for (size_t i = 0; i < run->taking->count; i++)
        take_chunk(run, chunk_at(run, run->taking, i));
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

/* Takes what has been read and whose turn it is; of what is read meanwhile, too. */
static void take_read(struct run *run, size_t index)
{
    pthread_mutex_lock(&run->lock);
    run->read[index] = true;
    while (!run->is_taking && run->taken < run->reading->count && run->read[run->taken]) {
        run->is_taking = true;
        pthread_mutex_unlock(&run->lock);
        take_chunk(run, chunk_at(run, run->reading, run->taken));
        pthread_mutex_lock(&run->lock);
        run->is_taking = false;
        run->taken++;
    }
    pthread_mutex_unlock(&run->lock);
}

static void read_and_take(void *context, size_t index)
{
    struct run *run = context;
    run->batches->read(run->batches->context, chunk_at(run, run->reading, index));
    take_read(run, index);
}

/* What goes in order is one piece of work beside the chunks, where it may be done meanwhile. */
static void read_ahead(void *context, size_t index)
{
    struct run *run = context;
    const struct batches *batches = run->batches;
    if (index > 0) {
        batches->read(batches->context, chunk_at(run, run->reading, index - 1));
    } else {
        take_batch(run);
        cut_batch(run);
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
    run->read = memory_alloc_array(batches->most, sizeof *run->read);
    pthread_mutex_init(&run->lock, NULL);
}

static void end(struct run *run)
{
    const struct batches *batches = run->batches;
    pthread_mutex_destroy(&run->lock);
    free(run->read);
    for (size_t i = 0; i < TURNS; i++) {
        struct batch *batch = &run->storage[i];
        for (size_t k = 0; batch->chunks && batches->release && k < batches->most; k++)
            batches->release(batches->context, chunk_at(run, batch, k));
        free(batch->chunks);
    }
}

static void read_batches(struct run *run)
{
    const struct batches *batches = run->batches;
    while (!run->is_over && (cut_batch(run), run->cutting->count)) {
        run->taken = 0;
        memset(run->read, 0, run->reading->count * sizeof *run->read);
        parallel_threads(batches->jobs, run->reading->count, read_and_take, run);
        run->reading->count = 0;
    }
}

static void read_batches_ahead(struct run *run)
{
    do {
        parallel_threads(run->batches->jobs, run->reading->count + 1, read_ahead, run);
        turn(run);
    } while (run->reading->count || run->taking->count);
}

void batches_read(const struct batches *batches)
{
    struct run run = {.batches = batches, .room = batches->first};
    begin(&run);
    if (batches->ahead)
        read_batches_ahead(&run);
    else
        read_batches(&run);
    end(&run);
}
