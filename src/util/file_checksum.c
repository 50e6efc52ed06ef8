#include "util/file_checksum.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <xxhash.h>

#include "util/memory.h"

enum { CHUNK_SIZE = 1 << 20 };

typedef void add_bytes(void *state, const char *bytes, size_t size);

/* Pages are given back from the chunk before on: the system maps some that lie around as well. */
static void add_all(const struct mapping *mapping, add_bytes *add, void *state)
{
    const size_t chunk = CHUNK_SIZE;
    for (size_t from = 0, to, seen = 0; from < mapping->size; seen = from, from = to) {
        to = mapping->size - from < chunk ? mapping->size : from + chunk;
        add(state, mapping->bytes + from, to - from);
        mapping_give_back(mapping, seen, to);
    }
}

static void write_text(char text[CHECKSUM_SIZE], const char *kind, const unsigned char *sum,
                       size_t size)
{
    int length = snprintf(text, CHECKSUM_SIZE, "%s:", kind);
    for (size_t i = 0; i < size; i++)
        snprintf(text + length + 2 * i, 3, "%02x", sum[i]);
}

static void add_to_xxh3(void *state, const char *bytes, size_t size)
{
    XXH3_128bits_update(state, bytes, size);
}

static void xxh3(const struct mapping *mapping, char text[CHECKSUM_SIZE])
{
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        memory_exhausted();
    XXH3_128bits_reset(state);
    add_all(mapping, add_to_xxh3, state);
    XXH128_canonical_t sum;
    XXH128_canonicalFromHash(&sum, XXH3_128bits_digest(state));
    write_text(text, "xxh3", sum.digest, sizeof sum.digest);
    XXH3_freeState(state);
}

static void add_to_sha256(void *state, const char *bytes, size_t size)
{
    EVP_DigestUpdate(state, bytes, size);
}

static void sha256(const struct mapping *mapping, char text[CHECKSUM_SIZE])
{
    unsigned char sum[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    EVP_MD_CTX *state = EVP_MD_CTX_new();
    if (!state || !EVP_DigestInit_ex(state, EVP_sha256(), NULL))
        memory_exhausted();
    add_all(mapping, add_to_sha256, state);
    EVP_DigestFinal_ex(state, sum, &size);
    write_text(text, "sha256", sum, size);
    EVP_MD_CTX_free(state);
}

void content_checksum(const struct mapping *content, char text[CHECKSUM_SIZE])
{
    xxh3(content, text);
}

bool file_checksum(const char *path, enum checksum_kind kind, const struct file_state *before,
                   char text[CHECKSUM_SIZE], struct error *error)
{
    struct mapping mapping;
    if (!mapping_open_packed(&mapping, path, before, error))
        return false;
    struct file_state state = mapping.state;
    if (kind == CHECKSUM_SHA256)
        sha256(&mapping, text);
    else
        xxh3(&mapping, text);
    mapping_close(&mapping);
    return file_state_check(&state, path, error);
}
