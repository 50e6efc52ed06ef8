#include "analysis/samples_left_out.h"

#include <string.h>

#include "analysis/naive_times.h"
#include "util/count_text.h"
#include "util/instant.h"
#include "util/named_few.h"
#include "util/strbuf.h"

void samples_left_out_add(struct samples_left_out *out, struct held_times held, double time)
{
    bool is_other = held.count == 0;
    out->of_others += is_other;
    out->at_others += !is_other;
    out->is_before |= !is_other && time < held.items[0].start;
    out->is_after |= !is_other && time > held.items[held.count - 1].end;
}

void samples_left_out_add_node(struct samples_left_out *out, struct held_times held,
                               const char *node)
{
    interner_add(held.count ? &out->nodes : &out->other_nodes, node, strlen(node));
}

bool samples_left_out_any(const struct samples_left_out *out)
{
    return out->of_others + out->at_others > 0;
}

void samples_left_out_release(struct samples_left_out *out)
{
    interner_release(&out->nodes);
    interner_release(&out->other_nodes);
}

static const char *nodes_text(size_t count)
{
    return count == 1 ? "node" : "nodes";
}

static size_t names_in(const struct interner *names)
{
    return names->count ? names->count - 1 : 0;
}

static void tell_others(const struct samples_left_out *out, const char *samples,
                        const struct allocations *allocations, struct place place,
                        struct diagnostics *diagnostics)
{
    struct named_few few = {0};
    size_t nodes = names_in(&out->other_nodes);
    for (uint32_t i = 1; i <= nodes; i++)
        named_few_add(&few, interner_text(&out->other_nodes, i));
    diagnostics_omit(diagnostics, place, out->of_others, "%s of %s %s that %s are left out: %s",
                     samples, COUNT_TEXT(nodes), nodes_text(nodes),
                     allocations->jobs == 1 ? "the job did not use" : "no job used",
                     named_few_text(&few));
    named_few_release(&few);
}

/* "before 2025-11-12 10:00:00, when the job started, and after …, when it ended" */
static void add_times(struct strbuf *text, const struct samples_left_out *out, struct held_time ran)
{
    char time[64];
    if (out->is_before)
        strbuf_format(text, "before %s, when the job started,",
                      instant_format(ran.start, INSTANT_FULL, time, sizeof time));
    if (out->is_after)
        strbuf_format(text, "%safter %s, when %s ended,", out->is_before ? " and " : "",
                      instant_format(ran.end, INSTANT_FULL, time, sizeof time),
                      out->is_before ? "it" : "the job");
}

static void tell_times(const struct samples_left_out *out, const char *samples,
                       const struct allocations *allocations, const struct dataset *dataset,
                       struct place place, struct diagnostics *diagnostics)
{
    size_t nodes = names_in(&out->nodes);
    struct held_times any = allocations->by_any;
    struct strbuf when;
    strbuf_init(&when);
    if (allocations->jobs == 1 && any.count == 1)
        add_times(&when, out, any.items[0]);
    else
        strbuf_format(&when, "when no job used %s", nodes == 1 ? "it" : "them");
    strbuf_add_text(&when, " are left out");
    naive_times_tell(&when, dataset);
    diagnostics_omit(diagnostics, place, out->at_others, "%s of %s %s %s", samples,
                     COUNT_TEXT(nodes), nodes_text(nodes), when.text);
    strbuf_release(&when);
}

void samples_left_out_tell(const struct samples_left_out *out, const char *samples,
                           const struct allocations *allocations, const struct dataset *dataset,
                           struct diagnostics *diagnostics)
{
    struct place place = {dataset->sampled_count == 1 ? dataset->sampled[0].path : NULL, 0, 0};
    if (out->of_others)
        tell_others(out, samples, allocations, place, diagnostics);
    if (out->at_others)
        tell_times(out, samples, allocations, dataset, place, diagnostics);
}
