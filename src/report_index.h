/* Which reports stand in a web directory, and what is known of each.
 *
 * The directories themselves say which there are. What the index shows of them is kept in one
 * hidden file, each beside the size, time and number of the manifest it was taken from: a report
 * whose manifest is another one by now, or of which nothing sound is kept, is read again. One that
 * cannot be read for any reason but that it is gone stays as the index knew it. */
#ifndef REPORT_INDEX_H
#define REPORT_INDEX_H

#include <jansson.h>

#include "page/index/listing.h"
#include "publish/report_name.h"
#include "publish/web_directory.h"
#include "util/arena.h"
#include "util/error.h"

struct report_index_stamp {
    long long size, modified_ns, inode; /* of the manifest */
};

struct report_index_report {
    struct listed_report listed;
    struct report_identity identity;
    json_t *summary;
    struct report_index_stamp stamp;
};

struct report_index {
    struct arena arena;
    struct report_index_report *reports;
    size_t count, capacity;
};

/* Of a report that is open. NULL or false with ERROR_INPUT; error->number is 0 when the system did
 * what it was asked to do, and what was read is wrong. */
json_t *report_index_read_manifest(int report, struct error *error);
bool report_index_read_stamp(int report, struct report_index_stamp *stamp, struct error *error);
json_t *report_index_digest(int report, const json_t *manifest, struct error *error);

/* `note` is called with a sentence for what looks like a report and cannot be listed or read. False
 * when what the index knew of a report that cannot be read is not known any more. */
bool report_index_read(struct report_index *index, const struct web_directory *web,
                       void (*note)(void *context, const char *line), void *context,
                       struct error *error);
void report_index_release(struct report_index *index);

/* The report of that identity; NULL when there is none. */
const struct report_index_report *report_index_find(const struct report_index *index,
                                                    const struct report_identity *identity);
/* Takes over the summary; what stood there under the name goes. False when it is damaged. */
bool report_index_put(struct report_index *index, const char *directory, json_t *summary,
                      const struct report_index_stamp *stamp);

/* Stages the hidden file. */
bool report_index_stage(const struct report_index *index, struct web_directory *web,
                        struct error *error);

#endif
