/* Logs of queues read as files, and the records that come out as texts. */
#ifndef TESTS_UNIT_QUEUE_FIXTURE_H
#define TESTS_UNIT_QUEUE_FIXTURE_H

#include "input/cctools/supplements.h"
#include "input_fixture.h"

struct queue_fixture {
    struct fixture base;
    struct supplements sides;
    char text[1024];
};

static inline void queue_begin(struct queue_fixture *fixture)
{
    if (fixture->base.diagnostics) {
        fixture_release(&fixture->base);
        supplements_release(&fixture->sides);
    }
    fixture_init(&fixture->base);
    supplements_init(&fixture->sides);
}

static inline void queue_end(struct queue_fixture *fixture)
{
    fixture_release(&fixture->base);
    supplements_release(&fixture->sides);
    *fixture = (struct queue_fixture){0};
}

/* A file of that name, among others that are read together: queue_flush ends that. */
static inline void queue_read(struct queue_fixture *fixture, const char *reader, const char *path,
                              const char *bytes, size_t size, int jobs)
{
    struct fixture *base = &fixture->base;
    char *padded = calloc(size + MAPPING_PADDING, 1);
    memcpy(padded, bytes, size);
    struct input input = {.path = path,
                          .content = {.bytes = padded, .size = size, .file_size = size}};
    struct reading reading = {.dataset = &base->dataset,
                              .diagnostics = base->diagnostics,
                              .jobs = jobs,
                              .sides = &fixture->sides};
    base->error.text[0] = '\0';
    base->records = reader_by_name(reader)->read(&input, &reading, &base->error);
    free(padded);
}

static inline void queue_flush(struct queue_fixture *fixture)
{
    struct reading reading = {.dataset = &fixture->base.dataset, .jobs = 1};
    supplements_flush(&fixture->sides, &reading);
}

static inline void queue_read_text(struct queue_fixture *fixture, const char *reader,
                                   const char *text)
{
    queue_begin(fixture);
    queue_read(fixture, reader, "FILE", text, strlen(text), 2);
    queue_flush(fixture);
}

/* False when it is not there. */
static inline bool queue_read_sample(struct queue_fixture *fixture, const char *reader,
                                     const char *path)
{
    size_t size;
    char *bytes = fixture_sample(path, &size);
    if (bytes)
        queue_read(fixture, reader, path, bytes, size, 2);
    free(bytes);
    return bytes;
}

static inline int queue_column(const struct queue_fixture *fixture, const char *name,
                               enum record_type type)
{
    const struct records *records = fixture->base.dataset.records;
    for (int i = 0; i < (int)records->column_count; i++)
        if (records->columns[i].type == type && strcmp(records->columns[i].name, name) == 0)
            return i;
    return RECORDS_NO_COLUMN;
}

/* All values of a column with blanks between, "-" for a missing one. */
static inline const char *queue_texts(struct queue_fixture *fixture, const char *column)
{
    const struct records *records = fixture->base.dataset.records;
    size_t used = 0;
    fixture->text[0] = '\0';
    for (size_t i = 0; i < records->block_count; i++) {
        const uint32_t *values =
            records_texts(&records->blocks[i], queue_column(fixture, column, RECORD_TEXT));
        for (size_t row = 0; row < records->blocks[i].rows; row++) {
            const char *value = values ? records_text(records, values[row]) : NULL;
            used += (size_t)snprintf(fixture->text + used, sizeof fixture->text - used, "%s%s",
                                     used ? " " : "", value ? value : "-");
        }
    }
    return fixture->text;
}

static inline const char *queue_numbers(struct queue_fixture *fixture, const char *column)
{
    const struct records *records = fixture->base.dataset.records;
    size_t used = 0;
    fixture->text[0] = '\0';
    for (size_t i = 0; i < records->block_count; i++) {
        const double *values =
            records_numbers(&records->blocks[i], queue_column(fixture, column, RECORD_NUMBER));
        for (size_t row = 0; row < records->blocks[i].rows; row++) {
            bool missing = !values || isnan(values[row]);
            used += (size_t)snprintf(fixture->text + used, sizeof fixture->text - used,
                                     missing ? "%s-" : "%s%.15g", used ? " " : "",
                                     missing ? 0 : values[row]);
        }
    }
    return fixture->text;
}

/* One letter per record: Well, Failed, Timed out, Memory, Node, Lost, (cancelled) K, Open, "?" for
 * unknown, "-" where nothing is said. */
static inline const char *queue_endings(struct queue_fixture *fixture)
{
    const struct records *records = fixture->base.dataset.records;
    size_t used = 0;
    for (size_t i = 0; i < records->block_count; i++) {
        const uint8_t *values = records_endings(&records->blocks[i]);
        for (size_t row = 0; row < records->blocks[i].rows && used < 1000; row++)
            fixture->text[used++] = "-WCFTMNLPQDKO?"[values ? values[row] : 0];
    }
    fixture->text[used] = '\0';
    return fixture->text;
}

static inline size_t queue_count(const struct queue_fixture *fixture, enum record_ending ending)
{
    const struct records *records = fixture->base.dataset.records;
    size_t count = 0;
    for (size_t i = 0; records && i < records->block_count; i++) {
        const uint8_t *values = records_endings(&records->blocks[i]);
        for (size_t row = 0; row < records->blocks[i].rows; row++)
            count += values && values[row] == ending;
    }
    return count;
}

struct queue_sum {
    size_t count;
    double sum, weighted; /* times the number of the id */
};

static inline struct queue_sum queue_sum(const struct queue_fixture *fixture, const char *column)
{
    const struct records *records = fixture->base.dataset.records;
    struct queue_sum sum = {0, 0, 0};
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        const double *values = records_numbers(block, queue_column(fixture, column, RECORD_NUMBER));
        const uint32_t *ids = records_texts(block, RECORD_ID_COLUMN);
        for (size_t row = 0; values && row < block->rows; row++) {
            const char *id = ids ? records_text(records, ids[row]) : NULL;
            if (isnan(values[row]))
                continue;
            sum.count++;
            sum.sum += values[row];
            sum.weighted += values[row] * (id ? atof(id) : 0);
        }
    }
    return sum;
}

#endif
