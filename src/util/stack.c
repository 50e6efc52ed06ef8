#include "util/stack.h"

#include <pthread.h>
#include <stdbool.h>
#include <sys/resource.h>

struct call {
    int (*work)(int count, char **arguments);
    int count;
    char **arguments;
    int result;
};

static void *run(void *argument)
{
    struct call *call = argument;
    call->result = call->work(call->count, call->arguments);
    return NULL;
}

static bool is_small(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < STACK_LEAST;
}

/* The size that threads get by default is the limit of the process. */
static bool enlarge_threads(void)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool done = pthread_attr_setstacksize(&attributes, STACK_LEAST) == 0 &&
                pthread_setattr_default_np(&attributes) == 0;
    pthread_attr_destroy(&attributes);
    return done;
}

int stack_call(int (*work)(int count, char **arguments), int count, char **arguments)
{
    struct call call = {work, count, arguments, 0};
    pthread_t thread;
    if (is_small() && enlarge_threads() && pthread_create(&thread, NULL, run, &call) == 0)
        pthread_join(thread, NULL);
    else
        run(&call);
    return call.result;
}
