/* Summaries of cctools' resource monitor: one JSON object a task, alone in a file or one behind the
 * other, or the lines "key: value unit" that it wrote before 2016.
 *
 *     task              category
 *     id                task_id or taskid; or N of a file called …task-N.summary
 *     node              host
 *     outcome, ending   exit_type; "normal" is well; out of memory or timed out where memory or
 *                      wall_time is one of the limits exceeded
 *     requested_memory, requested_time   that limit
 *     exit_code         exit_status
 *     elapsed           wall_time, else end - start
 *     cpu, memory, …    resources.def
 *     command, limits_exceeded   attributes
 *
 * They wait in supplements for the log of their manager. A summary of a whole workflow, which the
 * manager writes of itself, is no task. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/cctools/resource_set.h"
#include "input/cctools/supplements.h"
#include "input/deferred_diagnostics.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/path.h"
#include "util/strbuf.h"

enum word { WORD_CATEGORY, WORD_COMMAND, WORD_HOST, WORD_EXIT_TYPE, WORD_ID, WORD_COUNT };

static const struct {
    const char *key;
    enum word word;
} keys[] = {{"category", WORD_CATEGORY},   {"command", WORD_COMMAND}, {"host", WORD_HOST},
            {"exit_type", WORD_EXIT_TYPE}, {"task_id", WORD_ID},      {"taskid", WORD_ID}};

struct summary {
    struct resource_set set;
    struct text_slice words[WORD_COUNT], limits;
    double exit_status;
    bool of_workflow;
    bool is_one; /* it has a field that every summary has one of */
};

struct summaries {
    const struct input *input;
    struct supplements *sides;
    struct resource_reader resources;
    struct deferred_diagnostics deferred;
    struct arena arena;
    uint64_t file_id, file_rule; /* as the file's name says */
    bool begun, of_workflow;
    long long count;
};

/* ---- one summary ---- */

static void summary_clear(struct summary *summary)
{
    memset(summary, 0, sizeof *summary);
    resource_set_clear(&summary->set);
    summary->exit_status = NUMBER_MISSING;
}

static void take_word(struct summary *summary, const struct resource_item *item)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (text_slice_is(item->key, keys[i].key))
            summary->words[keys[i].word] = item->text;
    if (text_slice_is(item->key, "master_name") || text_slice_is(item->key, "manager_name"))
        summary->of_workflow = true;
}

static bool is_of_every_summary(struct text_slice key)
{
    return text_slice_is(key, "category") || text_slice_is(key, "wall_time") ||
           text_slice_is(key, "cpu_time") || text_slice_is(key, "exit_status") ||
           text_slice_is(key, "exit_type");
}

static void take_item(struct summaries *summaries, struct summary *summary, size_t place,
                      const struct resource_item *item)
{
    summary->is_one = summary->is_one || is_of_every_summary(item->key);
    if (item->kind != RESOURCE_IS_NUMBER)
        take_word(summary, item);
    if (item->kind == RESOURCE_IS_OTHER && text_slice_is(item->key, "limits_exceeded"))
        summary->limits = item->text;
    if (item->kind != RESOURCE_IS_NUMBER)
        return;
    if (text_slice_is(item->key, "exit_status"))
        summary->exit_status = item->number;
    else if (item->unit.size || resource_is_known(item->key))
        resource_set_add(&summaries->resources, RESOURCE_MEASURED, &summary->set, place, item);
}

/* ---- to a record ---- */

/* Without escapes, \' too, which is none of JSON's. NULL when there is nothing to show. */
static const char *plain_text(struct summaries *summaries, struct text_slice raw)
{
    struct strbuf text;
    if (!raw.size)
        return NULL;
    strbuf_init(&text);
    for (size_t i = 0; i < raw.size; i++)
        if (!(raw.text[i] == '\\' && i + 1 < raw.size && raw.text[i + 1] == '\''))
            strbuf_add_char(&text, raw.text[i]);
    const char *plain =
        json_unescaped(&summaries->arena, (struct text_slice){text.text, text.size});
    strbuf_release(&text);
    return plain && *plain ? plain : NULL;
}

static uint32_t put_word(struct summaries *summaries, int column, struct text_slice raw)
{
    struct records *records = &summaries->sides->records;
    const char *text = plain_text(summaries, raw);
    if (!text)
        return 0;
    records_put_text(records, column, text, strlen(text));
    return interner_find(&records->texts, text, strlen(text));
}

static enum record_ending ending_of(const struct summary *summary)
{
    struct text_slice type = summary->words[WORD_EXIT_TYPE];
    if (text_slice_is(type, "normal") || (!type.size && !isnan(summary->exit_status)))
        return ENDING_SUCCEEDED;
    return type.size ? ENDING_FAILED : ENDING_UNSAID;
}

static void put_times(struct records *records, const struct resource_set *set)
{
    double start = set->values[RESOURCE_START], end = set->values[RESOURCE_END];
    records_put_number(records, RECORD_START_COLUMN, start);
    records_put_number(records, RECORD_END_COLUMN, end);
    if (isnan(set->values[RESOURCE_WALL_TIME]) && end >= start)
        records_put_number(records, RECORD_ELAPSED_COLUMN, end - start);
}

static uint64_t id_in(struct text_slice text)
{
    uint64_t id = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.text[i] < '0' || text.text[i] > '9' || text.size > 18)
            return SIDE_NO_ID;
        id = id * 10 + (uint64_t)(text.text[i] - '0');
    }
    return text.size ? id : SIDE_NO_ID;
}

static uint64_t put_id(struct summaries *summaries, const struct summary *summary)
{
    struct records *records = &summaries->sides->records;
    char digits[24];
    if (summary->words[WORD_ID].size) {
        put_word(summaries, RECORD_ID_COLUMN, summary->words[WORD_ID]);
        return id_in(summary->words[WORD_ID]);
    }
    if (summaries->file_id == SIDE_NO_ID)
        return SIDE_NO_ID;
    int size = snprintf(digits, sizeof digits, "%llu", (unsigned long long)summaries->file_id);
    records_put_text(records, RECORD_ID_COLUMN, digits, (size_t)size);
    return summaries->file_id;
}

static void put_summary(struct summaries *summaries, struct summary *summary)
{
    struct records *records = &summaries->sides->records;
    struct supplement task = {.kind = SIDE_SUMMARY,
                              .rule = summaries->file_rule,
                              .start = summary->set.values[RESOURCE_START],
                              .end = summary->set.values[RESOURCE_END]};
    resource_set_settle(&summary->set);
    records_add(records);
    task.category = put_word(summaries, RECORD_TASK_COLUMN, summary->words[WORD_CATEGORY]);
    task.id = put_id(summaries, summary);
    put_word(summaries, RECORD_NODE_COLUMN, summary->words[WORD_HOST]);
    put_word(summaries, RECORD_OUTCOME_COLUMN, summary->words[WORD_EXIT_TYPE]);
    put_word(summaries, records_attribute(records, "command", RECORD_TEXT),
             summary->words[WORD_COMMAND]);
    records_put_ending(records, ending_of(summary));
    records_put_number(records, RECORD_EXIT_CODE_COLUMN, summary->exit_status);
    put_times(records, &summary->set);
    resource_set_put(&summaries->resources, &summary->set, RESOURCE_MEASURED);
    if (summary->set.left_out)
        deferred_omit(&summaries->deferred,
                      arena_text_of_size(&summaries->arena, summary->set.first_left_out.text,
                                         summary->set.first_left_out.size),
                      summary->set.left_out,
                      "resource left out (its name is too long, or there are too many)");
    if (summary->limits.size)
        resource_limits_put(&summaries->resources, summary->limits.text,
                            summary->limits.text + summary->limits.size,
                            records_attribute(records, RECORD_LIMITS_EXCEEDED, RECORD_TEXT),
                            ending_of(summary));
    supplements_add(summaries->sides, task);
}

/* ---- a file ---- */

/* Files that hold one summary are of one source, their directory. */
static void begin_source(struct summaries *summaries, bool alone)
{
    struct records *records = &summaries->sides->records;
    const char *path = summaries->input->path;
    if (alone)
        path = path_parent(&summaries->arena, path);
    const char *latest =
        records->source_count ? records->sources[records->source_count - 1].path : NULL;
    if (!latest || strcmp(latest, path) != 0)
        records_begin_source(records, path);
    summaries->begun = true;
}

static bool is_blank(const char *text, const char *end)
{
    while (text < end && (*text == ' ' || *text == '\n' || *text == '\r' || *text == '\t'))
        text++;
    return text == end;
}

static void take_summary(struct summaries *summaries, struct summary *summary, bool alone)
{
    if (summary->set.impossible)
        deferred_note(&summaries->deferred,
                      arena_text_of_size(&summaries->arena, summary->set.first_impossible.text,
                                         summary->set.first_impossible.size),
                      "implausible values left out");
    if (!summary->is_one)
        return;
    if (summary->of_workflow && !summary->words[WORD_ID].size) {
        summaries->of_workflow = true;
        deferred_note(&summaries->deferred, NULL, "summary of the whole workflow left out");
        return;
    }
    if (!summaries->begun)
        begin_source(summaries, alone);
    put_summary(summaries, summary);
    summaries->count++;
}

static void read_object(struct summaries *summaries, struct resource_items *items,
                        struct summary *summary)
{
    struct resource_item item;
    summary_clear(summary);
    for (size_t place = 0; resource_items_next(items, &item); place++)
        take_item(summaries, summary, place, &item);
}

/* Where the next object may begin: that of a damaged one is the next line. */
static const char *next_object(const char *at, const char *end, bool damaged)
{
    if (damaged) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at : end;
    }
    at = memchr(at, '{', (size_t)(end - at));
    return at ? at : end;
}

static void read_objects(struct summaries *summaries)
{
    const struct mapping *content = &summaries->input->content;
    const char *text = content->bytes, *end = text + content->size;
    struct summary summary;
    struct resource_items items;
    for (const char *at = next_object(text, end, false); at < end;) {
        const char *start = at;
        resource_items_open(&items, at, end);
        read_object(summaries, &items, &summary);
        at = items.good ? items.at : start;
        if (items.good)
            take_summary(summaries, &summary, is_blank(at, end));
        else if (items.at >= end)
            deferred_note_end(&summaries->deferred, DIAGNOSTIC_ENDS_IN_RECORD,
                              "truncated: the last summary is ignored");
        else
            deferred_reject(&summaries->deferred, (uint64_t)(start - text), "",
                            "malformed resource summary");
        at = next_object(at, end, !items.good);
    }
}

/* ---- lines ---- */

static struct text_slice trimmed(const char *from, const char *to)
{
    while (from < to && (*from == ' ' || *from == '\t'))
        from++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r'))
        to--;
    return (struct text_slice){from, (size_t)(to - from)};
}

/* "key: value unit" */
static bool read_pair(struct text_slice line, struct resource_item *item)
{
    const char *end = line.text + line.size;
    const char *colon = memchr(line.text, ':', line.size);
    if (!colon)
        return false;
    item->key = trimmed(line.text, colon);
    item->text = trimmed(colon + 1, end);
    const char *blank = memchr(item->text.text, ' ', item->text.size);
    size_t size = blank ? (size_t)(blank - item->text.text) : item->text.size;
    item->unit = blank ? trimmed(blank, end) : (struct text_slice){"", 0};
    bool is_number = !text_slice_is(item->key, "command") && !text_slice_is(item->key, "task_id") &&
                     number_parse(item->text.text, size, &item->number);
    item->kind = is_number ? RESOURCE_IS_NUMBER : RESOURCE_IS_TEXT;
    return item->key.size > 0;
}

static void read_pairs(struct summaries *summaries)
{
    const struct mapping *content = &summaries->input->content;
    const char *text = content->bytes, *end = text + content->size;
    struct summary summary;
    struct resource_item item;
    summary_clear(&summary);
    for (size_t place = 0; text < end; place++) {
        const char *feed = memchr(text, '\n', (size_t)(end - text));
        const char *stop = feed ? feed : end;
        if (*text != '#' && read_pair(trimmed(text, stop), &item))
            take_item(summaries, &summary, place, &item);
        text = stop + 1;
    }
    take_summary(summaries, &summary, true);
}

/* ---- the reader ---- */

static bool holds(const char *text, size_t size, const char *words)
{
    return memmem(text, size, words, strlen(words)) != NULL;
}

static int recognise(const char *text, size_t size)
{
    size_t head = size < 8192 ? size : 8192;
    if (holds(text, head, "\"wall_time\"") && holds(text, head, "\"cpu_time\"") &&
        (holds(text, head, "\"exit_type\"") || holds(text, head, "\"monitor_version\"")))
        return text[strspn(text, " \t\r\n")] == '{' ? 92 : 0;
    return holds(text, head, "\nwall_time:") && holds(text, head, "\ncpu_time:") &&
                   holds(text, head, "exit_status:")
               ? 92
               : 0;
}

/* "wq-123-task-7.summary", "resource-rule-7.summary" */
static uint64_t number_in_name(const char *path, const char *before)
{
    const char *found = NULL;
    for (const char *at = path_base_name(path); (at = strstr(at, before)); at++)
        found = at + strlen(before);
    if (!found)
        return SIDE_NO_ID;
    size_t digits = strspn(found, "0123456789");
    if (strcmp(found + digits, ".summary") != 0)
        return SIDE_NO_ID;
    return id_in((struct text_slice){found, digits});
}

static void read_all(struct summaries *summaries)
{
    const struct mapping *content = &summaries->input->content;
    deferred_init(&summaries->deferred);
    arena_init(&summaries->arena);
    resource_reader_init(&summaries->resources, &summaries->sides->records);
    summaries->file_id = number_in_name(summaries->input->path, "task-");
    summaries->file_rule = number_in_name(summaries->input->path, "rule-");
    if (content->bytes[strspn(content->bytes, " \t\r\n")] == '{')
        read_objects(summaries);
    else
        read_pairs(summaries);
}

static long long read_summaries(const struct input *input, const struct reading *reading,
                                struct error *error)
{
    struct supplements own = {0};
    struct summaries *summaries = memory_alloc(sizeof *summaries);
    summaries->input = input;
    summaries->sides = reading->sides ? reading->sides : &own;
    if (!reading->sides)
        supplements_init(&own);
    read_all(summaries);
    long long count = summaries->count;
    if (!count)
        error_set(error, ERROR_INPUT, "%s: %s", input->path,
                  summaries->of_workflow
                      ? "no summary of a task, only of the whole workflow"
                      : "not a resource monitor summary (no category, wall_time or exit_status)");
    deferred_tell(&summaries->deferred, input, reading->diagnostics);
    deferred_release(&summaries->deferred);
    arena_release(&summaries->arena);
    free(summaries);
    if (!reading->sides) {
        supplements_flush(&own, reading);
        supplements_release(&own);
    }
    return count ? count : -1;
}

const struct reader reader_monitor_summary = {
    .name = "monitor-summary",
    .description = "cctools resource monitor summaries: resources of tasks",
    .turn = READ_FIRST,
    .recognise = recognise,
    .read = read_summaries,
};
