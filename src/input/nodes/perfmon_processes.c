#include "input/nodes/perfmon_processes.h"

#include <stdlib.h>
#include <string.h>

#include "util/utf8.h"

enum { DEEPEST = 4, MOST_CHILDREN = 100, LONGEST_COMMAND = 1000 };

void perfmon_processes_release(struct perfmon_processes *processes)
{
    free(processes->children.items);
    *processes = (struct perfmon_processes){0};
}

bool perfmon_processes_enter(struct perfmon_processes *processes, struct text_slice key)
{
    bool is_parent = text_slice_is(key, "parent_proc_md");
    if (!processes->depth && !is_parent && !text_slice_is(key, "child_proc_md"))
        return false;
    if (processes->depth == DEEPEST)
        return false;
    if (!processes->depth++)
        processes->is_parent = is_parent;
    return true;
}

void perfmon_processes_leave(struct perfmon_processes *processes)
{
    processes->depth--;
}

static void add_child(struct perfmon_processes *processes, const char *name, size_t count)
{
    for (size_t i = 0; i < processes->children.count; i++)
        if (strcmp(processes->children.items[i].name, name) == 0) {
            processes->children.items[i].count += count;
            return;
        }
    if (processes->children.count < MOST_CHILDREN)
        *list_add(&processes->children) = (struct perfmon_child){name, count};
}

/* "123 matmul" → "matmul" */
static struct text_slice without_id(struct text_slice text)
{
    size_t digits = 0;
    while (digits < text.size && text.text[digits] >= '0' && text.text[digits] <= '9')
        digits++;
    if (digits && digits < text.size && text.text[digits] == ' ')
        return (struct text_slice){text.text + digits + 1, text.size - digits - 1};
    return text;
}

static const char *clean_text(struct arena *arena, struct text_slice text)
{
    size_t size = text.size < LONGEST_COMMAND ? text.size : LONGEST_COMMAND;
    return utf8_clean(arena, arena_text_of_size(arena, text.text, size));
}

/* A command line may be a list of its words. */
static void add_word(struct perfmon_processes *processes, struct arena *arena, const char *word)
{
    const char *before = processes->command;
    if (!before)
        processes->command = word;
    else if (strlen(before) < LONGEST_COMMAND)
        processes->command = arena_format(arena, "%s %s", before, word);
}

void perfmon_processes_text(struct perfmon_processes *processes, struct arena *arena,
                            struct text_slice key, struct text_slice text)
{
    if (!text.size)
        return;
    if (!processes->is_parent)
        add_child(processes, clean_text(arena, without_id(text)), 1);
    else if (!key.text || text_slice_is(key, "cmdline"))
        add_word(processes, arena, clean_text(arena, text));
    else if (text_slice_is(key, "name"))
        processes->name = clean_text(arena, text);
}

void perfmon_processes_append(struct perfmon_processes *processes, struct arena *arena,
                              const struct perfmon_processes *from)
{
    if (from->command)
        processes->command = arena_text(arena, from->command);
    if (from->name)
        processes->name = arena_text(arena, from->name);
    for (size_t i = 0; i < from->children.count; i++)
        add_child(processes, arena_text(arena, from->children.items[i].name),
                  from->children.items[i].count);
}

void perfmon_processes_put(const struct perfmon_processes *processes, struct dataset *dataset,
                           const char *host)
{
    const char *command = processes->command ? processes->command : processes->name;
    if (command)
        dataset_add_hardware(dataset, host, "process.command", command);
    for (size_t i = 0; i < processes->children.count; i++) {
        const struct perfmon_child *child = &processes->children.items[i];
        dataset_add_hardware(dataset, host, "process.children",
                             arena_format(&dataset->arena, "%zu × %s", child->count, child->name));
    }
}
