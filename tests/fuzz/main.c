/* Runs a fuzz target over the files given as arguments, where there is no libFuzzer. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static int run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 1;
    }
    uint8_t *bytes = NULL;
    size_t size = 0, got;
    do {
        uint8_t *larger = realloc(bytes, size + 65536);
        if (!larger)
            abort();
        bytes = larger;
        got = fread(bytes + size, 1, 65536, file);
        size += got;
    } while (got);
    int failed = ferror(file);
    fclose(file);
    if (!failed)
        LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
    return failed;
}

int main(int count, char **paths)
{
    int failures = 0;
    for (int i = 1; i < count; i++)
        failures += run_file(paths[i]);
    printf("%d files\n", count - 1 - failures);
    return failures ? 1 : 0;
}
