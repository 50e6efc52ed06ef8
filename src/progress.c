#include "progress.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include "util/memory.h"

struct counters {
    _Atomic(const char *) what;
    atomic_ullong done, total;
};

struct progress {
    struct counters *counters; /* shared with forked workers */
    pthread_t bar;
    bool showing, shown, ended;
    pthread_mutex_t lock;
    pthread_cond_t wake;
};

struct progress *progress_new(void)
{
    struct progress *progress = memory_alloc(sizeof *progress);
    progress->counters = mmap(NULL, sizeof *progress->counters, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (progress->counters == MAP_FAILED)
        memory_exhausted();
    atomic_store(&progress->counters->what, "starting");
    pthread_mutex_init(&progress->lock, NULL);
    pthread_cond_init(&progress->wake, NULL);
    return progress;
}

void progress_begin(struct progress *progress, const char *what, unsigned long long total)
{
    atomic_store(&progress->counters->done, 0);
    atomic_store(&progress->counters->total, total);
    atomic_store(&progress->counters->what, what);
}

void progress_add(struct progress *progress, unsigned long long amount)
{
    atomic_fetch_add(&progress->counters->done, amount);
}

static void print_bar(const struct counters *counters)
{
    enum { WIDTH = 30 };
    unsigned long long done = atomic_load(&counters->done), total = atomic_load(&counters->total);
    double share = total ? (double)(done < total ? done : total) / (double)total : 0;
    char bar[WIDTH + 1];
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < (int)(share * WIDTH) ? '=' : ' ';
    bar[WIDTH] = '\0';
    fprintf(stderr, "\r%-10s [%s] %3.0f %%", atomic_load(&counters->what), bar, share * 100);
    fflush(stderr);
}

/* The first wait is a second, so that short work shows nothing; later ones make the bar move. */
static void *run_bar(void *context)
{
    struct progress *progress = context;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    pthread_mutex_lock(&progress->lock);
    while (!progress->ended) {
        pthread_cond_timedwait(&progress->wake, &progress->lock, &until);
        if (progress->ended)
            break;
        print_bar(progress->counters);
        progress->shown = true;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
    }
    pthread_mutex_unlock(&progress->lock);
    return NULL;
}

void progress_show(struct progress *progress)
{
    progress->showing = pthread_create(&progress->bar, NULL, run_bar, progress) == 0;
}

void progress_free(struct progress *progress)
{
    if (progress->showing) {
        pthread_mutex_lock(&progress->lock);
        progress->ended = true;
        pthread_cond_signal(&progress->wake);
        pthread_mutex_unlock(&progress->lock);
        pthread_join(progress->bar, NULL);
        if (progress->shown)
            fprintf(stderr, "\r%60s\r", "");
    }
    pthread_cond_destroy(&progress->wake);
    pthread_mutex_destroy(&progress->lock);
    munmap(progress->counters, sizeof *progress->counters);
    free(progress);
}
