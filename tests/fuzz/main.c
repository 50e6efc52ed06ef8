/* Runs a fuzz target where there is no libFuzzer: over the files given, and over so many random
 * changes of each, the same ones every time.
 *
 *     fuzz_TARGET [-changes=N] FILE... */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

struct bytes {
    uint8_t *at;
    size_t size, capacity;
};

static void reserve(struct bytes *bytes, size_t needed)
{
    if (needed <= bytes->capacity)
        return;
    bytes->capacity = 2 * needed;
    bytes->at = realloc(bytes->at, bytes->capacity);
    if (!bytes->at)
        abort();
}

static int read_file(const char *path, struct bytes *bytes)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 0;
    }
    size_t got;
    bytes->size = 0;
    do {
        reserve(bytes, bytes->size + 65536);
        got = fread(bytes->at + bytes->size, 1, 65536, file);
        bytes->size += got;
    } while (got);
    int good = !ferror(file);
    fclose(file);
    return good;
}

/* ---- changes --------------------------------------------------------------------------------- */

/* xorshift64*, as in tests/bench/make_metrics.c; below `limit`, 0 when that is 0. */
static size_t pick(uint64_t *random, size_t limit)
{
    *random ^= *random >> 12;
    *random ^= *random << 25;
    *random ^= *random >> 27;
    return limit ? (size_t)(*random * 2685821657736338717u >> 33) % limit : 0;
}

static void insert(struct bytes *bytes, size_t at, const void *what, size_t size)
{
    reserve(bytes, bytes->size + size);
    memmove(bytes->at + at + size, bytes->at + at, bytes->size - at);
    memcpy(bytes->at + at, what, size);
    bytes->size += size;
}

static void insert_word(struct bytes *bytes, uint64_t *random)
{
    static const char *const words[] = {
        "{",       "}",       "[",       "]",        "\"",     ",",
        ":",       "\\",      "\n",      "null",     "NaN",    "1e999",
        "-1e-400", "-",       "0",       "1e308",    "true",   "\"\"",
        "[[[[[",   "\\u0000", "\\ud800", "\xff\xfe", "\"a\":", "999999999999999999999",
        ",,",      ";",       "\r",
    };
    const char *word = words[pick(random, sizeof words / sizeof words[0])];
    insert(bytes, pick(random, bytes->size + 1), word, strlen(word));
}

static void repeat_part(struct bytes *bytes, uint64_t *random)
{
    uint8_t part[256];
    size_t from = pick(random, bytes->size), size = pick(random, bytes->size - from + 1);
    if (size > sizeof part)
        size = sizeof part;
    memcpy(part, bytes->at + from, size);
    insert(bytes, pick(random, bytes->size + 1), part, size);
}

static void remove_part(struct bytes *bytes, uint64_t *random)
{
    size_t from = pick(random, bytes->size), size = pick(random, bytes->size - from + 1) % 200;
    memmove(bytes->at + from, bytes->at + from + size, bytes->size - from - size);
    bytes->size -= size;
}

static void change(struct bytes *bytes, uint64_t *random)
{
    switch (pick(random, 8)) {
    case 0:
        bytes->size = pick(random, bytes->size + 1);
        break;
    case 1:
    case 2:
        remove_part(bytes, random);
        break;
    case 3:
    case 4:
        repeat_part(bytes, random);
        break;
    case 5:
        if (bytes->size)
            bytes->at[pick(random, bytes->size)] = (uint8_t)pick(random, 256);
        break;
    default:
        insert_word(bytes, random);
    }
}

static void run_changed(const struct bytes *original, unsigned long number)
{
    uint64_t random = 88172645463325252u + number * 1000003u;
    struct bytes changed = {0};
    reserve(&changed, original->size + 1);
    if (original->size)
        memcpy(changed.at, original->at, original->size);
    changed.size = original->size;
    for (size_t edits = 1 + pick(&random, 6); edits > 0; edits--)
        change(&changed, &random);
    LLVMFuzzerTestOneInput(changed.at, changed.size);
    free(changed.at);
}

static int run_file(const char *path, unsigned long changes)
{
    struct bytes bytes = {0};
    int good = read_file(path, &bytes);
    if (good) {
        LLVMFuzzerTestOneInput(bytes.at, bytes.size);
        for (unsigned long i = 0; i < changes; i++)
            run_changed(&bytes, i);
    }
    free(bytes.at);
    return good;
}

int main(int count, char **arguments)
{
    static const char option[] = "-changes=";
    unsigned long changes = 0;
    int first = 1, good = 0;
    if (count > 1 && strncmp(arguments[1], option, sizeof option - 1) == 0) {
        changes = strtoul(arguments[1] + sizeof option - 1, NULL, 10);
        first = 2;
    }
    for (int i = first; i < count; i++)
        good += run_file(arguments[i], changes);
    printf("%d files, %lu changes of each\n", good, changes);
    return good == count - first ? 0 : 1;
}
