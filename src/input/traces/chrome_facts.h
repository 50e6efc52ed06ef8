/* What a Chrome trace tells beside its events, in other members of its object. */
#ifndef INPUT_TRACES_CHROME_FACTS_H
#define INPUT_TRACES_CHROME_FACTS_H

#include <stddef.h>
#include <stdint.h>

#include "input/json/json_stream.h"

enum { CHROME_NO_RANK = -1 };

/* PyTorch's profiler writes both: the process's number among those of a distributed job
 * (distributedInfo), and the Unix time from which its times count (baseTimeNanoseconds). */
struct chrome_facts {
    int32_t rank;   /* CHROME_NO_RANK: not told, or the job has one process alone */
    int64_t base_s; /* 0: not told, or no whole second */
};

void chrome_facts_init(struct chrome_facts *facts);

/* Takes what the member `key` tells, whose value is value[0 .. size), followed by what
 * json_walk needs. Of what cannot be read nothing is known. */
void chrome_facts_take(struct chrome_facts *facts, struct text_slice key, const char *value,
                       size_t size);

#endif
