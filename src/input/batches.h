/* A large input, cut into chunks that are read side by side and taken in order.
 *
 * Chunks are cut one after the other, a batch at a time; threads read the chunks of a batch in any
 * order; they are taken one after the other in the order in which they were cut, while others are
 * read. So what comes out, and what is told of it, does not depend on the number of threads, and no
 * more lies in memory than three batches. */
#ifndef INPUT_BATCHES_H
#define INPUT_BATCHES_H

#include <stdbool.h>
#include <stddef.h>

/* For large files: a batch fits into the processor's cache, so that what cutting has touched is
 * still there for reading. */
enum { BATCHES_CHUNK_BYTES = 1 << 20, BATCHES_CHUNKS = 8 };

struct batches {
    int jobs; /* threads */
    /* Of the caller's own struct for a chunk: what was read of it, too. Its memory is zeroed at
     * first, and then as an earlier chunk has left it. */
    size_t chunk_size;
    size_t first,
        most; /* chunks of the first batch; each further one has twice as many, up to `most` */
    /* Cutting needs nothing of what was read before: while one batch is read, the one before is
     * taken and the next one cut. Else a batch is taken while it is read, and all of it before the
     * next is cut. */
    bool ahead;
    void *context;
    bool (*cut)(void *context, void *chunk);                    /* false: nothing is left */
    void (*prepare)(void *context, void *chunks, size_t count); /* a batch just cut; may be NULL */
    void (*read)(void *context, void *chunk);                   /* from any thread */
    /* From any thread, but one at a time, and others read meanwhile. False: this is the last one
     * that is wanted. All others that were read are dropped. */
    bool (*take)(void *context, void *chunk);
    void (*drop)(void *context, void *chunk); /* NULL where all are taken */
    void (*release)(void *context,
                    void *chunk); /* what chunks have kept, in the end; may be NULL */
};

void batches_read(const struct batches *batches);

#endif
