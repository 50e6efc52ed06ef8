/* Reading a text as a file would be read, and what was said about it. */
#ifndef TESTS_UNIT_INPUT_FIXTURE_H
#define TESTS_UNIT_INPUT_FIXTURE_H

#include <stdlib.h>

#include "check.h"
#include "input/reader.h"
#include "util/strbuf.h"

struct fixture {
    struct dataset dataset;
    struct diagnostics *diagnostics;
    struct strbuf said; /* a line a message */
    struct error error;
    char *bytes;
    long long records;
};

static void fixture_hear(void *context, const char *line)
{
    struct fixture *fixture = context;
    strbuf_format(&fixture->said, "%s\n", line);
}

static inline void fixture_init(struct fixture *fixture)
{
    *fixture = (struct fixture){0};
    dataset_init(&fixture->dataset);
    strbuf_init(&fixture->said);
    fixture->diagnostics = diagnostics_new(fixture_hear, fixture);
}

static inline void fixture_release(struct fixture *fixture)
{
    if (!fixture->diagnostics)
        return;
    dataset_release(&fixture->dataset);
    diagnostics_free(fixture->diagnostics);
    strbuf_release(&fixture->said);
    free(fixture->bytes);
}

/* The bytes as a file "FILE"; may be called again for more files. An address sanitizer sees reads
 * behind the padding. */
static inline void fixture_read(struct fixture *fixture, const char *reader, const char *bytes,
                                size_t size)
{
    free(fixture->bytes);
    fixture->bytes = calloc(size + MAPPING_PADDING, 1);
    memcpy(fixture->bytes, bytes, size);
    struct input input = {.path = "FILE",
                          .content = {.bytes = fixture->bytes, .size = size, .file_size = size}};
    struct reading reading = {.dataset = &fixture->dataset,
                              .diagnostics = fixture->diagnostics,
                              .jobs = 2};
    fixture->error.text[0] = '\0';
    fixture->records = reader_by_name(reader)->read(&input, &reading, &fixture->error);
}

static inline void fixture_read_text(struct fixture *fixture, const char *reader, const char *text)
{
    fixture_read(fixture, reader, text, strlen(text));
}

static inline const struct metric *fixture_metric(const struct fixture *fixture, const char *name)
{
    uint32_t number = name_index_find(&fixture->dataset.metric_names, name);
    return number == NAME_INDEX_NONE ? NULL : &fixture->dataset.metrics[number];
}

static inline const struct series *fixture_series(const struct fixture *fixture, const char *metric,
                                                  const char *node)
{
    const struct dataset *dataset = &fixture->dataset;
    for (size_t i = 0; i < dataset->series_count; i++)
        if (strcmp(dataset->metrics[dataset->series[i].metric].name, metric) == 0 &&
            strcmp(dataset->nodes[dataset->series[i].node].name, node) == 0)
            return &dataset->series[i];
    return NULL;
}

/* The values with blanks between, "-" for a missing one; "none" when there is no such series. */
static inline const char *fixture_values(const struct fixture *fixture, const char *metric,
                                         const char *node)
{
    static char text[512];
    const struct series *series = fixture_series(fixture, metric, node);
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; series && i < series->timeline->count; i++) {
        double value = series->values[i];
        used += (size_t)snprintf(text + used, sizeof text - used, isnan(value) ? "%s-" : "%s%.15g",
                                 i ? " " : "", value);
    }
    return series ? text : "none";
}

static inline size_t fixture_count_samples(const struct fixture *fixture)
{
    size_t count = 0;
    for (size_t i = 0; i < fixture->dataset.series_count; i++)
        count += fixture->dataset.series[i].timeline->count;
    return count;
}

/* A whole file of the samples that are not part of the project; NULL when they are not there. */
static inline char *fixture_sample(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = calloc(*size + 1, 1);
    size_t got = fread(bytes, 1, *size, file);
    fclose(file);
    *size = got;
    return bytes;
}

#define CHECK_SAID(fixture, words)                                                                 \
    do {                                                                                           \
        if (!strstr((fixture).said.text, (words)))                                                 \
            CHECK_FAIL("\"%s\" was not said, but: %s", (words), (fixture).said.text);              \
    } while (0)

#endif
