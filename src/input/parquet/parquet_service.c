#include "input/parquet/parquet_service.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/extension.h"

/* ---- the process ---- */

/* What the process may take for each byte that the library may hold for a file: what it takes
 * besides is counted by nobody. What goes beyond fails there. */
enum { PROCESS_SHARE = 2 };

/* What this process has already counts, too: under a sanitizer, terabytes of addresses. */
static rlim_t data_size(void)
{
    enum { DATA = 5 }; /* of the numbers in a line, in pages */
    char line[256] = "", *at = line;
    unsigned long long pages = 0;
    FILE *stream = fopen("/proc/self/statm", "re");
    bool found = stream && fgets(line, sizeof line, stream);
    for (int i = 0; found && i <= DATA; i++)
        pages = strtoull(at, &at, 10);
    if (stream)
        fclose(stream);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Never less than for a request before: what is freed may stay with the process. */
static void limit_memory(struct parquet_service *service, uint64_t memory)
{
    struct rlimit limit;
    rlim_t most = service->own_data + PROCESS_SHARE * (rlim_t)memory;
    if (most <= service->most_data || getrlimit(RLIMIT_DATA, &limit) != 0)
        return;
    service->most_data = most;
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > most)
        limit.rlim_cur = most;
    prlimit(service->process, RLIMIT_DATA, &limit, NULL);
}

static void limit_process(pid_t parent)
{
    struct rlimit none = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    setrlimit(RLIMIT_CORE, &none);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    /* A library that gives up says so: here, to nobody. */
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int handle = 0; null >= 0 && handle <= 2; handle++)
        dup2(null, handle);
}

static void serve(const struct parquet_channel *channel, pid_t parent)
{
    struct error error = {0};
    limit_process(parent);
    const struct parquet_extension *extension = extension_open("duckdb", &error);
    if (extension) {
        extension->serve(channel);
    } else {
        struct parquet_message message = {.word = PARQUET_FAILED, .fault = PARQUET_NO_EXTENSION};
        if (error.number == ENOMEM)
            message.fault = PARQUET_NO_MEMORY;
        struct parquet_request request;
        recv(channel->requests, &request, sizeof request, 0); /* which waits for an answer then */
        close(channel->requests);
        snprintf(message.text, sizeof message.text, "%.1000s", error.text);
        send(channel->messages, &message, sizeof message, MSG_NOSIGNAL);
    }
    _exit(0);
}

static void close_ends(struct parquet_channel *channel)
{
    close(channel->requests);
    close(channel->messages);
    close(channel->slots);
}

/* With errno where there are none. */
static bool make_ends(int *left, int *right)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    *left = pair[0];
    *right = pair[1];
    return true;
}

static bool make_channels(struct parquet_channel *ours, struct parquet_channel *theirs)
{
    int *const left[] = {&ours->requests, &ours->messages, &ours->slots};
    int *const right[] = {&theirs->requests, &theirs->messages, &theirs->slots};
    for (size_t i = 0; i < 3; i++)
        if (!make_ends(left[i], right[i])) {
            int reason = errno;
            for (size_t k = 0; k < i; k++) {
                close(*left[k]);
                close(*right[k]);
            }
            errno = reason;
            return false;
        }
    return true;
}

static bool start(struct parquet_service *service)
{
    struct parquet_channel theirs, *ours = &service->channel;
    if (!ours->region) {
        void *region = mmap(NULL, PARQUET_REGION_BYTES, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (region == MAP_FAILED)
            return false;
        ours->region = region;
    }
    if (!make_channels(ours, &theirs))
        return false;
    theirs.region = ours->region;
    service->own_data = data_size();
    service->most_data = 0;
    pid_t parent = getpid(), process = fork();
    if (process == 0) {
        close_ends(ours);
        serve(&theirs, parent);
    }
    int reason = errno;
    close_ends(&theirs);
    if (process < 0) {
        close_ends(ours);
        errno = reason;
        return false;
    }
    service->process = process;
    for (uint32_t slot = 0; slot < PARQUET_SLOTS; slot++)
        parquet_service_give_back(service, slot);
    return true;
}

/* ---- what is asked of it ---- */

static bool send_request(const struct parquet_service *service,
                         const struct parquet_request *request, int handle)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec part = {(void *)(uintptr_t)request, sizeof *request};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof handle);
    memcpy(CMSG_DATA(header), &handle, sizeof handle);
    return sendmsg(service->channel.requests, &message, MSG_NOSIGNAL) == sizeof *request;
}

bool parquet_service_ask(struct parquet_service *service, const struct parquet_request *request,
                         const struct parquet_wanted *wanted, int handle, struct error *error)
{
    struct parquet_ending ending = {0};
    for (int tries = 0; tries < 2; tries++) {
        if (!service->process && !start(service))
            return error_set_errno(error, ERROR_OUTPUT,
                                   "no process to read Parquet can be started");
        if (request->task == PARQUET_READ)
            memcpy(service->channel.region, wanted, request->columns * sizeof *wanted);
        limit_memory(service, request->memory);
        if (send_request(service, request, handle))
            return true;
        ending = parquet_service_stop(service, false); /* it ended after a request before */
    }
    return error_set(error, ERROR_OUTPUT, "the process that reads Parquet ended%s", ending.how);
}

bool parquet_service_listen(const struct parquet_service *service, struct parquet_message *message)
{
    ssize_t size;
    do
        size = recv(service->channel.messages, message, sizeof *message, 0);
    while (size < 0 && errno == EINTR);
    return size == sizeof *message;
}

void parquet_service_give_back(const struct parquet_service *service, uint32_t slot)
{
    send(service->channel.slots, &slot, sizeof slot, MSG_NOSIGNAL);
}

void parquet_service_cancel(const struct parquet_service *service)
{
    kill(service->process, SIGKILL);
}

/* Its ends of our channels are closed a moment before it is known how it ended. */
static void await_end(pid_t process)
{
    const struct timespec moment = {.tv_nsec = 2000000};
    siginfo_t info = {0};
    for (int i = 0; i < 500 && info.si_pid == 0; i++) {
        if (i)
            nanosleep(&moment, NULL);
        if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
            return;
    }
}

bool parquet_service_memory_is_limited(void)
{
    static const enum __rlimit_resource limits[] = {RLIMIT_AS, RLIMIT_DATA};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct rlimit limit;
        if (getrlimit(limits[i], &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
            return true;
    }
    return false;
}

/* Libraries that lack memory say so, give up, or use what they did not get. */
static struct parquet_ending ending_of(int status)
{
    struct parquet_ending ending = {0};
    if (WIFEXITED(status)) {
        ending.lacked_memory = WEXITSTATUS(status) == PARQUET_ENDS_WITHOUT_MEMORY;
        return ending;
    }
    ending.signal = WTERMSIG(status);
    ending.lacked_memory =
        (ending.signal == SIGSEGV || ending.signal == SIGABRT || ending.signal == SIGBUS) &&
        parquet_service_memory_is_limited();
    snprintf(ending.how, sizeof ending.how, " by signal %d (%s)", ending.signal,
             strsignal(ending.signal));
    return ending;
}

struct parquet_ending parquet_service_stop(struct parquet_service *service, bool is_over)
{
    struct parquet_ending ending = {0};
    int status = 0;
    if (!service->process)
        return ending;
    close_ends(&service->channel);
    if (is_over)
        await_end(service->process);
    pid_t ended = waitpid(service->process, &status, WNOHANG);
    if (ended == 0) {
        kill(service->process, SIGKILL);
        waitpid(service->process, &status, 0);
    } else if (ended > 0) {
        ending = ending_of(status);
    }
    service->process = 0;
    return ending;
}

void parquet_service_release(struct parquet_service *service)
{
    parquet_service_stop(service, false);
    if (service->channel.region)
        munmap(service->channel.region, PARQUET_REGION_BYTES);
    *service = (struct parquet_service){0};
}
