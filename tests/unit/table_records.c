#include "table/records.h"

#include "check.h"

static struct records records;

static void put_text(struct records *to, int column, const char *text)
{
    records_put_text(to, column, text, strlen(text));
}

static void begin(void)
{
    records_init(&records);
}

static void end(void)
{
    records_release(&records);
}

static void keeps_only_columns_with_values(void)
{
    begin();
    records_add(&records);
    records_add(&records);
    records_put_number(&records, RECORD_MEMORY_COLUMN, 5);
    records_put_number(&records, RECORD_CPU_COLUMN, NAN);
    records_put_ending(&records, ENDING_UNSAID);
    const struct records_block *block = &records.blocks[0];
    CHECK_INT(records.rows, 2);
    CHECK(isnan(records_numbers(block, RECORD_MEMORY_COLUMN)[0]));
    CHECK_NEAR(records_numbers(block, RECORD_MEMORY_COLUMN)[1], 5, 0);
    CHECK(!records_numbers(block, RECORD_CPU_COLUMN));
    CHECK(!records_texts(block, RECORD_TASK_COLUMN));
    CHECK(!records_endings(block));
    CHECK(!records_numbers(block, RECORDS_NO_COLUMN));
    CHECK(records_has(&records, RECORD_MEMORY_COLUMN));
    CHECK(!records_has(&records, RECORD_CPU_COLUMN));
    end();
}

static void keeps_texts_and_endings(void)
{
    begin();
    for (int i = 0; i < 3; i++) {
        records_add(&records);
        if (i != 1)
            put_text(&records, RECORD_TASK_COLUMN, i ? "isr" : "calibrate");
        records_put_ending(&records, i == 2 ? ENDING_FAILED : ENDING_SUCCEEDED);
    }
    const uint32_t *tasks = records_texts(&records.blocks[0], RECORD_TASK_COLUMN);
    CHECK_TEXT(records_text(&records, tasks[0]), "calibrate");
    CHECK(!records_text(&records, tasks[1]));
    CHECK_TEXT(records_text(&records, tasks[2]), "isr");
    CHECK_INT(records_endings(&records.blocks[0])[2], ENDING_FAILED);
    end();
}

static void knows_attributes_by_name(void)
{
    begin();
    int band = records_attribute(&records, "band", RECORD_TEXT);
    int visit = records_attribute(&records, "visit", RECORD_NUMBER);
    CHECK_INT(band, RECORD_FIXED_COLUMNS);
    CHECK_INT(records_attribute(&records, "band", RECORD_TEXT), band);
    CHECK(records_attribute(&records, "band", RECORD_NUMBER) != band);
    CHECK_INT(records_find_attribute(&records, "visit", RECORD_NUMBER), visit);
    CHECK_INT(records_find_attribute(&records, "memory", RECORD_NUMBER), RECORDS_NO_COLUMN);
    records_add(&records);
    records_put_number(&records, visit, 7);
    int late = records_attribute(&records, "late", RECORD_TEXT);
    put_text(&records, late, "x");
    CHECK_NEAR(records_numbers(&records.blocks[0], visit)[0], 7, 0);
    CHECK_TEXT(records.columns[late].name, "late");
    end();
}

static void fills_many_blocks(void)
{
    enum { MANY = 2 * RECORDS_BLOCK_ROWS + 10 };
    begin();
    for (int i = 0; i < MANY; i++) {
        records_add(&records);
        records_put_number(&records, RECORD_ELAPSED_COLUMN, i);
    }
    CHECK_INT(records.block_count, 3);
    CHECK_INT(records.blocks[2].rows, 10);
    CHECK_NEAR(records_numbers(&records.blocks[2], RECORD_ELAPSED_COLUMN)[9], MANY - 1, 0);
    end();
}

static void begins_a_block_a_source(void)
{
    begin();
    records_add(&records);
    records_begin_source(&records, "second");
    records_begin_source(&records, "third");
    records_add(&records);
    CHECK_INT(records.block_count, 2);
    CHECK_INT(records.blocks[0].source, 0);
    CHECK(!records.sources[0].path);
    CHECK_TEXT(records.sources[records.blocks[1].source].path, "third");
    end();
}

static void make_part(struct records *part, const char *first, const char *second,
                      const char *attribute)
{
    records_init(part);
    int column = records_attribute(part, attribute, RECORD_TEXT);
    records_add(part);
    put_text(part, RECORD_TASK_COLUMN, first);
    records_add(part);
    put_text(part, RECORD_TASK_COLUMN, second);
    put_text(part, column, "here");
}

static const char *text_at(size_t block, int column, size_t row)
{
    const uint32_t *texts = records_texts(&records.blocks[block], column);
    return texts ? records_text(&records, texts[row]) : NULL;
}

static void merges_parts_in_their_order(void)
{
    struct records one, two, none;
    begin();
    records_begin_source(&records, "file");
    make_part(&one, "isr", "calibrate", "band");
    make_part(&two, "calibrate", "measure", "tract");
    records_init(&none);
    records_merge(&records, &one);
    records_merge(&records, &none);
    records_merge(&records, &two);
    records_release(&one);
    records_release(&two);
    records_release(&none);
    int band = records_find_attribute(&records, "band", RECORD_TEXT);
    int tract = records_find_attribute(&records, "tract", RECORD_TEXT);
    CHECK_INT(records.rows, 4);
    CHECK_INT(records.block_count, 2);
    CHECK_INT(records.source_count, 1);
    CHECK_TEXT(text_at(0, RECORD_TASK_COLUMN, 1), "calibrate");
    CHECK_TEXT(text_at(1, RECORD_TASK_COLUMN, 0), "calibrate");
    CHECK_INT(records_texts(&records.blocks[0], RECORD_TASK_COLUMN)[1],
              records_texts(&records.blocks[1], RECORD_TASK_COLUMN)[0]);
    CHECK_TEXT(text_at(0, band, 1), "here");
    CHECK_TEXT(text_at(1, tract, 1), "here");
    CHECK(!text_at(1, band, 1));
    CHECK(!text_at(0, tract, 1));
    end();
}

/* A record added behind a merge must not end in a block that holds no more than it does. */
static void goes_on_behind_a_merge(void)
{
    struct records part;
    begin();
    make_part(&part, "a", "b", "band");
    records_merge(&records, &part);
    for (int i = 0; i < 5; i++) {
        records_add(&records);
        put_text(&records, RECORD_TASK_COLUMN, "b");
    }
    CHECK_INT(records.rows, 7);
    CHECK_TEXT(text_at(1, RECORD_TASK_COLUMN, 4), "b");
    records_release(&part);
    make_part(&part, "c", "b", "band");
    records_merge(&records, &part);
    records_release(&part);
    CHECK_INT(records.rows, 9);
    end();
}

static void merges_what_was_merged(void)
{
    struct records inner, outer;
    begin();
    make_part(&inner, "a", "b", "band");
    records_init(&outer);
    records_merge(&outer, &inner);
    records_merge(&records, &outer);
    records_release(&inner);
    records_release(&outer);
    CHECK_INT(records.rows, 2);
    CHECK_TEXT(text_at(0, RECORD_TASK_COLUMN, 1), "b");
    end();
}

static void keeps_summaries_over_a_merge(void)
{
    struct records part;
    char task[] = "isr";
    begin();
    records_init(&part);
    records_add_summary(&part, (struct published_summary){NULL, task, "quanta", 3});
    task[0] = 'x';
    records_merge(&records, &part);
    records_release(&part);
    CHECK_INT(records.summary_count, 1);
    CHECK_TEXT(records.summaries[0].task, "isr");
    CHECK(!records.summaries[0].step);
    end();
}

static void keeps_units_over_a_merge(void)
{
    struct records part;
    begin();
    records_init(&part);
    int disk = records_attribute(&part, "disk", RECORD_NUMBER);
    CHECK_TEXT(part.columns[disk].unit, "");
    records_set_unit(&part, disk, "B");
    records_set_unit(&part, disk, "s");
    CHECK_TEXT(part.columns[disk].unit, "B");
    records_merge(&records, &part);
    records_release(&part);
    CHECK_TEXT(records.columns[records_find_attribute(&records, "disk", RECORD_NUMBER)].unit, "B");
    end();
}

static void knows_thousands_of_attributes_by_name(void)
{
    enum { MANY = 3000 };
    char name[16];
    begin();
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "a%d", i / 2);
        CHECK_INT(records_attribute(&records, name, i % 2 ? RECORD_TEXT : RECORD_NUMBER),
                  RECORD_FIXED_COLUMNS + i);
    }
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "a%d", i / 2);
        CHECK_INT(records_attribute(&records, name, i % 2 ? RECORD_TEXT : RECORD_NUMBER),
                  RECORD_FIXED_COLUMNS + i);
    }
    CHECK_INT(records_find_attribute(&records, "a1500", RECORD_NUMBER), RECORDS_NO_COLUMN);
    CHECK_INT(records.column_count, RECORD_FIXED_COLUMNS + MANY);
    end();
}

/* Result tables say "*" of all of them together. */
static void a_name_is_never_that_of_all(void)
{
    begin();
    static const char *const names[] = {"*", "**", "a*"};
    for (size_t i = 0; i < 3; i++) {
        records_add(&records);
        put_text(&records, RECORD_TASK_COLUMN, names[i]);
    }
    const uint32_t *tasks = records_texts(&records.blocks[0], RECORD_TASK_COLUMN);
    CHECK_TEXT(records_text(&records, tasks[0]), "“*”");
    CHECK_TEXT(records_text(&records, tasks[1]), "**");
    CHECK_TEXT(records_text(&records, tasks[2]), "a*");
    end();
}

/* Of that task, numbered from `first` on. */
static void fill_part(struct records *part, const char *task, double first)
{
    enum { ROWS = 40000 };
    records_add_many(part, ROWS);
    uint32_t number = records_text_number(part, task, strlen(task));
    uint32_t *tasks = records_fill_texts(part, RECORD_TASK_COLUMN);
    double *elapsed = records_fill_numbers(part, RECORD_ELAPSED_COLUMN);
    for (size_t row = 0; row < ROWS; row++) {
        tasks[row] = number;
        elapsed[row] = first + (double)row;
    }
}

/* Columns of one text are shared, which nobody sees. */
static void whole_columns_are_filled_at_once(void)
{
    static const char *const tasks[] = {"b", "a", "b"};
    static uint8_t dropped[120000];
    struct records part;
    begin();
    for (size_t i = 0; i < 3; i++) {
        records_init(&part);
        fill_part(&part, tasks[i], 40000.0 * (double)i);
        records_merge(&records, &part);
        records_release(&part);
    }
    CHECK_INT(records.rows, 120000);
    CHECK(records_texts(&records.blocks[0], RECORD_TASK_COLUMN) ==
          records_texts(&records.blocks[2], RECORD_TASK_COLUMN));
    for (size_t i = 0; i < 3; i++) {
        const uint32_t *texts = records_texts(&records.blocks[i], RECORD_TASK_COLUMN);
        CHECK_TEXT(records_text(&records, texts[39999]), tasks[i]);
        CHECK_NEAR(records_numbers(&records.blocks[i], RECORD_ELAPSED_COLUMN)[39999],
                   40000.0 * (double)i + 39999, 0);
    }
    for (size_t row = 0; row < 30000; row++)
        dropped[row] = 1;
    records_drop(&records, dropped);
    CHECK_INT(records.blocks[0].rows, 10000);
    CHECK_NEAR(records_numbers(&records.blocks[0], RECORD_ELAPSED_COLUMN)[0], 30000, 0);
    CHECK_TEXT(records_text(&records, records_texts(&records.blocks[2], RECORD_TASK_COLUMN)[39999]),
               "b");
    records_begin_source(&records, "more");
    records_add(&records);
    put_text(&records, RECORD_TASK_COLUMN, "c");
    CHECK_INT(records.block_count, 4);
    end();
}

/* Of columns that are copied, too; what is short of a long one is not what the others had. */
static void columns_of_one_text_are_shared(void)
{
    static const size_t rows[] = {3000, 2000, 7000, 5000};
    struct records part;
    begin();
    for (size_t i = 0; i < 4; i++) {
        records_init(&part);
        for (size_t row = 0; row < rows[i]; row++) {
            records_add(&part);
            records_put_text(&part, RECORD_TASK_COLUMN, "a", 1);
            records_put_number(&part, RECORD_ELAPSED_COLUMN, (double)row);
        }
        if (i == 3)
            records_put_text(&part, RECORD_TASK_COLUMN, "b", 1);
        records_merge(&records, &part);
        records_release(&part);
    }
    const uint32_t *tasks[4];
    for (size_t i = 0; i < 4; i++) {
        tasks[i] = records_texts(&records.blocks[i], RECORD_TASK_COLUMN);
        CHECK_INT(records.blocks[i].rows, rows[i]);
        CHECK_TEXT(records_text(&records, tasks[i][0]), "a");
        CHECK_TEXT(records_text(&records, tasks[i][rows[i] - 1]), i == 3 ? "b" : "a");
    }
    CHECK(tasks[0] == tasks[1]);
    CHECK(tasks[0] != tasks[2] && tasks[2] != tasks[3]);
    end();
}

CHECK_MAIN(TEST(whole_columns_are_filled_at_once), TEST(columns_of_one_text_are_shared),
           TEST(a_name_is_never_that_of_all), TEST(keeps_only_columns_with_values),
           TEST(keeps_texts_and_endings), TEST(knows_attributes_by_name), TEST(fills_many_blocks),
           TEST(begins_a_block_a_source), TEST(merges_parts_in_their_order),
           TEST(goes_on_behind_a_merge), TEST(merges_what_was_merged),
           TEST(keeps_summaries_over_a_merge), TEST(keeps_units_over_a_merge),
           TEST(knows_thousands_of_attributes_by_name))
