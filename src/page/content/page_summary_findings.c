#include "page/content/page_summary.h"

#include <string.h>

#include "page/content/attempt_views.h"
#include "page/content/page_parts.h"
#include "table/rows.h"
#include "util/web_address.h"

enum { MOST_FINDINGS = 6, LONGEST_SENTENCE = 480 };

static const char *level_of(const char *text)
{
    static const char *const levels[] = {"bad", "warn", "note", "good"};
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (text && strcmp(text, levels[i]) == 0)
            return levels[i];
    return "note";
}

/* The last chart of a metric is the one with its nodes. */
static const struct figure *figure_of(const struct figures *figures, const char *metric)
{
    for (size_t i = figures ? figures->count : 0; i-- > 0;)
        if (figures->items[i].metric && strcmp(figures->items[i].metric, metric) == 0)
            return &figures->items[i];
    return NULL;
}

/* A finding names the metric it is about, or one of our own sections. */
static void set_place(struct finding *finding, const char *about,
                      const struct page_request *request, struct arena *arena)
{
    size_t row;
    if (!about || !*about)
        return;
    const struct figure *figure = figure_of(request->figures, about);
    if (figure && figure->section) {
        finding->figure = figure->id;
        finding->section = figure_section_id(arena, figure->section);
        return;
    }
    bool is_metric = find_metric(request->tables, "job_metrics", about, &row);
    finding->section = is_metric ? "metrics" : plain_text(arena, about, LONGEST_SENTENCE);
}

static bool is_address(const char *word)
{
    return web_address_next(word).text == word;
}

/* A full stop behind it would be copied with it. */
static bool ends_in_address(const char *phrase)
{
    const char *last = strrchr(phrase, ' ');
    return is_address(last ? last + 1 : phrase);
}

/* Analyses give advice as a phrase. */
static const char *as_sentence(struct arena *arena, const char *phrase)
{
    if (!phrase || !*phrase)
        return NULL;
    phrase = plain_text(arena, phrase, LONGEST_SENTENCE);
    size_t size = strlen(phrase);
    bool is_small = phrase[0] >= 'a' && phrase[0] <= 'z' && !is_address(phrase);
    return arena_format(arena, "%c%s%s", is_small ? phrase[0] - 'a' + 'A' : phrase[0], phrase + 1,
                        strchr(".!?", phrase[size - 1]) || ends_in_address(phrase) ? "" : ".");
}

/* A line must not begin with the sign of percent. */
static const char *keep_percents(struct arena *arena, const char *text)
{
    static const char space[] = "\u00a0";
    char *kept = arena_alloc(arena, 2 * strlen(text) + 1), *end = kept;
    for (; *text; text++)
        if (text[0] == ' ' && text[1] == '%')
            end = stpcpy(end, space);
        else
            *end++ = *text;
    return kept;
}

static bool has_address(const char *text, struct text_slice address)
{
    if (!text)
        return false;
    struct text_slice at = web_address_next(text);
    while (at.size && !text_slices_equal(at, address))
        at = web_address_next(at.text + at.size);
    return at.size > 0;
}

/* The note and the advice of a rule are of the site, or ours; what fills in an advice, such as the
 * name of a task, is of whoever ran the job, and leads nowhere. */
static bool is_of_rule(const struct rule *rule, struct text_slice address)
{
    for (size_t i = 0; i < rule->advices.count; i++)
        if (has_address(rule->advices.items[i].source, address))
            return true;
    return has_address(rule->note, address);
}

static void add_links(struct finding *finding, const struct rule *rule, struct arena *arena)
{
    size_t capacity = 0;
    struct text_slice *links = NULL, at = {NULL, 0};
    const char *text = rule ? finding->advice : NULL;
    while (text && (at = web_address_next(text)).size) {
        text = at.text + at.size;
        if (!is_of_rule(rule, at))
            continue;
        links = arena_reserve(arena, links, finding->link_count, &capacity, sizeof *links);
        links[finding->link_count++] = at;
    }
    finding->links = links;
}

static struct finding finding_of(const struct findings_rows *table, size_t row,
                                 const struct page_request *request, struct arena *arena)
{
    const char *sentence = table->finding[row];
    struct finding finding = {
        .level = level_of(table->level[row]),
        .sentence =
            keep_percents(arena, plain_text(arena, sentence ? sentence : "?", LONGEST_SENTENCE)),
        .advice = as_sentence(arena, table->advice[row]),
    };
    const char *id = table->id[row];
    const struct rule *rule = id && request->rules ? rules_find(request->rules, id) : NULL;
    set_place(&finding, table->section[row], request, arena);
    finding.list = rule && rule->list ? attempt_list_anchor(arena, rule->list) : NULL;
    add_links(&finding, rule, arena);
    return finding;
}

void summary_add_findings(const struct page_request *request, struct document *document,
                          struct section *section)
{
    const struct findings_rows table = findings_rows(request->tables);
    section_add_subheading(document, section, "Findings");
    if (!table.rows) {
        section_add_paragraph(document, section, "No measured value exceeds a threshold.");
        return;
    }
    size_t count = table.rows < MOST_FINDINGS ? table.rows : MOST_FINDINGS;
    struct finding *findings = arena_alloc_array(document->arena, count, sizeof *findings);
    for (size_t row = 0; row < count; row++)
        findings[row] = finding_of(&table, row, request, document->arena);
    struct block *block = section_add_block(document, section, BLOCK_FINDINGS);
    block->findings = findings;
    block->count = count;
    if (table.rows > count)
        section_add_paragraph(document, section, "%s in data/findings.csv.",
                              count_text(document->arena, (double)(table.rows - count),
                                         "more finding is", "more findings are"));
}
