#include "task_fixture.h"

#include "analysis/campaign/part_bytes.h"
#include "analysis/campaign/part_reduce.h"
#include "analysis/campaign/part_tables.h"

/* A part of `count` tasks from number `first` on, as an input of its own. */
static void make_part(struct part *part, int first, int count)
{
    struct task_fixture fixture;
    char id[32], name[32], checksum[32];
    task_fixture_init(&fixture);
    for (int i = first; i < first + count; i++) {
        snprintf(id, sizeof id, "t%d", i);
        task_fixture_add(&fixture,
                         (struct task_record){.step = i % 2 ? "one" : "two",
                                              .task = i % 3 ? "fit <&\"" : NULL,
                                              .id = id,
                                              .outcome = i % 7 ? "done" : "broken",
                                              .ending = i % 7 ? ENDING_SUCCEEDED : ENDING_FAILED,
                                              .exit_code = i % 7 ? 0 : 3,
                                              .elapsed = 10 + 0.1 * i,
                                              .cpu = 7 + 0.1 * i,
                                              .cores = 1,
                                              .memory = 1e9 + 1e7 * i});
    }
    fixture.dataset.records = &fixture.records;
    task_groups_make(&fixture.groups, &fixture.records, 1);
    part_init(part);
    part->settings = (struct part_settings){5e9, 20e9};
    part_reduce(part, &fixture.dataset, &fixture.groups, 2);
    snprintf(name, sizeof name, "input-%d", first);
    snprintf(checksum, sizeof checksum, "%d-%d", first, count);
    part_add_input(part, &(struct part_input){.name = name,
                                              .format = "table",
                                              .checksum = checksum,
                                              .content = checksum,
                                              .size = 100,
                                              .records = (uint64_t)count,
                                              .reduced = part_hash(part)});
    task_fixture_release(&fixture);
}

static void write_merged(const int (*ranges)[2], size_t count, struct strbuf *bytes)
{
    struct part whole;
    part_init(&whole);
    whole.settings = (struct part_settings){5e9, 20e9};
    for (size_t i = 0; i < count; i++) {
        struct part part;
        make_part(&part, ranges[i][0], ranges[i][1]);
        part_add(&whole, &part);
        part_release(&part);
    }
    part_write(&whole, bytes);
    part_release(&whole);
}

static void order_makes_no_difference_to_the_bytes(void)
{
    static const int forward[][2] = {{0, 10}, {10, 25}, {35, 7}},
                     backward[][2] = {{35, 7}, {10, 25}, {0, 10}};
    struct strbuf left, right;
    strbuf_init(&left);
    strbuf_init(&right);
    write_merged(forward, 3, &left);
    write_merged(backward, 3, &right);
    CHECK_INT(left.size, right.size);
    CHECK(memcmp(left.text, right.text, left.size) == 0);
    strbuf_release(&left);
    strbuf_release(&right);
}

static void what_was_written_is_read(void)
{
    struct part part, copy;
    struct strbuf bytes, again;
    struct error error = {0};
    strbuf_init(&bytes);
    strbuf_init(&again);
    make_part(&part, 0, 40);
    part_write(&part, &bytes);
    CHECK(part_read(&copy, "x.part", bytes.text, bytes.size, &error));
    part_write(&copy, &again);
    CHECK_INT(bytes.size, again.size);
    CHECK(memcmp(bytes.text, again.text, bytes.size) == 0);
    CHECK_INT(copy.input_count, 1);
    CHECK_TEXT(copy.inputs[0].name, "input-0");
    part_release(&part);
    part_release(&copy);
    strbuf_release(&bytes);
    strbuf_release(&again);
}

/* Wherever a byte is other, or the end is missing: one sentence, no part. */
static void damage_is_noticed(void)
{
    struct part part, copy;
    struct strbuf bytes;
    strbuf_init(&bytes);
    make_part(&part, 0, 5);
    part_write(&part, &bytes);
    part_release(&part);
    for (size_t i = 0; i < bytes.size; i++) {
        struct error error = {0};
        bytes.text[i] = (char)(bytes.text[i] ^ 0x10);
        CHECK(!part_read(&copy, "x.part", bytes.text, bytes.size, &error));
        CHECK_INT(error.kind, ERROR_INPUT);
        part_release(&copy);
        bytes.text[i] = (char)(bytes.text[i] ^ 0x10);
    }
    for (size_t size = 0; size < bytes.size; size++) {
        struct error error = {0};
        CHECK(!part_read(&copy, "x.part", bytes.text, size, &error));
        part_release(&copy);
    }
    strbuf_release(&bytes);
}

static void other_versions_are_named(void)
{
    struct part part, copy;
    struct strbuf bytes;
    struct error error = {0};
    strbuf_init(&bytes);
    make_part(&part, 0, 5);
    part_write(&part, &bytes);
    bytes.text[8] = 9;
    CHECK(!part_read(&copy, "x.part", bytes.text, bytes.size, &error));
    CHECK_TEXT(error.text, "x.part: a part of version 9, while this program reads version 5 (use "
                           "the same version of jobreport for 'summarize' and 'merge')");
    part_release(&part);
    part_release(&copy);
    strbuf_release(&bytes);
}

static void inputs_are_known_by_what_they_came_to(void)
{
    struct part whole, same, other, both;
    const struct part_input *shared;
    make_part(&whole, 0, 10);
    make_part(&same, 0, 10);
    make_part(&other, 10, 10);
    make_part(&both, 20, 10);
    CHECK_INT(part_relation_of(&whole, &same, &shared), PART_IS_KNOWN);
    CHECK_TEXT(shared->name, "input-0");
    CHECK_INT(part_relation_of(&whole, &other, &shared), PART_IS_NEW);
    part_add(&both, &same);
    CHECK_INT(part_relation_of(&whole, &both, &shared), PART_OVERLAPS);
    part_release(&whole);
    part_release(&same);
    part_release(&other);
    part_release(&both);
}

static double cell(const struct tables *tables, const char *table, const char *column, size_t row)
{
    return table_numbers(tables_find(tables, table), column)[row];
}

/* Ten tasks of two kinds: i = 0 … 9; 0 and 7 failed; sums by hand. */
static void tables_have_the_tasks(void)
{
    struct part part;
    struct arena arena;
    struct tables tables;
    const char *const names[] = {"input-0", "input-1"};
    const struct part_expected expected = {names, 2};
    arena_init(&arena);
    tables_init(&tables, &arena);
    make_part(&part, 0, 10);
    part_settle(&part);
    struct part_groups groups;
    part_groups_make(&groups, &part);
    part_tables_put(&tables, &groups, &expected, NULL);
    part_groups_release(&groups);
    CHECK(cell(&tables, "campaign", "tasks", 0) == 10);
    CHECK(cell(&tables, "campaign", "failed", 0) == 2);
    CHECK_NEAR(cell(&tables, "campaign", "elapsed_s", 0), 80 + 0.1 * (45 - 7), 1e-15);
    CHECK_NEAR(cell(&tables, "campaign", "lost_elapsed_s", 0), 10 + 10.7, 1e-15);
    CHECK_INT(tables_find(&tables, "tasks")->rows, 2);
    CHECK_INT(tables_find(&tables, "steps")->rows, 2);
    CHECK(cell(&tables, "merged", "missing", 0) == 1);
    CHECK_TEXT(table_texts(tables_find(&tables, "missing_inputs"), "input")[0], "input-1");
    part_release(&part);
    arena_release(&arena);
}

CHECK_MAIN(TEST(order_makes_no_difference_to_the_bytes), TEST(what_was_written_is_read),
           TEST(damage_is_noticed), TEST(other_versions_are_named),
           TEST(inputs_are_known_by_what_they_came_to), TEST(tables_have_the_tasks))
