#include "analysis/statistics/key_counts.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/number_sort.h"
#include "util/memory.h"

void key_counts_release(struct key_counts *counts)
{
    free(counts->keys);
    free(counts->counts);
    *counts = (struct key_counts){0};
}

static void reserve(struct key_counts *counts, size_t count)
{
    if (count <= counts->capacity)
        return;
    size_t capacity = counts->capacity;
    memory_reserve(&counts->keys, &capacity, count, sizeof *counts->keys);
    counts->counts = memory_resize(counts->counts, capacity, sizeof *counts->counts);
    counts->capacity = capacity;
}

void key_counts_append(struct key_counts *counts, int64_t key, uint64_t count)
{
    reserve(counts, counts->count + 1);
    counts->keys[counts->count] = key;
    counts->counts[counts->count++] = count;
}

void key_counts_merge(struct key_counts *counts, const struct key_counts *more)
{
    struct key_counts merged = {0};
    size_t i = 0, k = 0;
    if (!more->count)
        return;
    reserve(&merged, counts->count + more->count);
    while (i < counts->count || k < more->count) {
        bool left = i < counts->count && (k == more->count || counts->keys[i] <= more->keys[k]);
        bool right = k < more->count && (i == counts->count || more->keys[k] <= counts->keys[i]);
        key_counts_append(&merged, left ? counts->keys[i] : more->keys[k],
                          (left ? counts->counts[i] : 0) + (right ? more->counts[k] : 0));
        i += left;
        k += right;
    }
    key_counts_release(counts);
    *counts = merged;
}

/* ---- counting ---- */

/* Keys are whole numbers that a double holds. */
static void count_sorted(struct key_counts *counted, const int64_t *keys, size_t count)
{
    double *sorted = memory_resize(NULL, count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (double)keys[i];
    number_sort(sorted, count, 1);
    for (size_t i = 0; i < count; i++) {
        int64_t key = (int64_t)sorted[i];
        if (counted->count && counted->keys[counted->count - 1] == key)
            counted->counts[counted->count - 1]++;
        else
            key_counts_append(counted, key, 1);
    }
    free(sorted);
}

/* Of keys that lie close together: one place each. */
static void count_dense(struct key_counts *counted, const int64_t *keys, size_t count,
                        int64_t least, size_t range)
{
    uint64_t *places = memory_alloc_array(range, sizeof *places);
    for (size_t i = 0; i < count; i++)
        places[keys[i] - least]++;
    for (size_t i = 0; i < range; i++)
        if (places[i])
            key_counts_append(counted, least + (int64_t)i, places[i]);
    free(places);
}

void key_counts_add(struct key_counts *counts, const int64_t *keys, size_t count)
{
    struct key_counts counted = {0};
    if (!count)
        return;
    int64_t least = keys[0], most = keys[0];
    for (size_t i = 1; i < count; i++) {
        least = keys[i] < least ? keys[i] : least;
        most = keys[i] > most ? keys[i] : most;
    }
    uint64_t range = (uint64_t)most - (uint64_t)least;
    if (range / 8 <= count)
        count_dense(&counted, keys, count, least, (size_t)range + 1);
    else
        count_sorted(&counted, keys, count);
    if (counts->count) {
        key_counts_merge(counts, &counted);
        key_counts_release(&counted);
    } else {
        key_counts_release(counts);
        *counts = counted;
    }
}

uint64_t key_counts_total(const struct key_counts *counts)
{
    uint64_t total = 0;
    for (size_t i = 0; i < counts->count; i++)
        total += counts->counts[i];
    return total;
}
