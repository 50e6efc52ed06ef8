/* Any bytes given to one reader: whatever they are, it must return, and what it made must be whole.
 */
#ifndef TESTS_FUZZ_FUZZ_READER_H
#define TESTS_FUZZ_FUZZ_READER_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "input/reader.h"
#include "input/tasks/mapped_columns.h"

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

static void check_block(const struct records *records, const struct records_block *block)
{
    volatile double sum = 0;
    for (size_t column = 0; column < records->column_count; column++) {
        bool is_text = records->columns[column].type == RECORD_TEXT;
        bool is_number = records->columns[column].type == RECORD_NUMBER;
        const uint32_t *texts = is_text ? records_texts(block, (int)column) : NULL;
        const double *numbers = is_number ? records_numbers(block, (int)column) : NULL;
        for (size_t row = 0; row < block->rows; row++) {
            if (texts && texts[row] && !records_text(records, texts[row]))
                abort();
            sum = sum + (numbers ? numbers[row] : 0);
        }
    }
}

static void check_records(const struct records *records)
{
    size_t rows = 0;
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        if (block->rows > RECORDS_BLOCK_ROWS || block->source >= records->source_count)
            abort();
        check_block(records, block);
        rows += block->rows;
    }
    if (rows != records->rows)
        abort();
}

static void check_text(const struct activity *activity, uint32_t number)
{
    if (number && (number >= activity->texts.count || !activity_text(activity, number)))
        abort();
}

static void check_subject(const struct activity *activity, const struct activity_subject *subject)
{
    check_text(activity, subject->host);
    check_text(activity, subject->lane);
    check_text(activity, subject->name);
    check_text(activity, subject->job);
    check_text(activity, subject->task);
}

static void check_activity(const struct activity *activity)
{
    for (size_t i = 0; i < activity->span_count; i++) {
        const struct activity_span *span = &activity->spans[i];
        check_subject(activity, &span->subject);
        if (!(span->start > -1e300 && span->start < 1e300 && span->duration >= 0))
            abort();
    }
    for (size_t i = 0; i < activity->end_count; i++)
        check_subject(activity, &activity->ends[i].subject);
    for (size_t i = 0; i < activity->memory_sample_count; i++) {
        check_text(activity, activity->memory_samples[i].host);
        check_text(activity, activity->memory_samples[i].lane);
    }
    for (size_t i = 0; i < activity->sample_count; i++)
        if (activity->samples[i].device >= activity->device_count)
            abort();
    for (size_t i = 0; i < activity->dependency_count; i++) {
        check_text(activity, activity->dependencies[i].task);
        check_text(activity, activity->dependencies[i].input);
    }
}

/* `name`: the reader, or NULL for what the told columns choose. */
static inline void fuzz_reading(const char *name, struct reading reading, const uint8_t *bytes,
                                size_t size)
{
    char *padded = calloc(size + MAPPING_PADDING, 1);
    if (size)
        memcpy(padded, bytes, size);
    struct input input = {.path = "fuzz",
                          .content = {.bytes = padded, .size = size, .file_size = size}};
    struct dataset dataset;
    struct error error = {0};
    dataset_init(&dataset);
    reading.dataset = &dataset;
    reading.diagnostics = diagnostics_new(NULL, NULL);
    reading.jobs = 1;
    const struct reader *known = reader_recognise(&input.content);
    const struct reader *reader =
        name ? reader_by_name(name) : mapped_columns_reader(&input.content, &reading, known);
    long long records = reader ? reader->read(&input, &reading, &error) : 0;
    if ((records < 0) != (error.text[0] != '\0'))
        abort();
    check_dataset(&dataset);
    if (dataset.records)
        check_records(dataset.records);
    if (dataset.activity)
        check_activity(dataset.activity);
    dataset_release(&dataset);
    diagnostics_free(reading.diagnostics);
    free(padded);
}

#endif
