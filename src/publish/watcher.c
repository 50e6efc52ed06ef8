#include "publish/watcher.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Whoever waits for our output to end must not wait for the watcher. */
static bool hold_nothing_but(int socket)
{
    if (dup2(socket, 0) != 0)
        return false;
    close_range(1, ~0U, 0);
    int null = open("/dev/null", O_RDWR);
    return null == 1 && dup(null) == 2 && chdir("/") == 0;
}

/* True when our parent said that all is done, false when it ended without a word. */
static bool wait_for_word(void)
{
    char word;
    ssize_t size;
    do
        size = read(0, &word, 1);
    while (size < 0 && errno == EINTR);
    return size == 1;
}

_Noreturn static void watch(int socket, void (*clean_up)(void *context), void *context)
{
    setsid();
    if (hold_nothing_but(socket) && !wait_for_word()) {
        close_range(0, ~0U, 0); /* there may be few descriptors */
        clean_up(context);
    }
    _exit(0);
}

/* Forks with all signals held back; the child never lets them in. */
static pid_t fork_deaf(void)
{
    sigset_t all, former;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &former);
    pid_t process = fork();
    if (process != 0) {
        int reason = errno;
        pthread_sigmask(SIG_SETMASK, &former, NULL);
        errno = reason;
    }
    return process;
}

/* Off the numbers of the standard streams, which may have been closed: what the program prints
 * must not reach the watcher. */
static int move_socket(int socket)
{
    int moved = fcntl(socket, F_DUPFD_CLOEXEC, 3);
    close(socket);
    return moved;
}

bool watcher_start(struct watcher *watcher, void (*clean_up)(void *context), void *context,
                   struct error *error)
{
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return error_set_errno(error, ERROR_OUTPUT,
                               "cannot start the process that cleans up if this one is killed");
    watcher->process = fork_deaf();
    if (watcher->process == 0)
        watch(sockets[1], clean_up, context);
    if (watcher->process < 0)
        error_set_errno(error, ERROR_OUTPUT,
                        "cannot start the process that cleans up if this one is killed");
    close(sockets[1]);
    watcher->socket = move_socket(sockets[0]);
    if (watcher->process > 0)
        return true;
    close(watcher->socket);
    return false;
}

void watcher_dismiss(struct watcher *watcher)
{
    send(watcher->socket, "", 1, MSG_NOSIGNAL); /* a killed watcher needs no word */
    watcher_leave(watcher);
}

void watcher_leave(struct watcher *watcher)
{
    close(watcher->socket);
    while (waitpid(watcher->process, NULL, 0) < 0 && errno == EINTR)
        continue;
}
