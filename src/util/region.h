/* Memory that holds the content of a file: its pages, or what was read or inflated.
 *
 * What is read or inflated grows in steps. Beyond REGION_IN_MEMORY it goes to a file without a name
 * where `scratch` names a directory, and is mapped from there once it is whole: its pages are then
 * the system's to keep or to write out. Zero bytes follow the content, REGION_PADDING or more. */
#ifndef UTIL_REGION_H
#define UTIL_REGION_H

#include <stdbool.h>
#include <stddef.h>

enum { REGION_IN_MEMORY = 64 << 20, REGION_PADDING = 64 };

struct region {
    char *bytes;
    size_t size, capacity; /* size: content; capacity: bytes without the padding */
    size_t most;           /* content beyond this is refused: exceeded */
    bool is_file, exceeded;
    bool is_scratch;     /* is_file, of a file of ours */
    bool is_lost;        /* `scratch` took no more of it */
    const char *scratch; /* NULL: all stays in memory */
    int spool;           /* holds what comes before `bytes`; 0: none */
    size_t spooled;      /* how much */
};

/* What a region of that capacity takes of addresses. */
size_t region_reserved_size(size_t capacity);
void region_init(struct region *region, size_t capacity, size_t most);
void region_release(struct region *region);

/* The pages of a file; false with errno when it cannot be mapped. */
bool region_map(struct region *region, int handle, size_t size);

/* Where the next *room bytes go; NULL with errno when what came before cannot be written. */
char *region_room(struct region *region, size_t *room);
/* So many were put there. */
void region_fill(struct region *region, size_t more);
/* Everything that comes, as far as the region may grow; false with errno. */
bool region_read(struct region *region, int handle);
/* To be called once when all is there; false with errno. */
bool region_settle(struct region *region);

#endif
