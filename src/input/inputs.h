/* From the paths on the command line to one dataset and a record of what each file gave.
 *
 * Directories are searched to any depth in the order of their names; an unknown file in one is
 * skipped with a note, an unknown file that was named is an error that lists the formats tried. The
 * same file twice is read once. */
#ifndef INPUT_INPUTS_H
#define INPUT_INPUTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "input/found_files.h"
#include "input/reader.h"
#include "util/file_checksum.h"
#include "util/parallel.h"

struct input_request {
    const char *path;
    const char *format; /* name of a reader to use without detection, or NULL */
};

struct input_record {
    const char *path, *format;    /* UTF-8 */
    const char *location;         /* private: the path as the system knows it */
    const char *name;             /* what readers of the report see; NULL: the path */
    unsigned long long size;      /* bytes on disk, or that came through a pipe */
    struct file_state state;      /* private: of what was read */
    char checksum[CHECKSUM_SIZE]; /* known after inputs_hash; "" for what is no file */
    char content[CHECKSUM_SIZE];  /* XXH3 of the content, decompressed and as UTF-8 (of Parquet: as
                                     on disk), where it was asked for and is not the checksum */
    long long records;
    unsigned long long rejected;
    enum diagnostic_end end;
};

struct inputs {
    struct arena *arena;
    struct input_record *records;
    size_t count, capacity;
    enum checksum_kind checksum;    /* private */
    struct parallel_aside *hashing; /* private: it works on while the inputs are read */
    atomic_bool hash_failed;
    struct error hash_error;
};

/* Which files would be read: those that have a reader. What is none is noted, a copy of another
 * one, too. False when a named input cannot be read or recognised. */
bool inputs_find(struct found_files *files, const struct input_request *requests, size_t count,
                 const struct reading *reading, struct error *error);

/* False when a named input cannot be read or recognised, or when nothing usable was found.
 * `inputs` stays where it is until it is released: checksums are made beside the reading. */
bool inputs_read(struct inputs *inputs, const struct input_request *requests, size_t count,
                 const struct reading *reading, struct error *error);

void inputs_release(struct inputs *inputs);

/* Waits for the records' checksums. False when a file cannot be read a second time, or
 * was changed since it was read. */
bool inputs_hash(struct inputs *inputs, struct error *error);

#endif
