#include "input/known_hosts.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "input/nodes/perfmon_metrics.h"
#include "util/hostlist.h"
#include "util/memory.h"

/* ---- which there are ---- */

static void add_name(struct known_hosts *hosts, const char *name, const char *host)
{
    uint32_t number = name_index_find(&hosts->names, name);
    if (number != NAME_INDEX_NONE) {
        const char *known = hosts->hosts.items[number];
        hosts->hosts.items[number] = known && strcmp(known, host) == 0 ? known : NULL;
        return;
    }
    name_index_add(&hosts->names, name);
    *list_add(&hosts->hosts) = host;
}

static void add(void *context, const char *host, size_t size)
{
    struct known_hosts *hosts = context;
    if (!size)
        return;
    const char *name = arena_text_of_size(&hosts->arena, host, size), *dot = strchr(name, '.');
    add_name(hosts, name, name);
    if (dot && dot > name)
        add_name(hosts, arena_text_of_size(&hosts->arena, name, (size_t)(dot - name)), name);
}

/* "gpu-0.n1" and "n1 socket 0" are of n1. */
static void add_node(struct known_hosts *hosts, const char *node)
{
    const char *name = perfmon_is_gpu_name(node) ? strchr(node, '.') + 1 : node;
    add(hosts, name, strcspn(name, " "));
}

static void add_records(struct known_hosts *hosts, const struct records *records)
{
    bool *seen = memory_alloc_array(records->texts.count + 1, sizeof *seen);
    int columns[] = {RECORD_NODE_COLUMN,
                     records_find_attribute(records, RECORD_NODE_LIST, RECORD_TEXT)};
    for (size_t i = 0; i < records->block_count; i++)
        for (size_t row = 0; row < records->blocks[i].rows; row++)
            for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++) {
                uint32_t text = columns[k] == RECORDS_NO_COLUMN
                                    ? 0
                                    : records_text_at(&records->blocks[i], columns[k], row);
                if (seen[text])
                    continue;
                seen[text] = true;
                const char *list = interner_text(&records->texts, text);
                if (list && hostlist_count(list, strlen(list)))
                    hostlist_expand(list, strlen(list), add, hosts);
            }
    free(seen);
}

static void add_activity(struct known_hosts *hosts, const struct activity *activity)
{
    bool *seen = memory_alloc_array(activity->texts.count + 1, sizeof *seen);
    for (size_t i = 0; i < activity->end_count; i++)
        seen[activity->ends[i].subject.host] = true;
    for (size_t i = 0; i < activity->sample_count; i++)
        seen[activity->samples[i].host] = true;
    for (size_t i = 0; i < activity->place_count; i++)
        seen[activity->places[i].host] = true;
    for (uint32_t text = 1; text < activity->texts.count; text++)
        if (seen[text])
            add(hosts, activity_text(activity, text), strlen(activity_text(activity, text)));
    free(seen);
}

void known_hosts_make(struct known_hosts *hosts, const struct dataset *dataset)
{
    *hosts = (struct known_hosts){0};
    name_index_init(&hosts->names);
    arena_init(&hosts->arena);
    for (size_t i = 0; i < dataset->node_count; i++)
        add_node(hosts, dataset->nodes[i].name);
    if (dataset->records)
        add_records(hosts, dataset->records);
    if (dataset->activity)
        add_activity(hosts, dataset->activity);
}

void known_hosts_release(struct known_hosts *hosts)
{
    name_index_release(&hosts->names);
    free(hosts->hosts.items);
    arena_release(&hosts->arena);
}

/* ---- in a path ---- */

/* "gpu" and "a" are words that any path may hold. */
static bool may_be_host(const char *name, size_t size)
{
    bool letter = false, digit = false;
    for (size_t i = 0; i < size; i++) {
        letter |= isalpha((unsigned char)name[i]) != 0;
        digit |= isdigit((unsigned char)name[i]) != 0;
    }
    return letter && digit;
}

/* The longest in one directory's or file's name; `several` when others are as long. */
struct match {
    const char *host;
    size_t begin, size; /* in that name */
    bool several;
};

static void look_up(struct known_hosts *hosts, const char *text, size_t begin, size_t size,
                    struct match *match)
{
    char name[NAME_MAX + 1]; /* no directory or file has a longer one */
    if (size < match->size || size > NAME_MAX || !may_be_host(text + begin, size))
        return;
    memcpy(name, text + begin, size);
    name[size] = '\0';
    uint32_t number = name_index_find(&hosts->names, name);
    if (number == NAME_INDEX_NONE)
        return;
    const char *host = hosts->hosts.items[number];
    if (!host)
        return;
    match->several = size == match->size && strcmp(host, match->host) != 0;
    match->host = host;
    match->begin = begin;
    match->size = size;
}

static struct match find_in_name(struct known_hosts *hosts, const char *name, size_t size)
{
    struct match match = {NULL, 0, 0, false};
    for (size_t begin = 0; begin < size; begin++) {
        bool begins = isalnum((unsigned char)name[begin]) &&
                      (begin == 0 || !isalnum((unsigned char)name[begin - 1]));
        for (size_t end = begin + 1; begins && end <= size; end++)
            if (isalnum((unsigned char)name[end - 1]) &&
                (end == size || !isalnum((unsigned char)name[end])))
                look_up(hosts, name, begin, end - begin, &match);
    }
    return match;
}

struct host_in_path known_hosts_in_path(struct known_hosts *hosts, const char *path)
{
    for (size_t end = strlen(path); end > 0;) {
        size_t begin = end;
        while (begin > 0 && path[begin - 1] != '/')
            begin--;
        struct match match = find_in_name(hosts, path + begin, end - begin);
        if (match.several)
            return (struct host_in_path){.several = true};
        if (match.host)
            return (struct host_in_path){.host = match.host,
                                         .begin = begin + match.begin,
                                         .end = begin + match.begin + match.size};
        end = begin ? begin - 1 : 0;
    }
    return (struct host_in_path){.several = false};
}
