/* Paths cut into their words, of letters and digits: which of these tells paths apart. */
#ifndef INPUT_PATH_PARTS_H
#define INPUT_PATH_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

enum { PATH_PARTS_MOST = 64 };

struct path_parts {
    const char *path;
    size_t from; /* of the path: behind the directories that all have */
    struct path_part {
        size_t begin, end; /* in the path */
    } items[PATH_PARTS_MOST];
    size_t count;
};

/* Of each path; `parts` has `count` of them, with their paths. */
void path_parts_find(struct path_parts *parts, size_t count);

/* Whether two paths have the same word, or none, at that place. */
bool path_parts_same(const struct path_parts *left, const struct path_parts *right, size_t place);

/* The place of the word that begins there in the path; `count` where none does. */
size_t path_parts_place(const struct path_parts *parts, size_t begin);

/* Whether at that place of another path words begin of the form of the text, which is of one or
 * more words: of the same letters and other characters, and numbers at the same places, as "gpu07"
 * and "gpu12" are and "n9" and "n10", but not "gpu07" and "gpu1". They end at *end. */
bool path_parts_like(const struct path_parts *parts, size_t place, const char *text, size_t size,
                     size_t *end);

/* The word at that place as a name: where it begins with a digit, with what stands before it in the
 * same directory or file ("node-1"). Where there is no word, what is behind `from`. */
const char *path_parts_name(const struct path_parts *parts, size_t place, struct arena *arena);

#endif
