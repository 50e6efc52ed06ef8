/* The log of a Makeflow: a line a change of state of a node,
 *
 *     <µs> <node> <state> <job> <waiting> <running> <complete> <failed> <aborted> <total>
 *
 * and others that begin with '#', of which "# NODE", "# CATEGORY" (once "# SYMBOL"), "# PARENTS"
 * and
 * "# STARTED" are of use; all but the last are there with --log-verbose only. A record is a attempt
 * of a node, from running (1) to complete (2), failed (3) or aborted (4).
 *
 *     task              category, where the log has one
 *     id                the node's number; also attribute makeflow_node
 *     attempt           counted
 *     outcome, ending   complete is well, aborted lost; lost too when the Makeflow started anew
 *     submit, start     running: when it was given to the batch system
 *     end, elapsed      the end of the attempt; its time since
 *     command           attribute
 *
 * Records wait in supplements: what runs the jobs may have a log of its own, which knows better. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/cctools/supplements.h"
#include "input/deferred_diagnostics.h"
#include "util/count_text.h"
#include "util/list.h"
#include "util/number.h"
#include "util/strbuf.h"
#include "util/utf8.h"

enum { FIELDS = 10, RECOGNISED_LINES = 200 };
enum state { STATE_WAITING, STATE_RUNNING, STATE_COMPLETE, STATE_FAILED, STATE_ABORTED, STATES };

struct rule {
    uint64_t number, job;
    double started; /* NaN: does not run */
    uint32_t attempts;
    const char *command, *category; /* NULL when unknown */
};

struct makeflow {
    const struct input *input;
    struct supplements *sides;
    struct interner numbers;    /* of nodes, as texts */
    LIST_OF(struct rule) nodes; /* by number of the interner */
    struct arena arena;
    double latest; /* of the changes of state */
    struct deferred_diagnostics deferred;
    int makeflow_node, command; /* attributes */
    long long count;
};

/* ---- words ---- */

static bool read_natural(const char **at, const char *end, uint64_t *number)
{
    const char *from = *at;
    *number = 0;
    while (*at < end && **at >= '0' && **at <= '9' && *at - from < 18)
        *number = *number * 10 + (uint64_t)(*(*at)++ - '0');
    bool ends = *at == end || **at == ' ' || **at == '\t' || **at == '\r';
    return *at > from && ends;
}

static void skip_blanks(const char **at, const char *end)
{
    while (*at < end && (**at == ' ' || **at == '\t' || **at == '\r'))
        (*at)++;
}

static bool read_state_line(const char *at, const char *end, uint64_t fields[FIELDS])
{
    for (size_t i = 0; i < FIELDS; i++) {
        skip_blanks(&at, end);
        if (!read_natural(&at, end, &fields[i]))
            return false;
    }
    skip_blanks(&at, end);
    return at == end && fields[2] < STATES;
}

/* ---- attempts ---- */

static struct rule *rule_of(struct makeflow *makeflow, uint64_t number)
{
    char digits[24];
    int size = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    uint32_t place = interner_add(&makeflow->numbers, digits, (size_t)size);
    list_reach(&makeflow->nodes, place + 1u, (struct rule){.started = NUMBER_MISSING});
    makeflow->nodes.items[place].number = number;
    return &makeflow->nodes.items[place];
}

static void put_text(struct records *records, int column, const char *text)
{
    if (text && *text)
        records_put_text(records, column, text, strlen(text));
}

static void add_attempt(struct makeflow *makeflow, struct rule *node, double end,
                        enum record_ending ending, const char *outcome)
{
    struct records *records = &makeflow->sides->records;
    char number[24];
    double start = node->started;
    snprintf(number, sizeof number, "%llu", (unsigned long long)node->number);
    records_add(records);
    put_text(records, RECORD_TASK_COLUMN, node->category);
    put_text(records, RECORD_ID_COLUMN, number);
    put_text(records, RECORD_OUTCOME_COLUMN, outcome);
    put_text(records, makeflow->command, node->command);
    records_put_ending(records, ending);
    records_put_number(records, RECORD_ATTEMPT_COLUMN, ++node->attempts);
    records_put_number(records, RECORD_SUBMIT_COLUMN, start);
    records_put_number(records, RECORD_START_COLUMN, start);
    records_put_number(records, RECORD_END_COLUMN, end);
    records_put_number(records, RECORD_ELAPSED_COLUMN, end >= start ? end - start : NAN);
    records_put_number(records, makeflow->makeflow_node, (double)node->number);
    const uint32_t *tasks =
        records_texts(&records->blocks[records->block_count - 1], RECORD_TASK_COLUMN);
    size_t row = records->blocks[records->block_count - 1].rows - 1;
    supplements_add(makeflow->sides, (struct supplement){.kind = SIDE_NODE,
                                                         .id = node->job ? node->job : SIDE_NO_ID,
                                                         .rule = node->number,
                                                         .start = start,
                                                         .end = end,
                                                         .category = tasks ? tasks[row] : 0});
    node->started = NUMBER_MISSING;
    makeflow->count++;
}

static void change_state(struct makeflow *makeflow, const uint64_t fields[FIELDS])
{
    static const struct {
        enum record_ending ending;
        const char *outcome;
    } ends[STATES] = {[STATE_WAITING] = {ENDING_LOST, NULL},
                      [STATE_RUNNING] = {ENDING_LOST, NULL},
                      [STATE_COMPLETE] = {ENDING_SUCCEEDED, "complete"},
                      [STATE_FAILED] = {ENDING_FAILED, "failed"},
                      [STATE_ABORTED] = {ENDING_LOST, "aborted"}};
    struct rule *node = rule_of(makeflow, fields[1]);
    double now = (double)fields[0] / 1e6;
    uint64_t state = fields[2];
    makeflow->latest = now;
    if (!isnan(node->started))
        add_attempt(makeflow, node, now, ends[state].ending, ends[state].outcome);
    if (state != STATE_RUNNING)
        return;
    node->started = now;
    node->job = fields[3];
}

/* ---- lines that begin with '#' ---- */

static const char *plain_text(struct makeflow *makeflow, const char *at, const char *end)
{
    char *text = arena_text_of_size(&makeflow->arena, at, (size_t)(end - at));
    return utf8_clean(&makeflow->arena, text);
}

static bool begins_with(const char *at, const char *end, const char *word)
{
    return (size_t)(end - at) >= strlen(word) && memcmp(at, word, strlen(word)) == 0;
}

/* Behind "# NODE\t" and the like: the node's number and a text. */
static void describe_rule(struct makeflow *makeflow, const char *at, const char *end,
                          bool is_category)
{
    uint64_t number;
    if (!read_natural(&at, end, &number))
        return;
    skip_blanks(&at, end);
    struct rule *node = rule_of(makeflow, number);
    const char *text = at < end ? plain_text(makeflow, at, end) : NULL;
    if (is_category)
        node->category = text;
    else
        node->command = text;
}

/* Behind "# PARENTS\t": the node's number, and those of the nodes whose files it needs. */
static void read_parents(struct makeflow *makeflow, const char *at, const char *end)
{
    uint64_t number, parent;
    if (!read_natural(&at, end, &number))
        return;
    for (skip_blanks(&at, end); at < end && read_natural(&at, end, &parent);
         skip_blanks(&at, end)) {
        char task[24], input[24];
        snprintf(task, sizeof task, "%llu", (unsigned long long)number);
        snprintf(input, sizeof input, "%llu", (unsigned long long)parent);
        records_add_dependency(&makeflow->sides->records, task, input);
    }
}

/* What still ran when the Makeflow was started again was lost before, after the last change that
 * the log has. */
static void lose_all(struct makeflow *makeflow)
{
    for (uint32_t i = 1; i < makeflow->numbers.count; i++) {
        struct rule *node = &makeflow->nodes.items[i];
        double end = makeflow->latest > node->started ? makeflow->latest : NUMBER_MISSING;
        if (!isnan(node->started))
            add_attempt(makeflow, node, end, ENDING_LOST, NULL);
    }
}

static void read_comment(struct makeflow *makeflow, const char *at, const char *end)
{
    uint64_t time_us;
    at++;
    skip_blanks(&at, end);
    if (begins_with(at, end, "NODE\t"))
        describe_rule(makeflow, at + strlen("NODE\t"), end, false);
    else if (begins_with(at, end, "CATEGORY\t"))
        describe_rule(makeflow, at + strlen("CATEGORY\t"), end, true);
    else if (begins_with(at, end, "SYMBOL\t"))
        describe_rule(makeflow, at + strlen("SYMBOL\t"), end, true);
    else if (begins_with(at, end, "PARENTS\t"))
        read_parents(makeflow, at + strlen("PARENTS\t"), end);
    else if (begins_with(at, end, "STARTED ")) {
        at += strlen("STARTED ");
        if (read_natural(&at, end, &time_us))
            lose_all(makeflow);
    }
}

/* ---- a file ---- */

static void read_line(struct makeflow *makeflow, const char *at, const char *end, bool cut)
{
    uint64_t fields[FIELDS];
    const char *text = makeflow->input->content.bytes;
    while (end > at && (end[-1] == '\r' || end[-1] == ' '))
        end--;
    if (at == end)
        return;
    if (*at == '#' && !cut)
        read_comment(makeflow, at, end);
    else if (*at == '#')
        return;
    else if (cut)
        deferred_note_end(&makeflow->deferred, DIAGNOSTIC_ENDS_UNFINISHED,
                          "truncated: the last line is ignored");
    else if (read_state_line(at, end, fields))
        change_state(makeflow, fields);
    else
        deferred_reject(&makeflow->deferred, (uint64_t)(at - text), "",
                        "neither a comment nor a state change of a rule");
}

static void read_lines(struct makeflow *makeflow)
{
    const struct mapping *content = &makeflow->input->content;
    const char *at = content->bytes, *end = at + content->size;
    while (at < end) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        read_line(makeflow, at, feed ? feed : end, !feed);
        at = feed ? feed + 1 : end;
    }
}

/* Nodes that did not end: those that run, and those that are listed but never ran. */
static size_t add_open(struct makeflow *makeflow)
{
    size_t open = 0;
    for (uint32_t i = 1; i < makeflow->numbers.count; i++) {
        struct rule *node = &makeflow->nodes.items[i];
        if (isnan(node->started) && node->attempts)
            continue;
        add_attempt(makeflow, node, NUMBER_MISSING, ENDING_UNFINISHED, NULL);
        open++;
    }
    return open;
}

static void read_all(struct makeflow *makeflow, const struct reading *reading)
{
    struct records *records = &makeflow->sides->records;
    interner_init(&makeflow->numbers);
    arena_init(&makeflow->arena);
    deferred_init(&makeflow->deferred);
    makeflow->makeflow_node = records_attribute(records, RECORD_MAKEFLOW_NODE, RECORD_NUMBER);
    makeflow->command = records_attribute(records, "command", RECORD_TEXT);
    records_begin_source(records, makeflow->input->path);
    read_lines(makeflow);
    size_t open = add_open(makeflow);
    if (open)
        diagnostics_note(reading->diagnostics, (struct place){makeflow->input->path, 0, 0},
                         "unfinished rules: %s", COUNT_TEXT(open));
    deferred_tell(&makeflow->deferred, makeflow->input, reading->diagnostics);
    deferred_release(&makeflow->deferred);
    arena_release(&makeflow->arena);
    interner_release(&makeflow->numbers);
    free(makeflow->nodes.items);
}

static bool is_mark(const char *at, const char *end)
{
    return begins_with(at, end, "# NODE\t") || begins_with(at, end, "# STARTED ") ||
           begins_with(at, end, "# CATEGORY\t") || begins_with(at, end, "# SYMBOL\t");
}

static int recognise(const char *text, size_t size)
{
    const char *end = text + size;
    uint64_t fields[FIELDS];
    bool marked = false;
    for (int lines = 0; text < end && lines < RECOGNISED_LINES; lines++) {
        const char *feed = memchr(text, '\n', (size_t)(end - text));
        const char *stop = feed ? feed : end;
        marked = marked || is_mark(text, stop);
        if (text < stop && *text != '#')
            return read_state_line(text, stop, fields) ? 60 + 30 * marked : 0;
        text = stop + 1;
    }
    return marked ? 70 : 0;
}

static long long read_makeflow(const struct input *input, const struct reading *reading,
                               struct error *error)
{
    struct supplements own = {0};
    struct makeflow makeflow = {.input = input, .sides = reading->sides ? reading->sides : &own};
    if (!reading->sides)
        supplements_init(&own);
    read_all(&makeflow, reading);
    if (!reading->sides) {
        supplements_flush(&own, reading);
        supplements_release(&own);
    }
    if (!makeflow.count) {
        error_set(error, ERROR_INPUT, "%s: no rule in this Makeflow log", input->path);
        return -1;
    }
    return makeflow.count;
}

const struct reader reader_makeflow = {
    .name = "makeflow",
    .description = "Makeflow log: rules of a workflow",
    .turn = READ_FIRST,
    .recognise = recognise,
    .read = read_makeflow,
};
