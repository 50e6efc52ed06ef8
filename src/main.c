/* argv and the environment → options → command; the only place that prints or exits. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "config_files.h"
#include "figure/charts/plotspecs_load.h"
#include "lists.h"
#include "mailing.h"
#include "merging.h"
#include "options_parse.h"
#include "progress.h"
#include "publishing.h"
#include "report.h"
#include "sharding.h"
#include "showing.h"
#include "site_rules.h"
#include "summarizing.h"
#include "util/count_text.h"
#include "util/instant.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/path.h"
#include "util/stack.h"
#include "util/utf8.h"
#include "version.h"

#ifndef JOBREPORT_SITE_CONFIG
#define JOBREPORT_SITE_CONFIG "/etc/jobreport.json"
#endif
#ifndef JOBREPORT_RESOURCES
#define JOBREPORT_RESOURCES "/usr/local/share/jobreport"
#endif

/* Paths and names in a sentence may hold what drives a terminal: it is shown, not sent. */
static void print_visible(FILE *stream, const char *before, const char *sentence)
{
    struct strbuf line;
    strbuf_init(&line);
    utf8_add_visible(&line, sentence);
    fprintf(stream, "%s%s\n", before, line.text);
    strbuf_release(&line);
}

static void print_line(void *context, const char *line)
{
    if (!((const struct options *)context)->quiet)
        print_visible(stderr, "", line);
}

/* What is worth knowing and of no input, which other lines begin with. */
static void print_note(void *context, const char *sentence)
{
    if (!((const struct options *)context)->quiet)
        print_visible(stderr, "jobreport: note: ", sentence);
}

static void complain(void *context, const char *sentence)
{
    (void)context;
    print_visible(stderr, "jobreport: ", sentence);
}

static int fail(const struct error *error)
{
    complain(NULL, error->text);
    return (int)error->kind;
}

/* Processes that draw together lack memory together: the first to notice says so for all. In memory
 * that they share; NULL: there is none, and each says it. */
static atomic_flag *has_spoken;

static void share_the_last_word(void)
{
    void *shared =
        mmap(NULL, sizeof *has_spoken, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    has_spoken = shared == MAP_FAILED ? NULL : shared;
}

/* Where nothing else may be called: there is nowhere left to report a failed write. */
static void say_at_the_end(const char *sentence, size_t size)
{
    if (has_spoken && atomic_flag_test_and_set(has_spoken))
        return;
    ssize_t written = write(STDERR_FILENO, sentence, size);
    (void)written;
}

static void end_without_memory(void)
{
    static const char sentence[] =
        "jobreport: out of memory: give the program more memory, or fewer inputs at a time "
        "(the output directory holds the former report or the new one, complete)\n";
    say_at_the_end(sentence, sizeof sentence - 1);
    _exit(ERROR_OUTPUT);
}

/* The staged files are removed by the watcher; here we only say what happened. */
static void end_by_signal(int number)
{
    static const char sentence[] =
        "jobreport: ended by a signal (the output directory holds the former report or the new "
        "one, complete)\n";
    say_at_the_end(sentence, sizeof sentence - 1);
    signal(number, SIG_DFL);
    raise(number);
}

/* Libraries below us abort when memory, or threads, run out; our own faults say what they are
 * before. */
static void end_by_abort(int number)
{
    static const char sentence[] =
        "jobreport: aborted, most likely for lack of memory or threads (see ulimit -v and -u; the "
        "output directory holds the former report or the new one, complete)\n";
    (void)number;
    say_at_the_end(sentence, sizeof sentence - 1);
    _exit(ERROR_OUTPUT);
}

/* fontconfig does not look whether it got memory. Any other fault happens again, unhandled. */
static void end_by_fault(int number)
{
    const size_t room = 64 << 20;
    if (!memory_is_free(room)) // NOLINT(bugprone-signal-handler)
        end_by_abort(number);
    signal(number, SIG_DFL);
}

/* Inputs are read as mapped: pages that are no longer in the file cannot be. */
static void end_by_lost_page(int number)
{
    static const char sentence[] =
        "jobreport: an input became shorter, or its disk failed, while it was read; no report was "
        "written\n";
    (void)number;
    say_at_the_end(sentence, sizeof sentence - 1);
    _exit(ERROR_INPUT);
}

/* Where a sanitizer looks for faults, it goes on doing so. */
static void catch_faults(void)
{
    signal(SIGBUS, end_by_lost_page);
    void (*before)(int) = signal(SIGSEGV, end_by_fault);
    if (before != SIG_DFL)
        signal(SIGSEGV, before);
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = end_by_signal, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGABRT, end_by_abort);
    signal(SIGTRAP, end_by_abort);
    catch_faults();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, reported as one */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that would be larger than allowed */
}

/* ---- surroundings -----------------------------------------------------------------------------
 */

/* Beside the program in a checkout (build/jobreport → plots/ …), else where it was installed to. */
static const char *find_program(struct arena *arena)
{
    char self[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    return size > 0 ? arena_text_of_size(arena, self, (size_t)size) : NULL;
}

static const char *find_resources(struct arena *arena)
{
    const char *self = find_program(arena);
    if (self) {
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

/* By the file that libc would read: it takes a zone that it does not know for UTC in silence. */
static bool is_in_zone_database(const char *zone)
{
    const char *directory = getenv("TZDIR");
    char path[PATH_MAX], magic[4];
    int size =
        snprintf(path, sizeof path, "%s/%s", directory ? directory : "/usr/share/zoneinfo", zone);
    FILE *file = size < (int)sizeof path ? fopen(path, "re") : NULL;
    if (!file)
        return false;
    bool is_zone =
        fread(magic, 1, sizeof magic, file) == sizeof magic && !memcmp(magic, "TZif", sizeof magic);
    fclose(file);
    return is_zone;
}

/* What TZ is to be for a zone: the name of one, of which the database knows more than an offset, or
 * a rule that names itself by its offset. NULL: it is none. */
static const char *tz_of(const char *zone, char *rule, size_t size)
{
    int offset_s;
    if (!instant_parse_offset(zone, &offset_s))
        return !strcmp(zone, "UTC") || is_in_zone_database(zone) ? zone : NULL;
    int hours = abs(offset_s) / 3600, minutes = abs(offset_s) / 60 % 60;
    bool is_east = offset_s > 0;
    snprintf(rule, size, "<%c%02d%02d>%c%02d:%02d", is_east ? '+' : '-', hours, minutes,
             is_east ? '-' : '+', hours, minutes);
    return offset_s ? rule : "UTC";
}

static bool use_time_zone(const char *zone, struct error *error)
{
    char rule[32];
    const char *tz = tz_of(zone, rule, sizeof rule);
    if (!tz) {
        const size_t most = 100;
        return error_set(error, ERROR_USAGE,
                         "--time-zone: unknown zone '%.*s' (use UTC, a name such as Europe/Berlin, "
                         "or an offset such as +02:00)",
                         (int)utf8_cut(zone, strlen(zone), most), zone);
    }
    setenv("TZ", tz, 1);
    tzset();
    return true;
}

static bool time_of_making(double *now, struct error *error)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    if (!epoch || !*epoch) {
        *now = (double)time(NULL);
        return true;
    }
    const double year_10000 = 253402300800;
    bool is_moment = number_parse(epoch, strlen(epoch), now) && *now >= 0 && *now < year_10000;
    return is_moment || error_set(error, ERROR_USAGE,
                                  "SOURCE_DATE_EPOCH: '%s' is not a number of seconds since 1970 "
                                  "(at most the year 9999)",
                                  epoch);
}

/* A report must not replace a former one when its path cannot be printed: so this is checked
 * before. */
static bool standard_output_takes_a_line(void *context, struct error *error)
{
    const struct options *options = context;
    if (options->quiet || write(STDOUT_FILENO, "", 0) == 0)
        return true;
    return error_set_errno(error, ERROR_OUTPUT, "cannot write standard output");
}

static void say(void *context, const char *line)
{
    const struct options *options = context;
    if (options->verbosity)
        print_line(context, line);
}

static bool print_output(const char *text, struct error *error)
{
    if (fputs(text, stdout) == EOF || fflush(stdout) == EOF)
        return error_set_errno(error, ERROR_OUTPUT, "cannot write standard output");
    return true;
}

/* What is printed and no report: a reader that has seen enough, such as head, is no failure to
 * speak of. The program ends as others do then, by the signal. */
static int fail_to_print(const struct error *error)
{
    if (error->number != EPIPE)
        return fail(error);
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
    return (int)error->kind;
}

/* ---- commands -----------------------------------------------------------------------------------
 */

/* An empty variable: there is no such file. */
static const char *find_config(const char *variable, const char *standard)
{
    const char *path = getenv(variable);
    return !path ? standard : *path ? path : NULL;
}

static const char *find_user_config(struct arena *arena)
{
    const char *home = getenv("HOME"), *configs = getenv("XDG_CONFIG_HOME");
    if (configs && *configs == '/')
        return path_join(arena, configs, "jobreport.json");
    return home && *home == '/' ? path_join(arena, home, ".config/jobreport.json") : NULL;
}

/* /var/tmp comes before /tmp, which is often memory. */
static const char *find_scratch(void)
{
    const char *const directories[] = {getenv("TMPDIR"), "/var/tmp", "/tmp"};
    for (size_t i = 0; i < sizeof directories / sizeof directories[0]; i++)
        if (directories[i] && path_is_directory(directories[i]) &&
            access(directories[i], W_OK | X_OK) == 0)
            return directories[i];
    return NULL;
}

/* As the terminal that standard output may be can show it; NO_COLOR as no-color.org has it. */
static struct terminal_style style_of_output(void)
{
    static const char *const locales[] = {"LC_ALL", "LC_CTYPE", "LANG", NULL};
    static const char *const refusals[] = {"NO_COLOR", NULL};
    const char *locale = first_in_environment(locales), *terminal = getenv("TERM");
    bool is_terminal = isatty(STDOUT_FILENO);
    bool has_letters = locale && (strstr(locale, "UTF-8") || strstr(locale, "utf8"));
    return (struct terminal_style){
        .ascii = !is_terminal || !has_letters,
        .colour = is_terminal && !first_in_environment(refusals) &&
                  !(terminal && strcmp(terminal, "dumb") == 0),
    };
}

static struct environment environment_of(struct options *options)
{
    static const char *const job_variables[] = {"SLURM_JOB_ID", "PBS_JOBID", "OAR_JOB_ID", NULL};
    static const char *const user_variables[] = {"USER", NULL};
    return (struct environment){
        .resources = find_resources(options->arena),
        .program = find_program(options->arena),
        .site_config = find_config("JOBREPORT_SITE_CONFIG", JOBREPORT_SITE_CONFIG),
        .user_config = find_config("JOBREPORT_USER_CONFIG", find_user_config(options->arena)),
        .job_id = first_in_environment(job_variables),
        .user = first_in_environment(user_variables),
        .scratch = find_scratch(),
        .style = style_of_output(),
        .use_time_zone = use_time_zone,
        .can_announce = standard_output_takes_a_line,
        .say = say,
        .note = print_note,
        .complain = complain,
        .context = options,
    };
}

static bool draws(struct options *options, struct report_outcome *outcome, struct error *error)
{
    struct environment environment = environment_of(options);
    if (!time_of_making(&environment.now, error))
        return false;
    struct diagnostics *diagnostics = diagnostics_new(print_line, options);
    struct progress *progress = progress_new();
    if (!options->quiet && (options->progress == PROGRESS_ALWAYS ||
                            (options->progress == PROGRESS_AUTO && isatty(STDERR_FILENO))))
        progress_show(progress);
    bool good;
    switch (options->command) {
    case COMMAND_REPLOT:
        good = report_replot(options, &environment, progress, outcome, error);
        break;
    case COMMAND_SUMMARIZE:
        good = summarizing_run(options, &environment, diagnostics, progress, outcome, error);
        break;
    case COMMAND_SHARD:
        good = sharding_run(options, &environment, diagnostics, outcome, error);
        break;
    case COMMAND_MERGE:
        good = merging_run(options, &environment, diagnostics, progress, outcome, error);
        break;
    case COMMAND_MAIL:
        good = mailing_run(options, &environment, outcome, error);
        break;
    case COMMAND_SHOW:
        if (showing_is_report(options)) {
            good = showing_run(options, &environment, outcome, error);
            break;
        }
        options->dump = DUMP_OVERVIEW;
        /* fall through */
    default:
        good = report_make(options, &environment, diagnostics, progress, outcome, error);
    }
    progress_free(progress);
    diagnostics_finish(diagnostics);
    diagnostics_free(diagnostics);
    return good;
}

/* Programs get the path as it is, terminals without what drives them. */
static bool print_path(const struct options *options, const struct report_outcome *outcome,
                       struct error *error)
{
    struct strbuf line;
    strbuf_init(&line);
    if (isatty(STDOUT_FILENO))
        utf8_add_visible(&line, outcome->path);
    else
        strbuf_add_text(&line, outcome->path);
    strbuf_add_text(&line, "\n");
    bool good = options->quiet || print_output(line.text, error);
    strbuf_release(&line);
    return good;
}

static int fail_of_option(const struct options *options, struct error *error)
{
    options_add_place(options, error);
    return fail(error);
}

/* A directory of templates may be a copy of the installed one. */
static void note_unused_rules(struct options *options)
{
    for (size_t i = 0; i < options->templates.count; i++) {
        const char *path = path_join(options->arena, options->templates.items[i], "findings.json");
        if (access(path, F_OK) == 0)
            print_note(options, arena_format(options->arena,
                                             "%s: not used, since --templates replaces pages only "
                                             "(set findings by \"findings\" in --config)",
                                             path));
    }
}

/* What was made may still be a failure: by --strict, by --fail-on. */
static int judge(const struct options *options, const struct report_outcome *outcome)
{
    struct error error = {0};
    size_t findings =
        outcome->problems + (options->fails_for_problems_only ? 0 : outcome->warnings);
    if (options->strict && outcome->rejected) {
        error_set(&error, ERROR_REJECTED, "%s %s rejected (--strict)",
                  COUNT_TEXT(outcome->rejected),
                  outcome->rejected == 1 ? "record was" : "records were");
        return fail(&error);
    }
    if (!options->fails || !findings)
        return 0;
    error_set(&error, ERROR_FINDINGS, "%zu %s (--fail-on %s)", findings,
              findings == 1 ? "such finding" : "such findings",
              options->fails_for_problems_only ? "bad" : "warn");
    return fail(&error);
}

static int run_drawing(struct options *options)
{
    struct error error = {0};
    struct report_outcome outcome = {0};
    if (!options_check_directories(options, &error))
        return fail_of_option(options, &error);
    note_unused_rules(options);
    strbuf_init(&outcome.dump);
    bool good = draws(options, &outcome, &error) &&
                (outcome.path ? print_path(options, &outcome, &error)
                              : print_output(outcome.dump.text, &error));
    strbuf_release(&outcome.dump);
    if (!good && !outcome.path && error.number == EPIPE)
        return fail_to_print(&error);
    if (!good)
        return fail_of_option(options, &error);
    return judge(options, &outcome);
}

static int run_publishing(struct options *options)
{
    struct error error = {0}, closed = {0};
    struct report_outcome outcome = {0};
    struct environment environment = environment_of(options);
    bool good = options_check_directories(options, &error) &&
                publishing_run(options, &environment, &outcome, &error);
    if (outcome.path && !print_path(options, &outcome, &closed))
        return fail(&closed);
    return good ? 0 : fail(&error);
}

static bool write_findings(struct options *options, struct strbuf *out, struct error *error)
{
    struct rules rules;
    if (!site_rules_load(&rules, options, find_resources(options->arena), error))
        return false;
    lists_write_findings(&rules, options->json, out);
    return true;
}

static bool write_list(struct options *options, struct strbuf *out, struct error *error)
{
    struct plotspecs specs = {0};
    if (!options_check_directories(options, error))
        return false;
    switch (options->command) {
    case COMMAND_FORMATS:
        lists_write_formats(options->json, out);
        return true;
    case COMMAND_TABLES:
        lists_write_tables(options->json, out);
        return true;
    case COMMAND_FINDINGS:
        return write_findings(options, out, error);
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

static int run_printing(struct options *options)
{
    struct error error = {0};
    struct strbuf out;
    bool good = true;
    strbuf_init(&out);
    if (options->version)
        strbuf_add_text(&out, "jobreport " JOBREPORT_VERSION "\n");
    else if (options->help)
        options_write_help(options->command, !options->names_command, &out);
    else if (!options->generate)
        good = write_list(options, &out, &error);
    else if (!strcmp(options->generate, "manual"))
        options_write_manual(&out);
    else
        options_write_bash_completion(&out);
    good = good && print_output(out.text, &error);
    strbuf_release(&out);
    return good ? 0 : fail_to_print(&error);
}

/* A closed standard descriptor would be given to the first file that is opened: keep them taken. */
static void keep_standard_descriptors(void)
{
    for (int descriptor = 0; descriptor <= 2; descriptor++)
        if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF &&
            open("/dev/null", descriptor ? O_RDONLY : O_WRONLY) == -1)
            _exit(ERROR_OUTPUT);
}

static int run(int count, char **arguments)
{
    struct arena arena;
    struct options options;
    struct error error = {0};
    arena_init(&arena);
    options_init(&options, &arena);
    int status = 0;
    const struct environment environment = environment_of(&options);
    if (!options_parse(&options, count, arguments, &error) ||
        !config_files_read(&options, &environment, &error))
        status = fail(&error);
    else if (options.help || options.version || options.generate ||
             (options.command & COMMAND_LISTS))
        status = run_printing(&options);
    else if (options.command == COMMAND_PUBLISH)
        status = run_publishing(&options);
    else
        status = run_drawing(&options);
    options_release(&options);
    arena_release(&arena);
    return status;
}

int main(int count, char **arguments)
{
    keep_standard_descriptors();
    share_the_last_word();
    memory_set_exhausted_handler(end_without_memory);
    catch_signals();
    return stack_call(run, count, arguments);
}
