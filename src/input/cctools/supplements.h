/* What is known of tasks beside the log of their manager: summaries of the resource monitor, nodes
 * of a Makeflow. It waits here until all logs are read. What belongs to a attempt in a log fills in
 * what that does not say, and is not counted a second time; the rest becomes records of its own.
 *
 * A summary belongs to the attempt of its task id whose time it lies in; without an id, to the
 * attempt of its category that fits its start and end best. A Makeflow's node belongs to the
 * attempt whose id is the node's job number. A summary "…-12.summary" is the one of the Makeflow's
 * node 12. */
#ifndef INPUT_CCTOOLS_SUPPLEMENTS_H
#define INPUT_CCTOOLS_SUPPLEMENTS_H

#include <stdint.h>

#include "input/reader.h"
#include "table/records.h"

#define SIDE_NO_ID UINT64_MAX

enum side_kind { SIDE_SUMMARY, SIDE_NODE };

struct supplement {
    enum side_kind kind;
    uint64_t id;         /* of the manager; or SIDE_NO_ID */
    uint64_t rule;       /* the Makeflow's number of the node; or SIDE_NO_ID */
    double start, end;   /* NaN when unknown */
    uint32_t category;   /* text of `records`, 0 when unknown */
    uint32_t block, row; /* of `records` */
    uint32_t summary;    /* of a node: + 1; 0: none */
    bool used;
};

struct supplements {
    struct records records; /* one a task, in their order; a source a directory or Makeflow */
    struct supplement *items;
    size_t count, capacity;
    uint32_t *by_id, *by_start; /* numbers of summaries and nodes, ordered */
    size_t by_id_count, by_start_count;
    size_t indexed; /* items that were there when they were ordered */
};

void supplements_init(struct supplements *sides);
void supplements_release(struct supplements *sides);

/* Describes the record that was added to `sides->records` last. */
void supplements_add(struct supplements *sides, struct supplement task);

/* What a attempt that ended is looked up by. */
struct side_wanted {
    uint64_t id;
    double start, end;
    const char *category; /* NULL when not known */
};

/* The number + 1 of the summary or node that belongs to it, marked as used; 0 when there is none.
 */
uint32_t supplements_take(struct supplements *sides, enum side_kind kind,
                          const struct side_wanted *wanted);

/* Adds what was not taken to the dataset. */
void supplements_flush(struct supplements *sides, const struct reading *reading);

/* ---- copying values into a record ---- */

struct side_copy {
    const struct supplements *sides;
    struct records *to;
    int *columns; /* of `to` + 1, by column of sides->records; 0: not looked up yet */
};

void side_copy_init(struct side_copy *copy, const struct supplements *sides, struct records *to);
void side_copy_release(struct side_copy *copy);
/* Fills what the record added last does not have, as the reason why it failed. */
void side_copy_missing(struct side_copy *copy, uint32_t number);

/* Whether the record added last has a number there. */
bool side_has_number(const struct records *records, int column);

#endif
