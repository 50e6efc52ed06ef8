/* Any bytes given to one reader: whatever they are, it must return, and what it made must be whole.
 */
#ifndef TESTS_FUZZ_FUZZ_READER_H
#define TESTS_FUZZ_FUZZ_READER_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "input/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_dataset(const struct dataset *dataset)
{
    for (size_t i = 0; i < dataset->series_count; i++) {
        const struct series *series = &dataset->series[i];
        if (series->metric >= dataset->metric_count || series->node >= dataset->node_count ||
            series->timeline->node != series->node)
            abort();
        volatile double sum = 0;
        for (size_t k = 0; k < series->timeline->count; k++)
            sum = sum + series->values[k] + series->timeline->times[k];
    }
}

static int fuzz_reader(const char *name, const uint8_t *bytes, size_t size)
{
    char *padded = calloc(size + MAPPING_PADDING, 1);
    if (size)
        memcpy(padded, bytes, size);
    struct input input = {"fuzz", {.bytes = padded, .size = size, .file_size = size}};
    struct dataset dataset;
    struct error error = {0};
    dataset_init(&dataset);
    struct reading reading = {.dataset = &dataset,
                              .diagnostics = diagnostics_new(NULL, NULL),
                              .jobs = 1};
    reader_recognise(&input.content);
    long long records = reader_by_name(name)->read(&input, &reading, &error);
    if ((records < 0) != (error.text[0] != '\0'))
        abort();
    check_dataset(&dataset);
    dataset_release(&dataset);
    diagnostics_free(reading.diagnostics);
    free(padded);
    return 0;
}

#endif
