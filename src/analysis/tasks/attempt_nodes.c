#include "analysis/tasks/attempt_nodes.h"

#include <stdlib.h>
#include <string.h>

#include "util/hostlist.h"
#include "util/memory.h"

/* No machine has so many nodes; short lists of hostile names would fill the memory. */
enum { MOST_NODES = 1 << 18, MOST_LISTED = 1 << 22, MOST_VISITS = 1 << 24 };

static void add_node(void *context, const char *name, size_t size)
{
    struct attempt_nodes *nodes = context;
    uint32_t number = interner_add(&nodes->names, name, size);
    *list_add(&nodes->numbers) = number;
}

static void add_list(struct attempt_nodes *nodes, const char *list)
{
    size_t size = strlen(list), hosts = hostlist_count(list, size);
    if (hosts == 1 ||
        (nodes->numbers.count + hosts <= MOST_LISTED && nodes->names.count + hosts <= MOST_NODES))
        hostlist_expand(list, size, add_node, nodes);
}

static void add_text(struct attempt_nodes *nodes, const struct records *records, uint32_t text,
                     bool is_list)
{
    struct node_slice *slice = &nodes->slices[text];
    const char *name = records_text(records, text);
    if (slice->count)
        return;
    slice->first = nodes->numbers.count;
    if (is_list)
        add_list(nodes, name);
    else
        add_node(nodes, name, strlen(name));
    slice->count = nodes->numbers.count - slice->first;
}

void attempt_nodes_make(struct attempt_nodes *nodes, const struct records *records)
{
    *nodes = (struct attempt_nodes){.slices = memory_alloc_array(records->texts.count + 1,
                                                                 sizeof *nodes->slices),
                                    .lists = records_find_attribute(records, RECORD_NODE_LIST,
                                                                    RECORD_TEXT)};
    interner_init(&nodes->names);
    for (size_t i = 0; i < records->block_count; i++) {
        const uint32_t *names = records_texts(&records->blocks[i], RECORD_NODE_COLUMN);
        const uint32_t *lists = records_texts(&records->blocks[i], nodes->lists);
        for (size_t row = 0; (names || lists) && row < records->blocks[i].rows; row++) {
            uint32_t node = names ? names[row] : 0, list = lists ? lists[row] : 0;
            if (node)
                add_text(nodes, records, node, false);
            else if (list)
                add_text(nodes, records, list, true);
        }
    }
}

void attempt_nodes_release(struct attempt_nodes *nodes)
{
    interner_release(&nodes->names);
    free(nodes->slices);
    free(nodes->numbers.items);
}

struct node_span attempt_nodes_at(struct attempt_nodes *nodes, const struct records_block *block,
                                  size_t row)
{
    uint32_t text = records_text_at(block, RECORD_NODE_COLUMN, row);
    if (!text && nodes->lists != RECORDS_NO_COLUMN)
        text = records_text_at(block, nodes->lists, row);
    if (!text)
        return (struct node_span){NULL, 0};
    const struct node_slice *slice = &nodes->slices[text];
    size_t visits = slice->count > 1 ? slice->count : 0;
    if (!slice->count || nodes->visits + visits > MOST_VISITS) {
        nodes->left_out++;
        return (struct node_span){NULL, 0};
    }
    nodes->visits += visits;
    return (struct node_span){nodes->numbers.items + slice->first, slice->count};
}
