/* However the text is cut into chunks, and by however many threads it is read, the same comes out.
 */
#include "../unit/csv_fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const size_t chunk_sizes[] = {1, 5, 64};
    struct csv_dump whole, cut;
    bool has_header = csv_dump_make(&whole, (const char *)bytes, size, 1, 0);
    for (size_t i = 0; has_header && size < 4096 && i < 3; i++) {
        csv_dump_make(&cut, (const char *)bytes, size, 1, chunk_sizes[i]);
        if (cut.count != whole.count || cut.records.size != whole.records.size ||
            memcmp(cut.records.text, whole.records.text, whole.records.size) != 0 ||
            strcmp(cut.said.text, whole.said.text) != 0)
            abort();
        csv_dump_release(&cut);
    }
    csv_dump_release(&whole);
    return 0;
}
