/* Chrome Trace Event JSON: an array of events, or an object with such an array under traceEvents;
 * the closing bracket may be missing. Times in µs.
 *
 *     X               span; host = process, lane = thread
 *     B, E            ends of spans, nested by thread
 *     b, e (S, F)     ends of asynchronous spans, by process, category, id and name; their lane is
 *                     that of the category
 *     i, n (I, R)     marks
 *     C               values of the process at that time: metric NAME.SERIES
 *     M               process_name, thread_name: names for ids, whenever they come
 *
 * Flows, objects and samples of stacks are counted and left out. The clock is one for all
 * processes; where it shows a time after 2001, by itself or from the base that the trace tells, it
 * is taken for Unix time. Where its first time other than 0 is one, an event before 2001 (of time
 * 0) is set aside, and so are events that end far beyond all others (far_events.h). Events are cut
 * into chunks where one seems to begin; a chunk that turns out to begin inside of an event is read
 * again from where the one before has ended. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/batches.h"
#include "input/head.h"
#include "input/json/json_file.h"
#include "input/json/json_skip.h"
#include "input/json/json_text.h"
#include "input/traces/chrome_cut.h"
#include "input/traces/chrome_facts.h"
#include "input/traces/chrome_read.h"
#include "input/traces/chrome_time.h"
#include "input/traces/far_events.h"
#include "table/activity.h"
#include "util/count_text.h"
#include "util/memory.h"
#include "util/quantity.h"

/* Spans that sum up all others of a name: clang's -ftime-trace writes "Total Source" behind the
 * spans of Source, each from time 0 on and on a thread of its own, which is no thread that ran. */

/* Times are kept to the nanosecond. */
static const double SAME_TIME_S = 1e-9;

static bool may_be_total(const struct activity *activity, const struct activity_span *span)
{
    static const char begin[] = "Total ";
    double time = activity->sources[0].origin + span->start;
    if (!(fabs(time) < SAME_TIME_S) || !span->subject.lane)
        return false;
    const char *name = activity_text(activity, span->subject.name);
    return name && strncmp(name, begin, strlen(begin)) == 0;
}

/* How many events each lane has, by the number of its text. */
static uint8_t *count_by_lane(const struct activity *activity)
{
    uint8_t *counts = memory_alloc_array(activity->texts.count + 1, sizeof *counts);
    for (size_t i = 0; i < activity->span_count; i++)
        if (counts[activity->spans[i].subject.lane] < 2)
            counts[activity->spans[i].subject.lane]++;
    for (size_t i = 0; i < activity->end_count; i++)
        counts[activity->ends[i].subject.lane] = 2;
    for (size_t i = 0; i < activity->mark_count; i++)
        counts[activity->marks[i].lane] = 2;
    return counts;
}

/* Takes them out of an activity with one source; returns how many they were. */
static size_t span_totals_drop(struct activity *activity)
{
    size_t first = 0, kept, all = activity->span_count;
    while (first < all && !may_be_total(activity, &activity->spans[first]))
        first++;
    if (first == all)
        return 0;
    uint8_t *counts = count_by_lane(activity);
    kept = first;
    for (size_t i = first; i < all; i++) {
        const struct activity_span *span = &activity->spans[i];
        if (!may_be_total(activity, span) || counts[span->subject.lane] > 1)
            activity->spans[kept++] = *span;
    }
    free(counts);
    if (kept == 0) /* they sum up nothing that is here */
        return 0;
    activity->span_count = activity->sources[0].spans.count = kept;
    return all - kept;
}

struct trace {
    const struct input *input;
    const struct reading *reading;
    struct chrome_chunk all;
    struct chrome_facts facts;
    size_t cut;   /* up to there, the events are cut into chunks */
    size_t next;  /* where the event that comes next begins */
    size_t tried; /* bytes from there that hold no whole event */
};

/* ---- where the events are ---- */

static bool is_events(const char *text, size_t size, size_t key)
{
    static const char name[] = "\"traceEvents\"";
    return size - key > strlen(name) && memcmp(text + key, name, strlen(name)) == 0;
}

/* Passes blanks, and that character behind them where it is there. */
static bool take(const char *text, size_t size, size_t *at, char c)
{
    *at = json_skip_blanks(text, size, *at);
    bool is_there = *at < size && text[*at] == c;
    *at += is_there;
    return is_there;
}

/* Takes the facts that members from `at` on tell. Returns the offset behind the bracket that opens
 * the list of events; `size` when none of them is one. *end: behind the object, where it was seen.
 */
static size_t pass_members(const char *text, size_t size, size_t at, struct chrome_facts *facts,
                           size_t *end)
{
    while (take(text, size, &at, '"')) {
        size_t key = at - 1;
        at = json_skip_string(text, size, at);
        struct text_slice name = {text + key + 1, at - key - 2};
        if (!take(text, size, &at, ':'))
            return size;
        size_t value = json_skip_blanks(text, size, at);
        if (value < size && text[value] == '[' && is_events(text, size, key))
            return value + 1;
        at = value < size ? json_skip_value(text, size, value) : size;
        if (at >= size)
            return size;
        chrome_facts_take(facts, name, text + value, at - value);
        if (take(text, size, &at, '}')) {
            *end = at;
            return size;
        }
        if (!take(text, size, &at, ','))
            return size;
    }
    return size;
}

/* The offset behind the bracket that opens the list; `size` when there is none. */
static size_t find_events(const char *text, size_t size, struct chrome_facts *facts)
{
    size_t at = json_skip_blanks(text, size, json_mark_size(text, size));
    if (at < size && text[at] == '[')
        return at + 1;
    if (at >= size || text[at] != '{')
        return size;
    return pass_members(text, size, at + 1, facts, &(size_t){0});
}

static bool is_in_object(const struct trace *trace)
{
    const struct mapping *content = &trace->input->content;
    size_t mark = json_mark_size(content->bytes, content->size);
    return content->bytes[json_skip_blanks(content->bytes, content->size, mark)] == '{';
}

/* What stands behind the list: members of its object, and maybe another trace. */
static void pass_rest(struct trace *trace)
{
    const char *text = trace->input->content.bytes;
    size_t size = trace->input->content.size, end = trace->next;
    size_t at = json_skip_blanks(text, size, trace->next);
    if (!trace->all.closed || at >= size)
        return;
    if (is_in_object(trace) && text[at] == ',')
        pass_members(text, size, at + 1, &trace->facts, &end);
    else if (is_in_object(trace) && text[at] == '}')
        end = at + 1;
    size_t strange;
    if (!json_leave_rest(trace->input, trace->reading, end, &strange))
        json_note_unread(trace->input, trace->reading, strange);
}

/* ---- chunks ---- */

static bool cut(void *context, void *chunk_pointer)
{
    enum { TRIES = 64 };
    struct trace *trace = context;
    struct chrome_chunk *chunk = chunk_pointer;
    const struct mapping *content = &trace->input->content;
    if (trace->cut == content->size)
        return false;
    chunk->from = trace->cut;
    trace->cut = content->size - chunk->from <= BATCHES_CHUNK_BYTES
                     ? content->size
                     : chrome_event_after(content->bytes, content->size,
                                          chunk->from + BATCHES_CHUNK_BYTES, TRIES);
    chunk->to = trace->cut;
    return true;
}

static void read_range(const struct trace *trace, size_t from, size_t to,
                       struct chrome_chunk *chunk)
{
    chrome_chunk_init(chunk, trace->input->path, trace->all.origin);
    chrome_chunk_read(chunk, trace->input, from, to);
    mapping_give_back(&trace->input->content, from, to);
}

static void read_chunk(void *context, void *chunk_pointer)
{
    struct trace *trace = context;
    struct chrome_chunk *chunk = chunk_pointer;
    read_range(trace, chunk->from, chunk->to, chunk);
    reading_progress(trace->reading, chunk->to - chunk->from);
}

static void append(struct trace *trace, struct chrome_chunk *chunk)
{
    struct chrome_chunk *all = &trace->all;
    activity_merge(&all->activity, &chunk->activity);
    metric_rows_merge(&all->rows, &chunk->rows);
    chrome_names_merge(&all->names, &chunk->names);
    tally_merge(&all->unknown, &chunk->unknown);
    deferred_append(&all->deferred, &chunk->deferred);
    all->records += chunk->records;
    all->closed |= chunk->closed;
    all->first_time = fmin(all->first_time, chunk->first_time);
    all->first_moment = fmin(all->first_moment, chunk->first_moment);
    trace->tried = chunk->end == chunk->from ? chunk->to - chunk->from : 0;
    trace->next = chunk->end;
}

/* False behind the end of the list of events. */
static bool take_chunk(void *context, void *chunk_pointer)
{
    struct trace *trace = context;
    struct chrome_chunk *chunk = chunk_pointer;
    size_t to = chunk->to;
    bool last = to == trace->input->content.size;
    if (chunk->from == trace->next) {
        append(trace, chunk);
    } else if (last || to - trace->next >= 2 * trace->tried) {
        chrome_chunk_release(chunk);
        read_range(trace, trace->next, to, chunk);
        append(trace, chunk);
    }
    chrome_chunk_release(chunk);
    return !trace->all.closed;
}

static void drop_chunk(void *context, void *chunk)
{
    (void)context;
    chrome_chunk_release(chunk);
}

/* ---- the reader ---- */

static void describe(struct metric *metric)
{
    (void)metric; /* a level without a unit */
}

/* A list alone need not be closed, and is not while it is written; one in an object is. */
static void note_tail(struct trace *trace)
{
    const struct mapping *content = &trace->input->content;
    struct deferred_diagnostics *deferred = &trace->all.deferred;
    bool in_object = is_in_object(trace);
    size_t at = json_skip_blanks(content->bytes, content->size, trace->next);
    if (trace->all.closed)
        return;
    if (at < content->size)
        deferred_note_end(deferred, in_object ? DIAGNOSTIC_ENDS_EARLY : DIAGNOSTIC_ENDS_IN_RECORD,
                          "truncated: the last %s bytes are ignored",
                          COUNT_TEXT(content->size - at));
    else if (in_object)
        deferred_note_end(deferred, DIAGNOSTIC_ENDS_EARLY,
                          "truncated: the list of events has no end");
}

static void report_left_out(struct trace *trace, struct metric_rows_left_out *left_out)
{
    struct chrome_chunk *all = &trace->all;
    note_tail(trace);
    if (left_out->values)
        deferred_omit(&all->deferred, NULL, left_out->metrics.count,
                      "%s counter series left out (%s values), since there are too many: %s",
                      COUNT_TEXT(left_out->metrics.count), COUNT_TEXT(left_out->values),
                      named_few_text(&left_out->metrics));
    tally_tell(&all->unknown, &all->deferred, "not shown");
    deferred_tell(&all->deferred, trace->input, trace->reading->diagnostics);
}

static void shift_rows(struct metric_rows *rows, double seconds)
{
    for (size_t i = 0; i < rows->count; i++)
        rows->rows[i].time += seconds;
}

/* Counters: Unix time, or, as the clock of what ran is aligned, from its first moment. */
static void settle_clock(struct chrome_chunk *all, const struct chrome_facts *facts)
{
    struct activity_source *source = &all->activity.sources[0];
    double begin = isfinite(all->first_moment) ? all->first_moment : all->first_time;
    if (source->origin + all->first_time < CHROME_UNIX_TIMES)
        source->origin += (double)facts->base_s;
    bool is_unix =
        isfinite(all->first_time) && source->origin + all->first_time >= CHROME_UNIX_TIMES;
    if (is_unix)
        source->clock = ACTIVITY_CLOCK_UNIX;
    shift_rows(&all->rows, is_unix ? source->origin : -begin);
}

static void drop_far_events(struct chrome_chunk *all)
{
    enum { DURATION_SIZE = 48 };
    double latest = -INFINITY;
    for (size_t i = 0; i < all->rows.count; i++)
        latest = fmax(latest, all->rows.rows[i].time);
    struct far_events far = far_events_drop(&all->activity, latest);
    char after[DURATION_SIZE], others[DURATION_SIZE];
    if (far.count)
        deferred_omit(&all->deferred, far.name, far.count,
                      "%s event%s rejected: %s %s after the beginning, all others within %s",
                      COUNT_TEXT(far.count), far.count == 1 ? " is" : "s are",
                      far.count == 1 ? "it ends" : "they end, the first",
                      quantity_format(far.after_s, "s", UNITS_IEC, after, sizeof after),
                      quantity_format(far.others_s, "s", UNITS_IEC, others, sizeof others));
}

static void drop_totals(struct chrome_chunk *all)
{
    static const char totals[] = "totals of all spans of a name (ph X, cat Total)";
    for (size_t left = span_totals_drop(&all->activity); left > 0; left--)
        tally_add(&all->unknown, totals, strlen(totals));
}

static void give(struct trace *trace, struct metric_rows_left_out *left_out)
{
    struct chrome_chunk *all = &trace->all;
    pass_rest(trace);
    drop_totals(all);
    drop_far_events(all);
    chrome_names_apply(&all->names, trace->facts.rank, &all->activity, &all->rows);
    settle_clock(all, &trace->facts);
    all->activity.sources[0].is_whole = true;
    metric_rows_lay_out(&all->rows, trace->reading->dataset, describe, left_out);
    if (all->activity.span_count || all->activity.end_count || all->activity.mark_count)
        activity_merge(dataset_activity(trace->reading->dataset), &all->activity);
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    struct trace trace = {.input = input, .reading = reading};
    const struct mapping *content = &input->content;
    struct metric_rows_left_out left_out = {0};
    chrome_facts_init(&trace.facts);
    trace.next = find_events(content->bytes, content->size, &trace.facts);
    if (trace.next == content->size) {
        error_set(error, ERROR_INPUT, "%s: no list of events", input->path);
        return -1;
    }
    chrome_chunk_init(&trace.all, input->path,
                      chrome_time_origin(content->bytes + trace.next, content->size - trace.next));
    trace.cut = trace.next;
    batches_read(&(struct batches){.jobs = reading->jobs,
                                   .chunk_size = sizeof(struct chrome_chunk),
                                   .first = BATCHES_CHUNKS,
                                   .most = BATCHES_CHUNKS,
                                   .ahead = true,
                                   .context = &trace,
                                   .cut = cut,
                                   .read = read_chunk,
                                   .take = take_chunk,
                                   .drop = drop_chunk});
    give(&trace, &left_out);
    report_left_out(&trace, &left_out);
    long long records = trace.all.records;
    named_few_release(&left_out.metrics);
    chrome_chunk_release(&trace.all);
    return records;
}

/* ---- recognising ---- */

static int recognise(const char *text, size_t size)
{
    size_t at = json_skip_blanks(text, size, json_mark_size(text, size));
    if (at >= size)
        return 0;
    bool times = head_has_key(text, "ts") || head_has_key(text, "pid");
    if (text[at] == '{' && head_has_array(text, "traceEvents"))
        return 95;
    if (text[at] == '{' && head_has_key(text, "displayTimeUnit"))
        return 60;
    return text[at] == '[' && head_has_key(text, "ph") && times ? 90 : 0;
}

const struct reader reader_chrome_trace = {
    .name = "chrome-trace",
    .description = "Chrome Trace Event JSON, array or object: spans, instants, counters, names",
    .recognise = recognise,
    .read = read,
};
