/* Zstandard (RFC 8878): one frame or several, one after the other. By the extension "zstd". */
#include <string.h>

#include "util/extension.h"
#include "util/memory.h"
#include "util/packing.h"
#include "util/zstd_library.h"

/* A frame, or one of those without content that some programs put before frames and between them.
 */
static bool begins(const char *bytes, size_t size)
{
    return size >= 4 && (memcmp(bytes, "\x28\xb5\x2f\xfd", 4) == 0 ||
                         ((bytes[0] & 0xf0) == 0x50 && memcmp(bytes + 1, "\x2a\x4d\x18", 3) == 0));
}

struct unpacking {
    const struct zstd_library *library;
    void *stream;
    const struct region *packed;
    struct region *region;
    size_t taken;
    struct zstd_step step;
};

static size_t left_behind(const struct unpacking *unpacking)
{
    return unpacking->step.from_size + unpacking->packed->size - unpacking->taken;
}

static bool another_frame(const struct unpacking *unpacking)
{
    size_t left = left_behind(unpacking);
    return begins(unpacking->step.from, left);
}

/* What the library says where it cannot go on. */
static const char *unpack_some(struct unpacking *unpacking, char *to, size_t room)
{
    struct zstd_step *step = &unpacking->step;
    if (!step->from_size)
        step->from_size = packing_take(unpacking->packed, &unpacking->taken, &step->from);
    step->to = to;
    step->to_size = room;
    const char *failure = unpacking->library->step(unpacking->stream, step);
    region_fill(unpacking->region, room - step->to_size);
    return failure;
}

static enum unpacked unpack_all(struct unpacking *unpacking, struct error *error)
{
    for (;;) {
        size_t room;
        char *to = region_room(unpacking->region, &room);
        const char *failure = to ? unpack_some(unpacking, to, room) : NULL;
        if (!to || unpacking->region->exceeded)
            return UNPACKED_NO_ROOM;
        if (failure) {
            error_set(error, ERROR_INPUT, "damaged zstd file: %s", failure);
            return UNPACKED_FAILED;
        }
        if (unpacking->step.is_end && !another_frame(unpacking))
            return UNPACKED_WHOLE;
        if (!unpacking->step.is_end && !left_behind(unpacking) && unpacking->step.to_size)
            return UNPACKED_CUT;
    }
}

static enum unpacked unpack(const struct region *packed, struct region *region, size_t *trailing,
                            struct error *error)
{
    struct unpacking unpacking = {.packed = packed, .region = region};
    unpacking.library = extension_open("zstd", error);
    if (!unpacking.library) {
        error_add_context(error, "it is compressed with zstd: unpack it (unzstd), or");
        error->kind = ERROR_INPUT;
        return UNPACKED_FAILED;
    }
    unpacking.stream = unpacking.library->begin();
    if (!unpacking.stream)
        memory_exhausted();
    enum unpacked result = unpack_all(&unpacking, error);
    unpacking.library->end(unpacking.stream);
    *trailing = result == UNPACKED_WHOLE
                    ? packing_trailing(unpacking.step.from, left_behind(&unpacking))
                    : 0;
    return result;
}

const struct packing packing_zstd = {"zstd", begins, unpack};
