#include "input/traces/chrome_use.h"

#include <math.h>
#include <string.h>

#include "input/traces/chrome_time.h"
#include "util/number.h"

/* Beyond it a clock cannot be, in seconds: Unix time is at 1.8e9. */
#define LATEST_TIME 1e12

static uint32_t number_of(struct activity *activity, struct text_slice text)
{
    return activity_number(activity, text.text, text.size);
}

/* The thread's id behind that of its process. */
static struct text_slice thread_id(struct chrome_event *event)
{
    const struct text_slice *texts = event->texts;
    struct strbuf *id = &event->thread_id;
    strbuf_clear(id);
    if (texts[CHROME_THREAD].size) {
        strbuf_add(id, texts[CHROME_PROCESS].text, texts[CHROME_PROCESS].size);
        strbuf_add_char(id, CHROME_ID_SEPARATOR);
        strbuf_add(id, texts[CHROME_THREAD].text, texts[CHROME_THREAD].size);
    }
    return (struct text_slice){id->text, id->size};
}

/* ---- threads, known by number after their first event ---- */

static bool same_text(const char *kept, size_t kept_size, struct text_slice text)
{
    return kept_size == text.size && memcmp(kept, text.text, text.size) == 0;
}

static bool is_thread(const struct chrome_thread *thread, struct text_slice process,
                      struct text_slice id)
{
    return same_text(thread->process, thread->process_size, process) &&
           same_text(thread->id, thread->id_size, id);
}

static void keep_thread(struct chrome_thread *thread, struct text_slice process,
                        struct text_slice id)
{
    thread->process_size = (uint8_t)process.size;
    thread->id_size = (uint8_t)id.size;
    memcpy(thread->process, process.text, process.size);
    memcpy(thread->id, id.text, id.size);
}

static size_t place_of(struct text_slice process, struct text_slice id)
{
    unsigned last = (unsigned char)id.text[id.size - 1], before = 0;
    if (id.size > 1)
        before = (unsigned char)id.text[id.size - 2];
    return (last + 10 * before + 7 * (unsigned char)process.text[process.size - 1]) %
           CHROME_THREADS_KNOWN;
}

/* NULL when the ids cannot be kept. */
static struct chrome_thread *known_thread(struct chrome_chunk *chunk, struct chrome_event *event)
{
    struct text_slice process = event->texts[CHROME_PROCESS], id = event->texts[CHROME_THREAD];
    if (!process.size || !id.size || process.size > CHROME_ID_SIZE || id.size > CHROME_ID_SIZE)
        return NULL;
    struct chrome_thread *thread = &chunk->threads[place_of(process, id)];
    if (!is_thread(thread, process, id)) {
        keep_thread(thread, process, id);
        thread->host = number_of(&chunk->activity, process);
        thread->lane = number_of(&chunk->activity, thread_id(event));
    }
    return thread;
}

/* PyTorch's profiler numbers its steps: "ProfilerStep#12". They are one kind. */
static struct text_slice name_of_event(const struct chrome_event *event)
{
    static const char step[] = "ProfilerStep#";
    struct text_slice name = event->texts[CHROME_NAME];
    size_t size = strlen(step);
    if (name.size > size && memcmp(name.text, step, size) == 0)
        name.size = size - 1;
    return name;
}

static struct activity_subject subject_of(struct chrome_chunk *chunk, struct chrome_event *event)
{
    struct activity *activity = &chunk->activity;
    const struct chrome_thread *thread = known_thread(chunk, event);
    struct activity_subject subject = {0};
    subject.host = thread ? thread->host : number_of(activity, event->texts[CHROME_PROCESS]);
    subject.lane = thread ? thread->lane : number_of(activity, thread_id(event));
    subject.name = number_of(activity, name_of_event(event));
    return subject;
}

/* PyTorch's profiler marks the stretch that it recorded, and names what programs mark as steps or
 * regions: on the threads, and again on the streams of GPUs from the first of their kernels to the
 * last. */
static bool is_of_profiler(struct text_slice category)
{
    return same_text("Trace", strlen("Trace"), category);
}

static bool is_annotation(struct text_slice category)
{
    static const char *const categories[] = {"user_annotation", "gpu_user_annotation"};
    for (size_t i = 0; i < sizeof categories / sizeof categories[0]; i++)
        if (same_text(categories[i], strlen(categories[i]), category))
            return true;
    return false;
}

static const char *use_complete(struct chrome_chunk *chunk, struct chrome_event *event)
{
    if (isnan(event->duration))
        return "complete event has no duration";
    if (event->duration < 0)
        return "negative duration";
    if (!(event->duration < LATEST_TIME))
        return "implausible duration";
    activity_add_span(&chunk->activity, (struct activity_span){.start = event->time,
                                                               .duration = event->duration,
                                                               .bytes = NUMBER_MISSING,
                                                               .subject = subject_of(chunk, event),
                                                               .is_annotation = is_annotation(
                                                                   event->texts[CHROME_CATEGORY])});
    return NULL;
}

static const char *add_end(struct chrome_chunk *chunk, const struct chrome_event *event,
                           struct activity_subject subject, enum span_side side,
                           enum span_pairing pairing)
{
    activity_add_end(&chunk->activity,
                     (struct span_edge){event->time, subject, (uint8_t)side, (uint8_t)pairing});
    return NULL;
}

static const char *use_end(struct chrome_chunk *chunk, struct chrome_event *event,
                           enum span_side side)
{
    return add_end(chunk, event, subject_of(chunk, event), side, PAIRED_NESTED);
}

/* Other processes may have the same local id. */
static uint32_t async_id(struct chrome_chunk *chunk, struct chrome_event *event)
{
    const struct text_slice *texts = event->texts, local = texts[CHROME_LOCAL_ID];
    struct strbuf *id = &event->thread_id;
    if (!local.size)
        return number_of(&chunk->activity, texts[CHROME_ID]);
    strbuf_clear(id);
    strbuf_add(id, local.text, local.size);
    strbuf_add_text(id, " of ");
    strbuf_add(id, texts[CHROME_PROCESS].text, texts[CHROME_PROCESS].size);
    return number_of(&chunk->activity, (struct text_slice){id->text, id->size});
}

static uint32_t async_lane(struct chrome_chunk *chunk, struct chrome_event *event)
{
    const struct text_slice *texts = event->texts;
    struct strbuf *lane = &event->thread_id;
    strbuf_clear(lane);
    strbuf_add(lane, texts[CHROME_PROCESS].text, texts[CHROME_PROCESS].size);
    strbuf_add_char(lane, CHROME_ID_SEPARATOR);
    strbuf_add_char(lane, CHROME_ASYNC_MARK);
    strbuf_add(lane, texts[CHROME_CATEGORY].text, texts[CHROME_CATEGORY].size);
    return number_of(&chunk->activity, (struct text_slice){lane->text, lane->size});
}

/* Told by process, category, id and name; the thread is where it was begun or ended, not where it
 * ran. */
static struct activity_subject async_subject(struct chrome_chunk *chunk, struct chrome_event *event)
{
    const struct text_slice *texts = event->texts;
    struct activity_subject subject = {
        .host = number_of(&chunk->activity, texts[CHROME_PROCESS]),
        .name = number_of(&chunk->activity, texts[CHROME_NAME]),
        .job = number_of(&chunk->activity, texts[CHROME_CATEGORY]),
    };
    subject.lane = async_lane(chunk, event);
    subject.task = async_id(chunk, event);
    return subject;
}

static const char *use_async_end(struct chrome_chunk *chunk, struct chrome_event *event,
                                 enum span_side side)
{
    if (!event->texts[CHROME_ID].size && !event->texts[CHROME_LOCAL_ID].size)
        return "asynchronous event has no id";
    return add_end(chunk, event, async_subject(chunk, event), side, PAIRED_ASYNC);
}

static const char *use_instant(struct chrome_chunk *chunk, struct chrome_event *event)
{
    struct activity_subject subject =
        event->phase == 'n' ? async_subject(chunk, event) : subject_of(chunk, event);
    activity_add_mark(&chunk->activity, (struct activity_mark){event->time, subject.host,
                                                               subject.lane, subject.name});
    return NULL;
}

static uint32_t row_text(struct metric_rows *rows, struct text_slice text)
{
    return text.size ? interner_add(&rows->texts, text.text, text.size) : 0;
}

/* Counters of one name are distinguished by their ids. */
static void put_counter_name(const struct text_slice *texts, struct strbuf *name)
{
    strbuf_add(name, texts[CHROME_NAME].text, texts[CHROME_NAME].size);
    if (!texts[CHROME_ID].size)
        return;
    strbuf_add_char(name, '[');
    strbuf_add(name, texts[CHROME_ID].text, texts[CHROME_ID].size);
    strbuf_add_char(name, ']');
}

static const char *use_counter(struct chrome_chunk *chunk, struct chrome_event *event)
{
    static const char unnamed[] = "(no process)";
    struct metric_rows *rows = &chunk->rows;
    struct strbuf metric;
    if (!event->texts[CHROME_NAME].size || !event->values.count)
        return "counter has no name or no numbers";
    uint32_t node = row_text(rows, event->texts[CHROME_PROCESS]);
    node = node ? node : row_text(rows, (struct text_slice){unnamed, strlen(unnamed)});
    strbuf_init(&metric);
    put_counter_name(event->texts, &metric);
    metric_rows_begin(rows, node, row_text(rows, (struct text_slice){metric.text, metric.size}),
                      event->time);
    const char *name = event->value_names.text;
    for (size_t i = 0; i < event->values.count; i++, name += strlen(name) + 1) {
        strbuf_clear(&metric);
        put_counter_name(event->texts, &metric);
        strbuf_add_char(&metric, '.');
        strbuf_add_text(&metric, name);
        metric_rows_put(rows, row_text(rows, (struct text_slice){metric.text, metric.size}),
                        event->values.items[i]);
    }
    strbuf_release(&metric);
    return NULL;
}

static bool is(struct text_slice text, const char *word)
{
    return same_text(word, strlen(word), text);
}

static const char *use_name(struct chrome_chunk *chunk, struct chrome_event *event)
{
    struct chrome_names *names = &chunk->names;
    const struct text_slice *texts = event->texts, label = texts[CHROME_LABEL];
    bool process = is(texts[CHROME_NAME], "process_name");
    struct text_slice id = process ? texts[CHROME_PROCESS] : thread_id(event);
    if ((process || is(texts[CHROME_NAME], "thread_name")) && id.size && label.size)
        chrome_names_add(names,
                         (struct chrome_name){interner_add(&names->texts, id.text, id.size),
                                              interner_add(&names->texts, label.text, label.size)});
    return NULL;
}

static const char *use_phase(struct chrome_chunk *chunk, struct chrome_event *event)
{
    switch (event->phase) {
    case 'X':
        return use_complete(chunk, event);
    case 'B':
        return use_end(chunk, event, SPAN_START);
    case 'E':
        return use_end(chunk, event, SPAN_STOP);
    case 'b':
    case 'S':
        return use_async_end(chunk, event, SPAN_START);
    case 'e':
    case 'F':
        return use_async_end(chunk, event, SPAN_STOP);
    case 'C':
        return use_counter(chunk, event);
    default:
        return use_instant(chunk, event);
    }
}

/* Time 0 where a program did not know better would stretch the run to decades. */
static bool is_on_another_clock(const struct chrome_chunk *chunk, const struct chrome_event *event)
{
    double origin = (double)chunk->origin / 1e9;
    return origin >= CHROME_UNIX_TIMES && origin + event->time < CHROME_UNIX_TIMES;
}

static const char *use_timed(struct chrome_chunk *chunk, struct chrome_event *event)
{
    if (!(fabs(event->time) < LATEST_TIME))
        return "event has no time stamp";
    if (is_on_another_clock(chunk, event))
        return "time before 2001 among Unix times";
    const char *problem = use_phase(chunk, event);
    if (problem)
        return problem;
    if (event->time < chunk->first_time)
        chunk->first_time = event->time;
    if (event->time < chunk->first_moment && event->phase != 'C')
        chunk->first_moment = event->time;
    return NULL;
}

static const char *name_of_phase(char phase)
{
    static const struct {
        const char *phases, *name;
    } names[] = {
        {"stf", "flow events (ph s, t, f)"},
        {"NOD", "object events (ph N, O, D)"},
        {"P", "stack samples (ph P)"},
        {"Tp", "steps of asynchronous events (ph T, p)"},
        {"vV", "memory dumps (ph v, V)"},
        {"c", "clock synchronisation (ph c)"},
        {"()", "contexts"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strchr(names[i].phases, phase))
            return names[i].name;
    return NULL;
}

static void count_unknown(struct chrome_chunk *chunk, char phase)
{
    char unknown[] = "events of unknown phase ?";
    const char *name = name_of_phase(phase);
    unknown[sizeof unknown - 2] = phase;
    tally_add(&chunk->unknown, name ? name : unknown, name ? strlen(name) : sizeof unknown - 1);
}

const char *chrome_event_use(struct chrome_chunk *chunk, struct chrome_event *event)
{
    static const char of_profiler[] = "profiler annotations (ph X, cat Trace)";
    if (!event->is_object)
        return "not an event (expected an object)";
    if (!event->phase)
        return "event has no phase";
    if (event->phase == 'M')
        return use_name(chunk, event);
    if (event->phase == 'X' && is_of_profiler(event->texts[CHROME_CATEGORY])) {
        tally_add(&chunk->unknown, of_profiler, strlen(of_profiler));
        return NULL;
    }
    if (event->phase == 'X' || strchr("BEbeSFCiInR", event->phase))
        return use_timed(chunk, event);
    count_unknown(chunk, event->phase);
    return NULL;
}
