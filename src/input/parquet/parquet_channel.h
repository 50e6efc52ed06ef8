/* What the process that reads Parquet files (extensions/duckdb.c) and the report's own say to each
 * other.
 *
 * The library that decodes the files runs in a process of its own: what a damaged file does to it
 * ends that process, not the report, and what it takes of memory is bounded. A request names an
 * open file; rows come back in slots of shared memory, each filled by one thread with rows that
 * follow each other in the file, slots in any order. Sockets carry the messages, each whole or not
 * at all, so that threads of both sides may wait at the same one; the end of a process ends its
 * sockets. */
#ifndef INPUT_PARQUET_PARQUET_CHANNEL_H
#define INPUT_PARQUET_PARQUET_CHANNEL_H

#include <stddef.h>
#include <stdint.h>

/* The texts of a slot stand in its last half, where it has any. */
enum {
    PARQUET_SLOTS = 8,
    PARQUET_SLOT_BYTES = 8 << 20,
    PARQUET_TEXT_BYTES = PARQUET_SLOT_BYTES / 2,
    PARQUET_SLOT_ROWS = 65536, /* at most */
};
#define PARQUET_REGION_BYTES ((size_t)PARQUET_SLOTS * PARQUET_SLOT_BYTES)

/* Texts: of texts and of whatever has no other kind: decimals, dates, times. */
enum parquet_kind { PARQUET_NUMBER, PARQUET_INTEGER, PARQUET_TEXT, PARQUET_LEFT_OUT };

/* A value of a row; of a text, where it stands in the slot. */
union parquet_value {
    double number;   /* NaN: missing */
    int64_t integer; /* PARQUET_NO_INTEGER: missing */
    struct {
        uint32_t offset, size;
    } text; /* offset PARQUET_NO_TEXT: missing */
};
/* A number that nothing is: the least one is used. */
#define PARQUET_NO_INTEGER (INT64_MIN + 0x5e3a91c7d2b48f)
#define PARQUET_NO_TEXT UINT32_MAX

/* The rows for which a slot has room: its values stand column by column, with that many places
 * each. 0: it has no place for so many columns. */
static inline size_t parquet_slot_room(size_t columns, int has_texts)
{
    size_t bytes = PARQUET_SLOT_BYTES - (has_texts ? PARQUET_TEXT_BYTES : 0);
    size_t room = columns ? bytes / sizeof(union parquet_value) / columns : 0;
    return room < PARQUET_SLOT_ROWS ? room : PARQUET_SLOT_ROWS;
}

enum parquet_task { PARQUET_DESCRIBE, PARQUET_READ };

/* Goes with a descriptor of the file. For PARQUET_READ the region begins with a struct
 * parquet_wanted for each column. */
struct parquet_request {
    enum parquet_task task;
    uint32_t threads; /* that decode; no more than slots, each holds one to its end */
    uint32_t readers; /* that wait for messages: each gets an end */
    uint32_t columns;
    uint64_t rows;   /* the first so many */
    uint64_t memory; /* bytes that the library may hold; see parquet_limits.h */
};

struct parquet_wanted {
    uint32_t column, kind;
};

/* For PARQUET_DESCRIBED the region begins with one of these for each column, each with its name and
 * the name of its type behind. */
struct parquet_described {
    uint32_t kind, name_size, type_size;
};

enum parquet_word { PARQUET_DESCRIBED, PARQUET_ROWS, PARQUET_END, PARQUET_FAILED };

/* What a failure is due to. */
enum parquet_fault { PARQUET_FAULT_OF_FILE, PARQUET_NO_EXTENSION, PARQUET_NO_MEMORY };

struct parquet_message {
    enum parquet_word word;
    uint32_t slot;
    uint32_t texts; /* bytes of texts in the slot */
    uint32_t columns;
    uint64_t first, rows;     /* PARQUET_ROWS: which; PARQUET_DESCRIBED: how many the file has */
    enum parquet_fault fault; /* PARQUET_FAILED: and why, in a few words */
    char text[1024];
};

/* The ends of one process. `requests`: struct parquet_request, with a descriptor; `messages`:
 * struct parquet_message; `slots`: numbers (uint32_t) of slots that may be filled. */
struct parquet_channel {
    int requests, messages, slots;
    char *region;
};

/* The exit code of a process that had too little memory to go on. */
enum { PARQUET_ENDS_WITHOUT_MEMORY = 7 };

/* What the extension "duckdb" is: serves requests until the other end is closed. */
struct parquet_extension {
    void (*serve)(const struct parquet_channel *channel);
};

#endif
