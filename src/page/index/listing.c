#include "page/index/listing.h"

#include <stdlib.h>
#include <string.h>

#include "page/content/page_parts.h"
#include "page/web/html_parts.h"
#include "page/web/template.h"
#include "util/instant.h"
#include "util/name_index.h"
#include "util/number.h"
#include "util/path.h"

enum { LONGEST_TEXT = 60, LONGEST_NAME = 32, LONGEST_ALT = 300, MOST_WITHOUT_MONTHS = 12 };

static const char listing_template[] = "listing.tpl";
static const char *const style_sheets[] = {"report.css", "listing.css"};

/* ---- order ----------------------------------------------------------------------------------- */

/* The later first, none last. */
static int compare_moments(double a, double b)
{
    if (number_is_missing(a) != number_is_missing(b))
        return number_is_missing(a) ? 1 : -1;
    return a > b ? -1 : a < b;
}

/* By the start of the run. When a report was made does not say when its run was: of those without a
 * start the latest made comes first, behind all others. */
static int newest_first(const void *left, const void *right)
{
    const struct listed_report *l = left, *r = right;
    int order = compare_moments(l->facts.start, r->facts.start);
    if (!order)
        order = compare_moments(l->created, r->created);
    return order ? order : strcmp(l->directory, r->directory);
}

void listing_sort(struct listing *listing)
{
    if (listing->count)
        qsort(listing->reports, listing->count, sizeof *listing->reports, newest_first);
}

/* ---- texts ----------------------------------------------------------------------------------- */

struct listing_page {
    const struct listing *listing;
    struct arena *arena;
    bool *is_repeated; /* of each report: another one has its title and what follows it */
    bool with_users, with_nodes, with_tasks; /* columns in which some report has something */
};

/* Those of the job; where no source says how many it had, those with samples. */
static double nodes_of(const struct listed_report *report)
{
    return number_is_missing(report->facts.node_count) ? report->sampled_nodes
                                                       : report->facts.node_count;
}

static void find_columns(struct listing_page *page)
{
    for (size_t i = 0; i < page->listing->count; i++) {
        const struct listed_report *report = &page->listing->reports[i];
        const struct facts *facts = &report->facts;
        page->with_users = page->with_users || facts->user || facts->cluster;
        page->with_nodes = page->with_nodes || !number_is_missing(nodes_of(report));
        page->with_tasks = page->with_tasks || !number_is_missing(report->tasks);
    }
}

static void show_columns(const struct listing_page *page, struct dictionary *dictionary)
{
    if (page->with_users)
        dictionary_show(dictionary, "WITH_USERS");
    if (page->with_nodes)
        dictionary_show(dictionary, "WITH_NODES");
    if (page->with_tasks)
        dictionary_show(dictionary, "WITH_TASKS");
}

const char *listing_title(struct arena *arena, const struct listed_report *report)
{
    bool of_tasks =
        !number_is_missing(report->tasks) && number_is_missing(report->facts.node_count);
    const char *heading = plain_text(arena, report->heading, LONGEST_TEXT);
    return facts_title(&report->facts,
                       heading    ? heading
                       : of_tasks ? "Campaign report"
                                  : "Job report",
                       arena);
}

const char *listing_page_label(struct arena *arena, const char *page)
{
    size_t size = strlen(page);
    bool is_html = size > 5 && strcmp(page + size - 5, ".html") == 0;
    return html_page_label(arena, arena_text_of_size(arena, page, is_html ? size - 5 : size));
}

static const char *url(const struct listing_page *page, const struct listed_report *report,
                       const char *file)
{
    return html_url(page->arena, arena_format(page->arena, "%s/%s", report->directory, file));
}

/* Where the title leads: the overview, or on paper alone the PDF, or what there is. */
static const char *main_url(const struct listing_page *page, const struct listed_report *report)
{
    if (report->page_count)
        return url(page, report, report->pages[0]);
    return url(page, report, report->pdf ? report->pdf : "");
}

static const char *instant_text(const struct listing_page *page, double instant,
                                enum instant_style style)
{
    char text[64];
    if (number_is_missing(instant))
        return NULL;
    return arena_text(page->arena, instant_format(instant, style, text, sizeof text));
}

static void set_text(const struct listing_page *page, struct dictionary *dictionary,
                     const char *name, const char *text)
{
    dictionary_set_optional(dictionary, name, plain_text(page->arena, text, LONGEST_NAME));
}

static void set_count(const struct listing_page *page, struct dictionary *dictionary,
                      const char *name, double count)
{
    char text[64];
    if (!number_is_missing(count))
        dictionary_set_optional(dictionary, name,
                                arena_text(page->arena,
                                           quantity_format_fixed(count, 0, text, sizeof text)));
}

/* ---- a report -------------------------------------------------------------------------------- */

/* What has a column of its own is not said again. */
static bool has_column(const struct key_figure *figure)
{
    return figure->name &&
           (strcmp(figure->name, "elapsed") == 0 || strcmp(figure->name, "tasks") == 0);
}

static void add_key_figures(const struct listing_page *page, struct dictionary *row,
                            const struct listed_report *report)
{
    struct dictionary *list = NULL;
    for (size_t i = 0; i < report->key_figure_count; i++) {
        const struct key_figure *figure = &report->key_figures[i];
        if (has_column(figure))
            continue;
        if (!list)
            list = dictionary_add(row, "KEY_FIGURES");
        struct dictionary *item = dictionary_add(list, "KEY_FIGURE");
        dictionary_set(item, "VALUE", plain_text(page->arena, figure->value, LONGEST_NAME));
        dictionary_set(item, "LABEL", plain_text(page->arena, figure->label, LONGEST_TEXT));
    }
}

static void add_link(struct dictionary *list, const char *address, const char *name)
{
    struct dictionary *link = dictionary_add(list, "PAGE_LINK");
    dictionary_set(link, "URL", address);
    dictionary_set(link, "NAME", name);
}

static void add_links(const struct listing_page *page, struct dictionary *row,
                      const struct listed_report *report)
{
    for (size_t i = 0; i < report->page_count; i++)
        add_link(row, url(page, report, report->pages[i]),
                 listing_page_label(page->arena, report->pages[i]));
    if (report->pdf)
        add_link(row, url(page, report, report->pdf), "PDF");
}

static void add_thumbnail(const struct listing_page *page, struct dictionary *row,
                          const struct listed_report *report)
{
    if (!report->thumbnail) {
        dictionary_show(row, "NO_IMAGE");
        return;
    }
    struct dictionary *image = dictionary_add(row, "IMAGE");
    dictionary_set(image, "URL", url(page, report, report->thumbnail));
    if (report->dark_thumbnail)
        dictionary_set_optional(image, "DARK_URL", url(page, report, report->dark_thumbnail));
    const char *alt = plain_text(page->arena, report->alt, LONGEST_ALT);
    dictionary_set(image, "ALT", alt ? alt : "");
}

/* "runs/tasks.csv and 2 more" */
static const char *input_text(const struct listing_page *page, const struct listed_report *report)
{
    if (!report->input)
        return NULL;
    const char *name = path_base_name(report->input);
    const char *parent = path_base_name(path_parent(page->arena, report->input));
    if (*parent && strcmp(parent, ".") != 0 && strcmp(parent, "..") != 0)
        name = arena_format(page->arena, "%s/%s", parent, name);
    name = plain_text(page->arena, name, LONGEST_TEXT);
    if (!(report->input_count > 1))
        return name;
    char more[64];
    return arena_format(page->arena, "%s and %s more", name,
                        quantity_format_fixed(report->input_count - 1, 0, more, sizeof more));
}

/* What the title leaves open; what was given where nothing has a name. */
static const char *detail_of(const struct listing_page *page, const struct listed_report *report)
{
    const struct facts *facts = &report->facts;
    if (!facts->title && !facts->job_id && !facts->job_name)
        return text_joined(page->arena, input_text(page, report),
                           plain_text(page->arena, facts->state, LONGEST_NAME));
    const char *job = plain_text(page->arena, facts->job_id, LONGEST_NAME);
    const char *name = plain_text(page->arena, facts->job_name, LONGEST_NAME);
    const char *state = plain_text(page->arena, facts->state, LONGEST_NAME);
    const char *text =
        facts->title && *facts->title && job ? arena_format(page->arena, "Job %s", job) : NULL;
    text = text_joined(page->arena, text, facts->title || job ? name : NULL);
    return text_joined(page->arena, text, state);
}

/* Reports of inputs of one name without a job's name are told apart by where they stand. */
static void find_repeated(struct listing_page *page)
{
    const struct listing *listing = page->listing;
    struct name_index names;
    size_t *first = arena_alloc_array(page->arena, listing->count + 1, sizeof *first);
    page->is_repeated =
        arena_alloc_array(page->arena, listing->count + 1, sizeof *page->is_repeated);
    name_index_init(&names);
    for (size_t i = 0; i < listing->count; i++) {
        const struct listed_report *report = &listing->reports[i];
        const char *name =
            text_joined(page->arena, listing_title(page->arena, report), detail_of(page, report));
        uint32_t number = name_index_find(&names, name);
        if (number == NAME_INDEX_NONE)
            first[name_index_add(&names, name)] = i;
        else
            page->is_repeated[i] = page->is_repeated[first[number]] = true;
    }
    name_index_release(&names);
}

static void add_report(const struct listing_page *page, struct dictionary *month,
                       const struct listed_report *report)
{
    bool is_repeated = page->is_repeated[report - page->listing->reports];
    const char *detail = detail_of(page, report);
    if (is_repeated)
        detail = text_joined(page->arena, detail,
                             plain_text(page->arena, report->directory, LONGEST_TEXT));
    const struct facts *facts = &report->facts;
    struct dictionary *row = dictionary_add(month, "REPORT");
    double elapsed_s = facts->end - facts->start;
    dictionary_set(row, "LINK", main_url(page, report));
    dictionary_set(row, "TITLE", listing_title(page->arena, report));
    dictionary_set_optional(row, "DETAIL", detail);
    add_thumbnail(page, row, report);
    add_key_figures(page, row, report);
    add_links(page, row, report);
    show_columns(page, row);
    set_text(page, row, "USER", facts->user);
    set_text(page, row, "CLUSTER", facts->cluster);
    if (!number_is_missing(facts->start)) {
        struct dictionary *start = dictionary_add(row, "START");
        dictionary_set(start, "ISO", instant_text(page, facts->start, INSTANT_ISO));
        dictionary_set(start, "DAY", instant_text(page, facts->start, INSTANT_DAY));
        dictionary_set(start, "CLOCK", instant_text(page, facts->start, INSTANT_CLOCK));
    }
    if (elapsed_s >= 0)
        dictionary_set_optional(row, "ELAPSED",
                                quantity_text(page->arena, elapsed_s, "s", UNITS_SI));
    set_count(page, row, "NODES", nodes_of(report));
    set_count(page, row, "TASKS", report->tasks);
}

/* ---- months ---------------------------------------------------------------------------------- */

/* "2024-06", or "" when nothing is known. */
static const char *month_id(const struct listing_page *page, const struct listed_report *report)
{
    const char *day = instant_text(page, report->facts.start, INSTANT_DAY);
    return day && strlen(day) > 3 ? arena_text_of_size(page->arena, day, strlen(day) - 3) : "";
}

static const char *month_name(const struct listing_page *page, const struct listed_report *report)
{
    const char *name = instant_text(page, report->facts.start, INSTANT_MONTH);
    return name ? name : "Without a date";
}

static size_t count_of_month(const struct listing_page *page, size_t from, const char *id)
{
    size_t count = 0;
    while (from + count < page->listing->count &&
           strcmp(month_id(page, &page->listing->reports[from + count]), id) == 0)
        count++;
    return count;
}

/* Headings, and a list that leads to them, where there are many reports of several months. */
static void add_months(const struct listing_page *page, struct dictionary *top)
{
    const struct listing *listing = page->listing;
    struct dictionary *list = NULL;
    bool with_headings = listing->count > MOST_WITHOUT_MONTHS;
    for (size_t from = 0, count; from < listing->count; from += count) {
        const struct listed_report *first = &listing->reports[from];
        const char *id = month_id(page, first);
        struct dictionary *month = dictionary_add(top, "MONTH");
        count = with_headings ? count_of_month(page, from, id) : listing->count;
        if (with_headings) {
            struct dictionary *heading = dictionary_add(month, "HEADING");
            if (!list)
                list = dictionary_add(top, "MONTHS");
            struct dictionary *link = dictionary_add(list, "MONTH_LINK");
            const char *anchor = arena_format(page->arena, "month-%s", id);
            const char *number = count_text(page->arena, (double)count, "report", "reports");
            dictionary_set(heading, "ID", anchor);
            dictionary_set(heading, "NAME", month_name(page, first));
            dictionary_set(heading, "COUNT", number);
            dictionary_set(link, "URL", arena_format(page->arena, "#%s", anchor));
            dictionary_set(link, "NAME", month_name(page, first));
            dictionary_set(link, "COUNT", arena_format(page->arena, "%zu", count));
        }
        for (size_t i = 0; i < count; i++)
            add_report(page, month, &listing->reports[from + i]);
    }
}

/* ---- masthead -------------------------------------------------------------------------------- */

static size_t count_names(const struct listing *listing, size_t offset)
{
    struct name_index names;
    name_index_init(&names);
    for (size_t i = 0; i < listing->count; i++) {
        const char *field = (const char *)&listing->reports[i].facts + offset;
        const char *name = *(const char *const *)(const void *)field;
        if (name && *name && name_index_find(&names, name) == NAME_INDEX_NONE)
            name_index_add(&names, name);
    }
    size_t count = names.count;
    name_index_release(&names);
    return count;
}

static const char *subtitle_of(const struct listing_page *page)
{
    const struct listing *listing = page->listing;
    size_t users = count_names(listing, offsetof(struct facts, user));
    size_t clusters = count_names(listing, offsetof(struct facts, cluster));
    const char *text = count_text(page->arena, (double)listing->count, "report", "reports");
    if (users > 1)
        text =
            text_joined(page->arena, text, count_text(page->arena, (double)users, "user", "users"));
    if (clusters > 1)
        text = text_joined(page->arena, text,
                           count_text(page->arena, (double)clusters, "cluster", "clusters"));
    return text;
}

static const char *period_of(const struct listing_page *page)
{
    double first = NUMBER_MISSING, last = NUMBER_MISSING;
    char zone[64];
    for (size_t i = 0; i < page->listing->count; i++) {
        const struct facts *facts = &page->listing->reports[i].facts;
        if (!number_is_missing(facts->start) && !(first <= facts->start))
            first = facts->start;
        if (!number_is_missing(facts->end) && !(last >= facts->end))
            last = facts->end;
    }
    if (number_is_missing(first) || number_is_missing(last))
        return NULL;
    const char *from = instant_text(page, first, INSTANT_DAY);
    const char *to = instant_text(page, last, INSTANT_DAY);
    instant_zone_name(last, zone, sizeof zone);
    return strcmp(from, to) == 0 ? arena_format(page->arena, "%s %s", from, zone)
                                 : arena_format(page->arena, "%s → %s %s", from, to, zone);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool write_page(const struct listing *listing, struct templates *templates,
                       struct strbuf *out, struct error *error)
{
    struct arena arena;
    arena_init(&arena);
    struct listing_page page = {.listing = listing, .arena = &arena};
    find_columns(&page);
    find_repeated(&page);
    struct dictionary *top = dictionary_new();
    dictionary_set_optional(top, "PROGRAM", listing->program);
    dictionary_set(top, "SUBTITLE", subtitle_of(&page));
    dictionary_set_optional(top, "PERIOD", period_of(&page));
    if (!listing->count)
        dictionary_show(top, "EMPTY");
    show_columns(&page, top);
    add_months(&page, top);
    bool good = templates_load(templates, listing_template, error) &&
                templates_expand(templates, listing_template, top, out, error);
    dictionary_free(top);
    arena_release(&arena);
    return good;
}

bool listing_write(const struct listing *listing, struct strbuf *page, struct strbuf *style_sheet,
                   struct error *error)
{
    struct templates *templates =
        templates_new(listing->template_directories, listing->template_directory_count);
    bool good = write_page(listing, templates, page, error);
    for (size_t i = 0; i < sizeof style_sheets / sizeof style_sheets[0] && good; i++)
        good = templates_read(templates, style_sheets[i], style_sheet, error);
    templates_free(templates);
    return good;
}
