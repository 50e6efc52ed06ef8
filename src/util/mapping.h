/* A file as read-only memory.
 *
 * The bytes are followed by at least MAPPING_PADDING readable zero bytes, as simdjson wants it.
 * Pages come from the page cache and are given back with mapping_done_with. What cannot be mapped
 * (a pipe) is read.
 *
 * Compressed files (packing.h) are recognised by their magic and unpacked once, in steps, as far as
 * limits let it: into memory, and what is large into a file without a name that is mapped like any
 * other (region.h), so that readers see the whole text, threads part it among them, and the system
 * may write it out. The same goes for what comes through a pipe.
 *
 * Pages of a file that is changed while we read are of the one or of the other content: who has
 * read them asks whether the state still holds. */
#ifndef UTIL_MAPPING_H
#define UTIL_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/error.h"
#include "util/file_state.h"
#include "util/packing.h"
#include "util/region.h"

enum { MAPPING_PADDING = REGION_PADDING, MAPPING_ANY_RATIO_SIZE = 256 << 20 };

/* The most that may come into memory, and from where; 0, NULL: any amount, from anywhere. */
struct mapping_limits {
    size_t size;         /* bytes of content, after inflating */
    size_t ratio;        /* of inflated to compressed bytes, for more than MAPPING_ANY_RATIO_SIZE */
    const char *root;    /* real path of a directory, out of which no link may have led */
    const char *scratch; /* directory for what is large and no file by itself; NULL: memory */
    /* Of a file that was opened before: only what was there then is read, and it is refused where
     * that was changed. NULL: as it is now. */
    const struct file_state *before;
};

struct mapping {
    const char *bytes;
    size_t size;      /* of the content, after inflating */
    size_t file_size; /* as on disk */
    struct file_state state;
    const struct packing *packing; /* how the file is compressed; NULL: it is not */
    bool truncated;                /* the compressed data end early: bytes holds what was there */
    size_t trailing;               /* bytes behind them, left out; 0 where all are zero */
    bool is_file;                  /* bytes are pages of a file, which come back when read again */
    bool is_scratch;               /* and that file is gone with the mapping */
    void *reserved;                /* private: the start and size of the region */
    size_t reserved_size;
};

bool mapping_open(struct mapping *mapping, const char *path, struct error *error);
/* Refuses content beyond the limits with a sentence. */
bool mapping_open_within(struct mapping *mapping, const char *path, struct mapping_limits limits,
                         struct error *error);
/* The file as on disk, never inflated; of one that was opened before (not NULL), what was there. */
bool mapping_open_packed(struct mapping *mapping, const char *path, const struct file_state *before,
                         struct error *error);
void mapping_close(struct mapping *mapping);
/* Replaces the content by what `convert` writes of it, at most `most` bytes; it returns how many.
 */
typedef size_t mapping_conversion(char *to, const char *bytes, size_t size);
void mapping_convert(struct mapping *mapping, size_t most, mapping_conversion *convert);
/* The content of a settled region, which it takes over; its size on disk is for the caller to set.
 */
struct mapping mapping_of_region(const struct region *region);
/* The most bytes that may come out of so many packed ones. */
size_t mapping_inflated_limit(size_t packed_size, struct mapping_limits limits);
/* Says that a file is larger than `most`, `packed`: when it is decompressed. */
bool mapping_refuse_size(size_t most, bool packed, struct mapping_limits limits, const char *path,
                         struct error *error);
/* The bytes [from, to) will not be read again: their pages need not stay in memory. */
void mapping_done_with(const struct mapping *mapping, size_t from, size_t to);
/* The same of bytes that may be read again: what was inflated into memory is there once, and stays.
 */
void mapping_give_back(const struct mapping *mapping, size_t from, size_t to);

#endif
