/* What some bytes of a Dask profiler's database hold: read_dasf.c says how it is read. */
#ifndef INPUT_TRACES_DASF_CHUNK_H
#define INPUT_TRACES_DASF_CHUNK_H

#include "input/deferred_diagnostics.h"
#include "input/tally.h"
#include "input/traces/metric_rows.h"
#include "input/traces/msgpack_tokens.h"
#include "table/activity.h"
#include "util/text_slice.h"

enum { DASF_LENGTH_SIZE = 8 };

/* Texts that were looked up lately, by their last bytes: the same hosts, workers and functions come
 * again and again, in turns. */
enum { DASF_RECENT = 64 };
struct dasf_text {
    struct text_slice text;
    uint32_t number;
};

struct dasf_chunk {
    struct activity activity;
    struct metric_rows rows;
    struct deferred_diagnostics deferred;
    struct tally unknown; /* events that are not known, by name or phase */
    long long records;
    size_t undated; /* samples without wall-clock time */
    bool has_stops; /* ends of spans are written as such */
    struct msgpack_token *tokens;
    size_t token_capacity;
    struct dasf_text recent[DASF_RECENT];
};

void dasf_chunk_init(struct dasf_chunk *chunk, const char *path);
void dasf_chunk_release(struct dasf_chunk *chunk);

/* Where the record that begins at `at` ends, or `size` when the file ends in its midst. */
size_t dasf_record_end(const char *bytes, size_t size, size_t at);
/* Reads the records in [from, to) of the file. */
void dasf_chunk_read(struct dasf_chunk *chunk, const struct input *input, size_t from, size_t to);

/* Ends that are all written as begins: of the same host, lane and name every second one is a stop.
 */
void dasf_pair_begins(struct activity *activity);

#endif
