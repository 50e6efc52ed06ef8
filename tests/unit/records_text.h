/* What records hold, as text: a column's values with blanks between, "-" for a missing one. */
#ifndef TESTS_UNIT_RECORDS_TEXT_H
#define TESTS_UNIT_RECORDS_TEXT_H

#include <sys/types.h>

#include "input_fixture.h"

enum { RECORDS_TEXT_SIZE = 1024 };

static inline void records_text_add(char *text, size_t *used, const char *word)
{
    int wrote = snprintf(text + *used, RECORDS_TEXT_SIZE - *used, "%s%s", *used ? " " : "", word);
    *used += (size_t)wrote;
    if (*used >= RECORDS_TEXT_SIZE)
        *used = RECORDS_TEXT_SIZE - 1;
}

static inline const char *records_numbers_text(const struct fixture *fixture, int column)
{
    static char text[RECORDS_TEXT_SIZE];
    size_t used = 0;
    const struct records *records = fixture->dataset.records;
    text[0] = '\0';
    for (size_t i = 0; records && i < records->block_count; i++) {
        const double *values = records_numbers(&records->blocks[i], column);
        for (size_t row = 0; row < records->blocks[i].rows; row++) {
            char word[40] = "-";
            if (values && !isnan(values[row]))
                snprintf(word, sizeof word, "%.15g", values[row]);
            records_text_add(text, &used, word);
        }
    }
    return text;
}

static inline const char *records_texts_text(const struct fixture *fixture, int column)
{
    static char text[RECORDS_TEXT_SIZE];
    size_t used = 0;
    const struct records *records = fixture->dataset.records;
    text[0] = '\0';
    for (size_t i = 0; records && i < records->block_count; i++) {
        const uint32_t *values = records_texts(&records->blocks[i], column);
        for (size_t row = 0; row < records->blocks[i].rows; row++) {
            const char *word = values ? records_text(records, values[row]) : NULL;
            records_text_add(text, &used, word ? word : "-");
        }
    }
    return text;
}

/* A letter per record: u(nsaid), w(ell), c(ached), f(ailed), t(imed out), m(emory), n(ode), l(ost),
 * p(reempted), (re)q(ueued), d(eadline), (cancelled) k, o(pen), ? unknown. */
static inline const char *records_endings_text(const struct fixture *fixture)
{
    static char text[RECORDS_TEXT_SIZE];
    size_t used = 0;
    const struct records *records = fixture->dataset.records;
    for (size_t i = 0; records && i < records->block_count; i++) {
        const uint8_t *endings = records_endings(&records->blocks[i]);
        for (size_t row = 0; row < records->blocks[i].rows && used + 1 < sizeof text; row++)
            text[used++] = "uwcftmnlpqdko?"[endings ? endings[row] : 0];
    }
    text[used] = '\0';
    return text;
}

static inline const char *records_number_attribute(const struct fixture *fixture, const char *name)
{
    return records_numbers_text(fixture, records_find_attribute(fixture->dataset.records, name,
                                                                RECORD_NUMBER));
}

/* "2<1 3<2": which task needs which, of any source with a "*". */
static inline const char *records_dependencies_text(const struct fixture *fixture)
{
    static char text[RECORDS_TEXT_SIZE];
    size_t used = 0;
    const struct records *records = fixture->dataset.records;
    text[0] = '\0';
    for (size_t i = 0; records && i < records->dependency_count; i++) {
        char word[80];
        const struct record_dependency *dependency = &records->dependencies[i];
        snprintf(word, sizeof word, "%s%s<%s", dependency->source == RECORD_ANY_SOURCE ? "*" : "",
                 records_text(records, dependency->task), records_text(records, dependency->input));
        records_text_add(text, &used, word);
    }
    return text;
}

static inline const char *records_text_attribute(const struct fixture *fixture, const char *name)
{
    return records_texts_text(fixture,
                              records_find_attribute(fixture->dataset.records, name, RECORD_TEXT));
}

/* Of all records: how many have a number there, and their sum. */
static inline size_t records_count(const struct fixture *fixture, int column, double *sum)
{
    size_t count = 0;
    const struct records *records = fixture->dataset.records;
    *sum = 0;
    for (size_t i = 0; i < records->block_count; i++) {
        const double *values = records_numbers(&records->blocks[i], column);
        for (size_t row = 0; values && row < records->blocks[i].rows; row++) {
            bool there = !isnan(values[row]);
            count += there;
            *sum += there ? values[row] : 0;
        }
    }
    return count;
}

static inline size_t records_ended(const struct fixture *fixture, enum record_ending ending)
{
    size_t count = 0;
    const struct records *records = fixture->dataset.records;
    for (size_t i = 0; i < records->block_count; i++) {
        const uint8_t *endings = records_endings(&records->blocks[i]);
        for (size_t row = 0; row < records->blocks[i].rows; row++)
            count += (endings ? endings[row] : ENDING_UNSAID) == (int)ending;
    }
    return count;
}

/* The reader that takes the text, "" when none does. */
static inline const char *reader_for(const char *text)
{
    struct mapping content = {.bytes = text, .size = strlen(text)};
    const struct reader *reader = reader_recognise(&content);
    return reader ? reader->name : "";
}

/* Starts anew. */
static inline void fixture_reads(struct fixture *fixture, const char *reader, const char *text)
{
    fixture_release(fixture);
    fixture_init(fixture);
    fixture_read_text(fixture, reader, text);
}

/* The sample, recognised and read; false, and a skipped test, when it is not there. */
static inline bool fixture_reads_sample(struct fixture *fixture, const char *reader,
                                        const char *path)
{
    size_t size = 0;
    char *bytes = fixture_sample(path, &size);
    fixture_release(fixture);
    fixture_init(fixture);
    if (!bytes) {
        check_skipped = "no samples";
        return false;
    }
    fixture_read(fixture, reader, bytes, size);
    struct mapping content = {.bytes = fixture->bytes, .size = size};
    const struct reader *sure = reader_recognise(&content);
    if (!sure || strcmp(sure->name, reader) != 0) {
        printf("  %s is taken for %s\n", path, sure ? sure->name : "nothing");
        check_failed = 1;
    }
    free(bytes);
    return true;
}

#endif
