/* Any bytes taken for a Parquet file: it is read or refused in words. Where DuckDB is not there, it
 * is refused for that. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "input/parquet/parquet_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* As many lines as rows at least: texts may hold line ends. */
static void check_text(const struct parquet_file *file, const struct mapping *text, bool whole)
{
    uint64_t lines = 0;
    for (const char *at = text->bytes, *end = at + text->size;
         at < end && (at = memchr(at, '\n', (size_t)(end - at))); at++)
        lines++;
    if (whole && lines < file->rows + 1)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct parquet_service service;
    const struct mapping_limits limits = {.size = 64 << 20, .ratio = 200};
    struct mapping content = {.bytes = (const char *)bytes, .size = size, .file_size = size};
    struct error error = {0};
    struct parquet_file *file =
        parquet_file_open(&service, "fuzz", "fuzz", &content, limits, &error);
    struct mapping text = {0};
    bool whole = false;
    if (file && parquet_text_of_head(file, &text, &whole, &error))
        check_text(file, &text, whole);
    else if (!error.text[0])
        abort();
    mapping_close(&text);
    parquet_file_close(file);
    return 0;
}
