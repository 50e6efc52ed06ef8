/* Built once for each reader of src/input/readers.def: `make build/fuzz/fuzz_NAME`. */
#include "fuzz_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_reading(READER_NAME, (struct reading){0}, bytes, size);
    return 0;
}
