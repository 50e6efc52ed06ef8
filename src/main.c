/* argv and the environment → options → command; the only place that prints or exits. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lists.h"
#include "options.h"
#include "progress.h"
#include "report.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/path.h"
#include "util/utf8.h"

#ifndef JOBREPORT_RESOURCES
#define JOBREPORT_RESOURCES "/usr/local/share/jobreport"
#endif

static void print_line(void *context, const char *line)
{
    if (!((const struct options *)context)->quiet)
        fprintf(stderr, "%s\n", line);
}

/* Paths and names in a sentence may hold what drives a terminal: it is shown, not sent. */
static int fail(const struct error *error)
{
    struct strbuf line;
    strbuf_init(&line);
    utf8_add_visible(&line, error->text);
    fprintf(stderr, "jobreport: %s\n", line.text);
    strbuf_release(&line);
    return (int)error->kind;
}

static void end_without_memory(void)
{
    static const char sentence[] =
        "jobreport: out of memory; nothing was changed (give it more, or fewer inputs at a time)\n";
    if (write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0)
        _exit(ERROR_OUTPUT);
    _exit(ERROR_OUTPUT);
}

/* The staged files are removed by the watcher; here we only say what happened. */
static void end_by_signal(int number)
{
    static const char sentence[] =
        "jobreport: ended by a signal; the former report, if any, is as it was\n";
    if (write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0)
        number = SIGTERM;
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = end_by_signal, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, told as one */
}

/* ---- surroundings -----------------------------------------------------------------------------
 */

/* Beside the program in a checkout (build/jobreport → plots/ …), else where it was installed to. */
static const char *find_resources(struct arena *arena)
{
    char self[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size > 0) {
        self[size] = '\0';
        const char *directory = path_parent(arena, self);
        for (int up = 0; up < 3; up++) {
            directory = path_parent(arena, directory);
            if (path_is_directory(path_join(arena, directory, "share/jobreport/plots")))
                return path_join(arena, directory, "share/jobreport");
            if (path_is_directory(path_join(arena, directory, "plots")) &&
                path_is_directory(path_join(arena, directory, "templates")))
                return directory;
        }
    }
    return JOBREPORT_RESOURCES;
}

static const char *first_in_environment(const char *const *names)
{
    for (; *names; names++) {
        const char *value = getenv(*names);
        if (value && *value)
            return value;
    }
    return NULL;
}

static bool time_of_making(double *now, struct error *error)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    if (!epoch || !*epoch) {
        *now = (double)time(NULL);
        return true;
    }
    return number_parse(epoch, strlen(epoch), now) ||
           error_set(error, ERROR_USAGE, "SOURCE_DATE_EPOCH: '%s' is no number of seconds", epoch);
}

/* A report must not replace a former one when its path cannot be told: so this is asked before. */
static bool standard_output_takes_a_line(void *context, struct error *error)
{
    const struct options *options = context;
    if (options->quiet || write(STDOUT_FILENO, "", 0) == 0)
        return true;
    return error_set_errno(error, ERROR_OUTPUT, "standard output cannot be written");
}

static void say(void *context, const char *line)
{
    const struct options *options = context;
    if (options->verbosity && !options->quiet)
        fprintf(stderr, "%s\n", line);
}

static bool print_output(const char *text, struct error *error)
{
    if (fputs(text, stdout) == EOF || fflush(stdout) == EOF)
        return error_set_errno(error, ERROR_OUTPUT, "standard output cannot be written");
    return true;
}

/* ---- commands -----------------------------------------------------------------------------------
 */

static bool read_config(struct options *options, struct error *error)
{
    if (options->config)
        return options_read_config(options, options->config, error);
    for (size_t i = 0; i < options->input_count; i++) {
        if (!path_is_directory(options->inputs[i].path))
            continue;
        const char *path = path_join(options->arena, options->inputs[i].path, "jobreport.json");
        return !path_exists(path) || options_read_config(options, path, error);
    }
    return true;
}

static bool draws(struct options *options, struct report_outcome *outcome, struct error *error)
{
    static const char *const job_variables[] = {"SLURM_JOB_ID", "PBS_JOBID", "OAR_JOB_ID", NULL};
    static const char *const user_variables[] = {"USER", NULL};
    struct environment environment = {
        .resources = find_resources(options->arena),
        .job_id = first_in_environment(job_variables),
        .user = first_in_environment(user_variables),
        .can_announce = standard_output_takes_a_line,
        .say = say,
        .context = options,
    };
    if (!time_of_making(&environment.now, error))
        return false;
    struct diagnostics *diagnostics = diagnostics_new(print_line, options);
    struct progress *progress = progress_new();
    if (!options->quiet && (options->progress == PROGRESS_ALWAYS ||
                            (options->progress == PROGRESS_AUTO && isatty(STDERR_FILENO))))
        progress_show(progress);
    bool good = options->command == COMMAND_REPLOT
                    ? report_replot(options, &environment, progress, outcome, error)
                    : report_make(options, &environment, diagnostics, progress, outcome, error);
    progress_free(progress);
    diagnostics_finish(diagnostics);
    diagnostics_free(diagnostics);
    return good;
}

static int run_drawing(struct options *options)
{
    struct error error = {0};
    struct report_outcome outcome = {0};
    if (options->command == COMMAND_REPORT && !read_config(options, &error))
        return fail(&error);
    setenv("TZ", options->time_zone, 1);
    tzset();
    if (!draws(options, &outcome, &error))
        return fail(&error);
    if (!options->quiet &&
        !print_output(arena_format(options->arena, "%s\n", outcome.path), &error))
        return fail(&error);
    if (options->strict && outcome.rejected) {
        error_set(&error, ERROR_REJECTED, "%llu records were rejected (--strict)",
                  outcome.rejected);
        return fail(&error);
    }
    return 0;
}

static bool write_list(const struct options *options, struct strbuf *out, struct error *error)
{
    struct plotspecs specs = {0};
    switch (options->command) {
    case COMMAND_FORMATS:
        lists_write_formats(options->json, out);
        return true;
    case COMMAND_TABLES:
        lists_write_tables(options->json, out);
        return true;
    default:
        if (!plotspecs_load(&specs, options->arena,
                            path_join(options->arena, find_resources(options->arena), "plots"),
                            error))
            return false;
        for (size_t i = 0; i < options->plots.count; i++)
            if (!plotspecs_load(&specs, options->arena, options->plots.items[i], error))
                return false;
        lists_write_figures(&specs, options->json, out);
        return true;
    }
}

static int run_printing(const struct options *options)
{
    struct error error = {0};
    struct strbuf out;
    bool good = true;
    strbuf_init(&out);
    if (options->version)
        strbuf_add_text(&out, "jobreport " JOBREPORT_VERSION "\n");
    else if (options->help)
        options_write_help(options->command, &out);
    else if (!options->generate)
        good = write_list(options, &out, &error);
    else if (!strcmp(options->generate, "manual"))
        options_write_manual(&out);
    else
        options_write_bash_completion(&out);
    good = good && print_output(out.text, &error);
    strbuf_release(&out);
    return good ? 0 : fail(&error);
}

/* A closed standard descriptor would be given to the first file that is opened: keep them taken. */
static void keep_standard_descriptors(void)
{
    for (int descriptor = 0; descriptor <= 2; descriptor++)
        if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF &&
            open("/dev/null", descriptor ? O_RDONLY : O_WRONLY) == -1)
            _exit(ERROR_OUTPUT);
}

int main(int count, char **arguments)
{
    struct arena arena;
    struct options options;
    struct error error = {0};
    keep_standard_descriptors();
    memory_set_exhausted_handler(end_without_memory);
    catch_signals();
    arena_init(&arena);
    options_init(&options, &arena);
    int status = 0;
    if (!options_parse(&options, count, arguments, &error))
        status = fail(&error);
    else if (options.help || options.version || options.generate ||
             (options.command & COMMAND_LISTS))
        status = run_printing(&options);
    else
        status = run_drawing(&options);
    arena_release(&arena);
    return status;
}
