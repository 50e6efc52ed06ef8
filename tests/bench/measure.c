/* Runs a command and prints what it took: seconds, and the peak memory in MiB of its largest
 * process.
 *
 *     measure COMMAND [ARGUMENT...]
 *
 * The command's standard output goes nowhere, its exit code is ours. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void run(char **command)
{
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (null >= 0)
        dup2(null, 1);
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
}

int main(int count, char **arguments)
{
    if (count < 2) {
        fputs("usage: measure COMMAND [ARGUMENT...]\n", stderr);
        return 2;
    }
    int status = 0;
    double start_s = now_s();
    pid_t child = fork();
    if (child == 0)
        run(arguments + 1);
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("measure");
        return 4;
    }
    double elapsed_s = now_s() - start_s;
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    printf("%.4f %.1f\n", elapsed_s, (double)usage.ru_maxrss / 1024.0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
