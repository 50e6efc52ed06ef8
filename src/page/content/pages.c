#include "page/content/pages.h"

#include <math.h>
#include <string.h>

#include "page/content/page_parts.h"
#include "page/content/subject.h"
#include "page/content/whole_tables.h"
#include "table/rows.h"
#include "util/instant.h"
#include "util/number.h"

enum { LONGEST_NAME = 32, SHORT_JOB_S = 600 };

#define PAGE(name) extern const struct page page_##name;
#include "page/content/pages.def"
#undef PAGE

static const struct page *const all_pages[] = {
#define PAGE(name) &page_##name,
#include "page/content/pages.def"
#undef PAGE
};

/* From the start of the first attempt to the end of the last; where workers are known, so that a
 * manager wrote the records, from when its first task began to wait for them to when it ended: that
 * is of the run, unlike the queue of a cluster. */
static void set_times_of_tasks(struct facts *facts, const struct page_request *request,
                               const struct campaign_rows *campaign)
{
    const struct concurrency_summary_rows summary = concurrency_summary_rows(request->tables);
    bool has_manager = summary.rows && !number_is_missing(summary.workers_mean[0]);
    facts->start = has_manager ? fmin(summary.start[0], campaign->start[0]) : campaign->start[0];
    facts->end = has_manager ? fmax(summary.end[0], campaign->end[0]) : campaign->end[0];
}

/* The time span of the tasks, where nothing else is known. */
static const struct facts *facts_with_times(const struct page_request *request, struct arena *arena)
{
    const struct campaign_rows campaign = campaign_rows(request->tables);
    struct facts *facts = arena_alloc(arena, sizeof *facts);
    *facts = *request->facts;
    if (campaign.rows && number_is_missing(facts->start) && number_is_missing(facts->end))
        set_times_of_tasks(facts, request, &campaign);
    return facts;
}

/* What the title leaves open: the id when the title is the user's own. */
static const char *subtitle_of(const struct page_request *request, const struct facts *facts,
                               struct arena *arena)
{
    const char *text = NULL;
    if (facts->title && facts->job_id)
        text = arena_format(arena, "Job %s", plain_text(arena, facts->job_id, LONGEST_NAME));
    text = text_joined(arena, text, plain_text(arena, facts->user, LONGEST_NAME));
    text = text_joined(arena, text, plain_text(arena, facts->cluster, LONGEST_NAME));
    if (!number_is_missing(facts->node_count))
        text = text_joined(arena, text, count_text(arena, facts->node_count, "node", "nodes"));
    return text_joined(arena, text, subject_brief(request, arena));
}

/* A job of a few minutes needs its seconds. NULL where no clock has the time of day. */
static const char *period_of(const struct facts *facts, struct arena *arena)
{
    char start[64], end[64], zone[64];
    if (!(instant_is_date(facts->start) || instant_is_date(facts->end)))
        return NULL;
    if (number_is_missing(facts->start) || number_is_missing(facts->end))
        return !number_is_missing(facts->start) ? moment_text(arena, facts->start)
                                                : moment_text(arena, facts->end);
    enum instant_style style =
        facts->end - facts->start < SHORT_JOB_S ? INSTANT_FULL : INSTANT_MINUTE;
    return arena_format(arena, "%s → %s %s",
                        instant_format(facts->start, style, start, sizeof start),
                        instant_format(facts->end, style, end, sizeof end),
                        instant_zone_name(facts->end, zone, sizeof zone));
}

/* The section, else the one that it is a part of: "tasks-efficiency" is shown in "tasks". */
static const struct section *find_or_enclosing(const struct document *document, const char *id)
{
    const struct section *section = document_find_section(document, id);
    for (const char *end = strrchr(id, '-'); !section && end; end = strrchr(id, '-')) {
        id = arena_text_of_size(document->arena, id, (size_t)(end - id));
        section = document_find_section(document, id);
    }
    return section;
}

/* A section without figures and tables is left out. The roofline is drawn of metrics, which are
 * listed where it is not. */
static const char *shown_section(const struct document *document, const char *id)
{
    const struct section *section = find_or_enclosing(document, id);
    if (!section && strcmp(id, "roofline") == 0)
        section = document_find_section(document, "metrics");
    return section ? section->id : NULL;
}

static void mend_links(struct document *document, struct block *block)
{
    struct finding *findings = arena_alloc_array(document->arena, block->count, sizeof *findings);
    for (size_t i = 0; i < block->count; i++) {
        findings[i] = block->findings[i];
        if (findings[i].section)
            findings[i].section = shown_section(document, findings[i].section);
        if (!findings[i].section)
            findings[i].figure = NULL;
    }
    block->findings = findings;
}

static void check_links(struct document *document)
{
    for (size_t i = 0; i < document->section_count; i++) {
        struct section *section = &document->sections[i];
        for (size_t k = 0; k < section->block_count; k++)
            if (section->blocks[k].kind == BLOCK_FINDINGS)
                mend_links(document, &section->blocks[k]);
    }
}

void document_make(struct document *document, const struct page_request *request,
                   struct arena *arena)
{
    document->arena = arena;
    document->facts = facts_with_times(request, arena);
    document->heading = subject_heading(request, arena);
    document->title = facts_title(document->facts, document->heading, arena);
    document->subtitle = subtitle_of(request, document->facts, arena);
    document->period = period_of(document->facts, arena);
    document->sections = NULL;
    document->section_count = document->section_capacity = 0;
    for (size_t i = 0; i < sizeof all_pages / sizeof all_pages[0]; i++)
        all_pages[i]->add(request, document);
    whole_tables_link(document);
    check_links(document);
}
