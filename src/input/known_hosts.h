/* The hosts that inputs name, to be found in the paths of others. */
#ifndef INPUT_KNOWN_HOSTS_H
#define INPUT_KNOWN_HOSTS_H

#include "table/dataset.h"
#include "util/list.h"
#include "util/name_index.h"

struct known_hosts {
    struct name_index names;     /* of hosts, and what stands before their first dot */
    LIST_OF(const char *) hosts; /* of each name; NULL: of several */
    struct arena arena;
};

/* Of nodes of node metrics, of attempts of tasks with their lists of nodes, of events and of
 * device samples. */
void known_hosts_make(struct known_hosts *hosts, const struct dataset *dataset);
void known_hosts_release(struct known_hosts *hosts);

/* The host whose name stands in the path, with no letters or digits beside it: in the file's name
 * first, then in the directories from the last to the first; of several the longest. Host NULL:
 * there is none, or several are as long. */
struct host_in_path {
    const char *host;
    size_t begin, end; /* where in the path the name stands */
    bool several;      /* without a host: several are as long */
};
struct host_in_path known_hosts_in_path(struct known_hosts *hosts, const char *path);

#endif
