#include "input/pieces.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/parallel.h"

/* A wave fits into the processor's cache: what cutting has touched is still there for reading. */
enum { PIECE_SIZE = 1 << 20, WAVE_PIECES = 8, WAVES = 3 };

struct wave {
    size_t froms[WAVE_PIECES], tos[WAVE_PIECES];
    size_t count;
    char *parts;
};

struct run {
    const struct pieces *pieces;
    size_t next; /* where what is not cut yet begins */
    struct wave waves[WAVES], *cutting, *reading, *taking;
};

static void cut_wave(struct run *run)
{
    const struct pieces *pieces = run->pieces;
    struct wave *wave = run->cutting;
    memset(wave->parts, 0, WAVE_PIECES * pieces->part_size);
    wave->count = 0;
    while (wave->count < WAVE_PIECES && run->next < pieces->input->content.size) {
        wave->froms[wave->count] = run->next;
        run->next = pieces->cut(pieces->context, run->next, PIECE_SIZE);
        wave->tos[wave->count++] = run->next;
    }
}

static void take_wave(const struct pieces *pieces, const struct wave *wave)
{
    for (size_t i = 0; i < wave->count; i++)
        pieces->take(pieces->context, wave->parts + i * pieces->part_size);
}

static void read_piece(const struct pieces *pieces, const struct wave *wave, size_t index)
{
    const struct mapping *content = &pieces->input->content;
    const struct reading *reading = pieces->reading;
    size_t from = wave->froms[index], to = wave->tos[index];
    pieces->read(pieces->context, from, to, wave->parts + index * pieces->part_size);
    if (content->is_file)
        mapping_done_with(content, from, to);
    if (reading->progress)
        reading->progress(reading->progress_context, to - from);
}

/* The first work is what goes in order: taking the wave before and cutting the one behind. */
static void work(void *context, size_t index)
{
    struct run *run = context;
    if (index == 0) {
        take_wave(run->pieces, run->taking);
        cut_wave(run);
    } else {
        read_piece(run->pieces, run->reading, index - 1);
    }
}

static void turn(struct run *run)
{
    struct wave *free_wave = run->taking;
    run->taking = run->reading;
    run->reading = run->cutting;
    run->cutting = free_wave;
}

void pieces_read(const struct pieces *pieces)
{
    struct run run = {.pieces = pieces, .next = pieces->from};
    for (int i = 0; i < WAVES; i++)
        run.waves[i].parts = memory_alloc_array(WAVE_PIECES, pieces->part_size);
    run.taking = &run.waves[0];
    run.reading = &run.waves[1];
    run.cutting = &run.waves[2];
    do {
        parallel_threads(pieces->reading->jobs, run.reading->count + 1, work, &run);
        turn(&run);
    } while (run.reading->count || run.taking->count);
    for (int i = 0; i < WAVES; i++)
        free(run.waves[i].parts);
}
