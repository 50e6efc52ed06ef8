#include "report_links.h"

#include <string.h>

#include "table/nodes_table.h"
#include "table/rows.h"
#include "util/strbuf.h"
#include "util/utf8.h"

enum { LONGEST_LABEL = 60, LONGEST_NAME = 40, MOST_NODES = 32, LONGEST_LINK = 2000 };

enum place { PLACE_JOB_ID, PLACE_USER, PLACE_NODE, PLACES };
static const char *const places[PLACES] = {"{job_id}", "{user}", "{node}"};

/* ---- what is a link -------------------------------------------------------------------------- */

static enum place place_at(const char *text)
{
    enum place place = 0;
    while (place < PLACES && strncmp(text, places[place], strlen(places[place])) != 0)
        place++;
    return place;
}

static bool has(const char *url, enum place place)
{
    return strstr(url, places[place]) != NULL;
}

/* Where the host ends: names may be filled in from there on. NULL: no such address. */
static const char *behind_host(const char *url)
{
    static const char *const schemes[] = {"https://", "http://"};
    static const char mail[] = "mailto:";
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        size_t size = strlen(schemes[i]);
        size_t host = strncmp(url, schemes[i], size) == 0 ? strcspn(url + size, "/?#") : 0;
        if (host)
            return url + size + host;
    }
    bool is_mail = strncmp(url, mail, strlen(mail)) == 0 && url[strlen(mail)];
    return is_mail ? url + strlen(mail) : NULL;
}

static const char *fault_of(const char *text)
{
    const char *equals = strchr(text, '='), *url = equals ? equals + 1 : "";
    const char *rest = behind_host(url), *brace = strpbrk(url, "{}");
    if (!equals || equals == text || !rest)
        return "must be LABEL=URL with an address of https, http or mailto, such as "
               "Grafana=https://grafana.example.org/d/job?var-job={job_id}";
    if (strlen(text) > LONGEST_LINK)
        return "is longer than 2000 characters";
    for (const char *c = url; *c; c++)
        if ((unsigned char)*c <= ' ' || (unsigned char)*c >= 127 || strchr("\"<>\\^`|", *c))
            return "has a character that an address must have as %XX";
    if (brace && brace < rest)
        return "has something to fill in before the end of its host name";
    for (; brace; brace = strpbrk(brace, "{}")) {
        enum place place = place_at(brace);
        if (place == PLACES)
            return "may have {job_id}, {user} and {node} to be filled in, and no other braces";
        brace += strlen(places[place]);
    }
    return NULL;
}

bool report_link_check(const char *text, struct error *error)
{
    const char *fault = fault_of(text);
    size_t shown = utf8_cut(text, strlen(text), LONGEST_NAME * 2);
    return !fault || error_set(error, ERROR_USAGE, "--link: '%.*s' %s", (int)shown, text, fault);
}

/* ---- filling in ------------------------------------------------------------------------------ */

struct filling {
    const struct environment *environment;
    struct arena *arena;
    const char *values[PLACES]; /* NULL: not known */
};

/* A browser would take "." and ".." for steps in the path, however they are written. */
static bool is_name(const char *value)
{
    return value && *value && strcmp(value, ".") != 0 && strcmp(value, "..") != 0;
}

static void add_encoded(struct strbuf *out, const char *value)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-._~";
    for (; *value; value++)
        if (strchr(plain, *value))
            strbuf_add_char(out, *value);
        else
            strbuf_format(out, "%%%02X", (unsigned)(unsigned char)*value);
}

/* NULL: something is not known. */
static const char *fill(const struct filling *filling, const char *url)
{
    struct strbuf out;
    bool is_known = true;
    strbuf_init(&out);
    while (*url) {
        size_t size = strcspn(url, "{");
        strbuf_format(&out, "%.*s", (int)size, url);
        url += size;
        enum place place = *url ? place_at(url) : PLACES;
        if (place == PLACES)
            continue;
        is_known = is_known && is_name(filling->values[place]);
        if (is_known)
            add_encoded(&out, filling->values[place]);
        url += strlen(places[place]);
    }
    const char *filled = is_known ? arena_text(filling->arena, out.text) : NULL;
    strbuf_release(&out);
    return filled;
}

static const char *shown(struct arena *arena, const char *text, size_t most)
{
    return utf8_shorten(arena, utf8_clean(arena, text), most);
}

static void note_unknown(const struct filling *filling, const char *label, const char *url)
{
    const char *unknown = "";
    size_t count = 0;
    for (enum place place = 0; place < PLACES; place++)
        if (has(url, place) && !is_name(filling->values[place]))
            unknown = arena_format(filling->arena, "%s%s%s", unknown, count++ ? " and " : "",
                                   places[place]);
    filling->environment->note(filling->environment->context,
                               arena_format(filling->arena,
                                            "--link %s is left out: %s %s not known of this run",
                                            label, unknown, count > 1 ? "are" : "is"));
}

/* Nodes that were sampled, else those of tasks. */
static const char *const *nodes_of(const struct tables *tables, struct arena *arena, size_t *count)
{
    const struct nodes_rows sampled = nodes_rows(tables);
    const struct task_nodes_rows of_tasks = task_nodes_rows(tables);
    size_t rows = sampled.rows ? sampled.rows : of_tasks.rows;
    const char **nodes = arena_alloc_array(arena, rows + 1, sizeof *nodes);
    *count = 0;
    for (size_t row = 0; row < rows; row++) {
        const char *node = sampled.rows ? sampled.node[row] : of_tasks.node[row];
        bool is_gpu = sampled.rows && nodes_table_is_gpu(sampled.table, row);
        bool is_again = *count && node && strcmp(nodes[*count - 1], node) == 0;
        if (is_name(node) && !is_gpu && !is_again)
            nodes[(*count)++] = node;
    }
    return nodes;
}

static bool fill_nodes(struct filling *filling, const char *label, const char *url,
                       const struct tables *tables, struct link_row *row)
{
    size_t count;
    const char *const *nodes = nodes_of(tables, filling->arena, &count);
    size_t most = count < MOST_NODES ? count : MOST_NODES;
    struct web_link *links = arena_alloc_array(filling->arena, most + 1, sizeof *links);
    *row = (struct link_row){.label = label, .links = links, .left_out = count - most};
    filling->values[PLACE_NODE] = count ? nodes[0] : NULL;
    if (!fill(filling, url))
        return false;
    for (; row->count < most; row->count++) {
        filling->values[PLACE_NODE] = nodes[row->count];
        links[row->count] =
            (struct web_link){shown(filling->arena, nodes[row->count], LONGEST_NAME),
                              fill(filling, url)};
    }
    return true;
}

struct link_rows report_links_fill(const struct text_list *links, const struct facts *facts,
                                   const struct tables *tables,
                                   const struct environment *environment, struct arena *arena)
{
    struct filling filling = {environment, arena, {facts->job_id, facts->user, NULL}};
    struct link_row *rows = arena_alloc_array(arena, links->count + 1, sizeof *rows);
    struct web_link *plain = arena_alloc_array(arena, links->count + 1, sizeof *plain);
    size_t count = 1;
    rows[0] = (struct link_row){.links = plain};
    for (size_t i = 0; i < links->count; i++) {
        const char *url = strchr(links->items[i], '=') + 1;
        const char *label =
            arena_text_of_size(arena, links->items[i], (size_t)(url - 1 - links->items[i]));
        label = shown(arena, label, LONGEST_LABEL);
        const char *filled = has(url, PLACE_NODE) ? NULL : fill(&filling, url);
        if (filled)
            plain[rows[0].count++] = (struct web_link){label, filled};
        else if (has(url, PLACE_NODE) && fill_nodes(&filling, label, url, tables, &rows[count]))
            count++;
        else
            note_unknown(&filling, label, url);
    }
    return rows[0].count ? (struct link_rows){rows, count}
                         : (struct link_rows){rows + 1, count - 1};
}
