/* Scripts of a directory of shards. All names in them are fixed ones, so that none of the data can
 * be anything but a name: paths of inputs stand in lists with NUL between them. */
#ifndef SHARD_SCRIPTS_H
#define SHARD_SCRIPTS_H

#include <stdbool.h>
#include <stddef.h>

#include "options.h"
#include "util/strbuf.h"

#define SHARD_ALL_INPUTS "inputs.list"

struct shard_plan {
    const struct options *options;
    const char *program; /* path; NULL: it is to be found by its name */
    size_t shards;
};

struct shard_script {
    const char *name;
    bool is_program;
    bool (*is_wanted)(const struct options *options);
    void (*write)(const struct shard_plan *plan, struct strbuf *out);
};

size_t shard_script_count(void);
const struct shard_script *shard_script_at(size_t index);

/* "FOLDER/0001.ENDING", of the shard with that number from 1 on. */
void shard_file_name(char *name, size_t size, const char *folder, size_t number,
                     const char *ending);

#endif
