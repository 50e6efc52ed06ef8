#include "page/content/settings_tools.h"

#include <math.h>
#include <string.h>

#include "util/quantity.h"
#include "util/utf8.h"

enum { LONGEST_NAME = 100 };

/* Slurm, Nextflow, HTCondor and cctools mean 2^20 bytes; Snakemake means 10^6. */
static const double MEGA = 1048576, DECIMAL_MEGA = 1e6;

static double mega(double bytes)
{
    return ceil(bytes / MEGA);
}

static double decimal_mega(double bytes)
{
    return ceil(bytes / DECIMAL_MEGA);
}

/* ---- names ---- */

static bool has_any_name(const char *kind)
{
    return kind && *kind;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The length of the identifier of ASCII with which a text begins. */
static size_t identifier_size(const char *text)
{
    size_t size = 0;
    while (is_letter(text[size]) || (size && text[size] >= '0' && text[size] <= '9'))
        size++;
    return size;
}

static bool is_rule(const char *kind)
{
    return has_any_name(kind) && !kind[identifier_size(kind)];
}

/* ALIGN, or with the workflows that it is in: RNASEQ:ALIGN. Nothing in it means something else in
 * the regular expression that withName takes. */
static bool is_process(const char *kind)
{
    size_t size = 0;
    if (!kind)
        return false;
    while ((size = identifier_size(kind)) && kind[size] == ':')
        kind += size + 1;
    return size && !kind[size];
}

/* What was replaced when it was read is no longer the name that the manager knows. */
static bool is_whole(const char *kind)
{
    struct arena arena;
    arena_init(&arena);
    bool whole = has_any_name(kind) && !strstr(kind, "\uFFFD") && utf8_clean(&arena, kind) == kind;
    arena_release(&arena);
    return whole;
}

/* In a comment, on its line: what would end that is escaped. Never at the end of the line, where
 * "\" would join the next one to it. */
static void add_name(struct strbuf *out, const char *kind)
{
    struct arena arena;
    arena_init(&arena);
    utf8_add_visible(out, utf8_shorten(&arena, kind, LONGEST_NAME));
    arena_release(&arena);
}

/* As a text of Python; there are no control characters in it. */
static void add_quoted(struct strbuf *out, const char *kind)
{
    strbuf_add_char(out, '"');
    for (const char *c = kind; *c; c++) {
        if (*c == '"' || *c == '\\')
            strbuf_add_char(out, '\\');
        strbuf_add_char(out, *c);
    }
    strbuf_add_char(out, '"');
}

/* ---- words ---- */

static bool is_repeated(const struct memory_requests_row *row)
{
    return row->retries > 0;
}

/* "At most 3 of 60 tasks (5.0 %) need more than 1024 MB". */
static void add_repetitions(struct strbuf *out, const struct memory_requests_row *row, double first)
{
    char retries[64], tasks[64];
    quantity_format_fixed(row->retries, 0, retries, sizeof retries);
    quantity_format_fixed(row->tasks, 0, tasks, sizeof tasks);
    strbuf_format(out, "At most %s of %s tasks (%.1f %%) %s more than %.0f MB", retries, tasks,
                  100 * row->retried_share, row->retries > 1 ? "need" : "needs", first);
}

static void add_none(struct strbuf *out, const struct memory_requests_row *row)
{
    char tasks[64];
    quantity_format_fixed(row->tasks, 0, tasks, sizeof tasks);
    strbuf_format(out, "None of %s tasks needed more", tasks);
}

static void add_nothing(struct strbuf *out)
{
    (void)out;
}

/* ---- Slurm ---- */

static void begin_slurm(struct strbuf *out, bool repeats)
{
    strbuf_add_text(out, "# Memory per node, in place of --mem or --mem-per-cpu.\n"
                         "# Paste the line of a job into its script.\n");
    if (repeats)
        strbuf_add_text(out,
                        "# Slurm kills jobs that need more and does not repeat them: the line\n"
                        "# behind ## saves memory where you submit those again yourself.\n");
}

static void add_slurm(struct strbuf *out, const struct memory_requests_row *row)
{
    strbuf_add_text(out, "\n# ");
    add_name(out, row->task);
    strbuf_add_text(out, ": ");
    if (is_repeated(row))
        add_repetitions(out, row, mega(row->first_B));
    else
        add_none(out, row);
    strbuf_format(out, ".\n#SBATCH --mem=%.0fM\n",
                  mega(is_repeated(row) ? row->most_B : row->first_B));
    if (is_repeated(row))
        strbuf_format(out, "##SBATCH --mem=%.0fM\n", mega(row->first_B));
}

const struct settings_tool settings_slurm = {
    .name = "Slurm",
    .folder = SETTINGS_FOLDER,
    .file = "slurm.txt",
    .indent = "\n",
    .comment = "#",
    .why_unnamed = "without a name.",
    .can_name = has_any_name,
    .begin = begin_slurm,
    .add = add_slurm,
    .end = add_nothing,
};

/* ---- HTCondor ---- */

static void begin_htcondor(struct strbuf *out, bool repeats)
{
    strbuf_add_text(out, "# Memory in MB. Paste the lines of a job into its submit file.\n");
    if (repeats)
        strbuf_add_text(out, "# retry_request_memory repeats jobs that need more;\n"
                             "# versions of HTCondor that do not know it hold them.\n");
}

static void add_htcondor(struct strbuf *out, const struct memory_requests_row *row)
{
    strbuf_add_text(out, "\n# ");
    add_name(out, row->task);
    strbuf_add_text(out, ": ");
    if (is_repeated(row))
        add_repetitions(out, row, mega(row->first_B));
    else
        add_none(out, row);
    strbuf_format(out, ".\nrequest_memory = %.0f\n", mega(row->first_B));
    if (is_repeated(row))
        strbuf_format(out, "retry_request_memory = %.0f\n", mega(row->most_B));
}

const struct settings_tool settings_htcondor = {
    .name = "HTCondor",
    .folder = SETTINGS_FOLDER,
    .file = "htcondor.sub",
    .indent = "\n",
    .comment = "#",
    .why_unnamed = "without a name.",
    .can_name = has_any_name,
    .begin = begin_htcondor,
    .add = add_htcondor,
    .end = add_nothing,
};

/* ---- Nextflow ---- */

static void begin_nextflow(struct strbuf *out, bool repeats)
{
    (void)repeats;
    strbuf_add_text(out, "// nextflow run -c nextflow.config PIPELINE\n"
                         "// Tasks that fail as for want of memory (exit code 137 and the like)\n"
                         "// run again with more; others end the run.\n"
                         "process {\n");
}

/* Another failure than one for want of memory is none that more memory mends. */
static void add_nextflow(struct strbuf *out, const struct memory_requests_row *row)
{
    double first = mega(row->first_B), most = mega(row->most_B);
    strbuf_format(out, "    withName: '%s' {\n        // ", row->task);
    if (is_repeated(row)) {
        add_repetitions(out, row, first);
        strbuf_format(out,
                      ".\n        // These run again with %.0f MB.\n"
                      "        memory = { task.attempt == 1 ? %.0f.MB : %.0f.MB * (task.attempt - "
                      "1) }\n",
                      most, first, most);
    } else {
        add_none(out, row);
        strbuf_format(out, ".\n        memory = { %.0f.MB * task.attempt }\n", first);
    }
    strbuf_format(out,
                  "        errorStrategy = {\n"
                  "            task.exitStatus in [104, 134, 137, 139, 140, 143, 247] ? 'retry' : "
                  "'terminate'\n        }\n"
                  "        maxRetries = %d\n    }\n",
                  is_repeated(row) ? 2 : 1);
}

static void end_nextflow(struct strbuf *out)
{
    strbuf_add_text(out, "}\n");
}

const struct settings_tool settings_nextflow = {
    .name = "Nextflow",
    .folder = SETTINGS_FOLDER,
    .file = "nextflow.config",
    .indent = "    ",
    .comment = "//",
    .why_unnamed = "whose names no process of Nextflow can have.",
    .can_name = is_process,
    .begin = begin_nextflow,
    .add = add_nextflow,
    .end = end_nextflow,
};

/* ---- Snakemake ---- */

static void begin_snakemake(struct strbuf *out, bool repeats)
{
    strbuf_add_text(out, "# snakemake --profile DIRECTORY, that of this file.\n"
                         "# Memory in MB of 10^6 bytes.\n");
    if (repeats)
        strbuf_add_text(out, "# Expressions with \"attempt\" need Snakemake 8 or later.\n"
                             "restart-times: 2\n");
    strbuf_add_text(out, "set-resources:\n");
}

/* The form RULE:RESOURCE=VALUE is known to all versions that read resources from profiles. */
static void add_snakemake(struct strbuf *out, const struct memory_requests_row *row)
{
    double first = decimal_mega(row->first_B), most = decimal_mega(row->most_B);
    strbuf_add_text(out, "  # ");
    if (is_repeated(row)) {
        add_repetitions(out, row, first);
        strbuf_format(out,
                      ".\n  # These run again with %.0f MB.\n"
                      "  - \"%s:mem_mb=%.0f if attempt == 1 else %.0f * (attempt - 1)\"\n",
                      most, row->task, first, most);
    } else {
        add_none(out, row);
        strbuf_format(out, ".\n  - \"%s:mem_mb=%.0f\"\n", row->task, first);
    }
}

const struct settings_tool settings_snakemake = {
    .name = "Snakemake",
    .folder = SETTINGS_FOLDER "/snakemake",
    .file = "config.yaml",
    .indent = "  ",
    .comment = "#",
    .why_unnamed = "whose names no rule of Snakemake can have.",
    .can_name = is_rule,
    .begin = begin_snakemake,
    .add = add_snakemake,
    .end = add_nothing,
};

/* ---- TaskVine, Work Queue ---- */

/* What the same is called in both. */
struct manager_words {
    const char *handle, *mode, *min_waste, *most, *first;
};

static const struct manager_words taskvine = {"manager", "set_category_mode", "\"min waste\"",
                                              "set_category_resources_max",
                                              "set_category_first_allocation_guess"},
                                  work_queue = {"queue", "specify_category_mode",
                                                "wq.WORK_QUEUE_ALLOCATION_MODE_MIN_WASTE",
                                                "specify_category_max_resources",
                                                "specify_category_first_allocation_guess"};

static void add_call(struct strbuf *out, const struct manager_words *words, const char *function,
                     const char *kind)
{
    strbuf_format(out, "    %s.%s(", words->handle, function);
    add_quoted(out, kind);
}

static void add_category(struct strbuf *out, const struct memory_requests_row *row,
                         const struct manager_words *words)
{
    strbuf_add_text(out, "    # ");
    if (is_repeated(row)) {
        add_repetitions(out, row, mega(row->first_B));
        strbuf_add_text(out, ".\n    # These run again with the maximum.\n");
        add_call(out, words, words->mode, row->task);
        strbuf_format(out, ", %s)\n", words->min_waste);
        add_call(out, words, words->first, row->task);
        strbuf_format(out, ", {\"memory\": %.0f})\n", mega(row->first_B));
    } else {
        add_none(out, row);
        strbuf_add_text(out, ".\n");
    }
    add_call(out, words, words->most, row->task);
    strbuf_format(out, ", {\"memory\": %.0f})\n", mega(row->most_B));
}

/* A task that exceeds the maximum of its category is not repeated. */
static void add_head(struct strbuf *out, const struct manager_words *words, bool repeats)
{
    strbuf_add_text(out,
                    "# Memory of each category in MB. A task that exceeds the maximum fails.\n");
    if (repeats)
        strbuf_format(out,
                      "# With %s.enable_monitoring() tasks are measured, and those that need\n"
                      "# more than the first allocation are repeated.\n",
                      words->handle);
    strbuf_format(out, "def set_memory(%s):\n", words->handle);
}

static void begin_taskvine(struct strbuf *out, bool repeats)
{
    add_head(out, &taskvine, repeats);
}

static void add_taskvine(struct strbuf *out, const struct memory_requests_row *row)
{
    add_category(out, row, &taskvine);
}

static void begin_work_queue(struct strbuf *out, bool repeats)
{
    if (repeats)
        strbuf_add_text(out, "import ndcctools.work_queue as wq\n\n\n");
    add_head(out, &work_queue, repeats);
}

static void add_work_queue(struct strbuf *out, const struct memory_requests_row *row)
{
    add_category(out, row, &work_queue);
}

const struct settings_tool settings_taskvine = {
    .name = "TaskVine",
    .folder = SETTINGS_FOLDER,
    .file = "taskvine.py",
    .indent = "    ",
    .comment = "#",
    .why_unnamed = "whose names are not known in full.",
    .can_name = is_whole,
    .begin = begin_taskvine,
    .add = add_taskvine,
    .end = add_nothing,
};

const struct settings_tool settings_work_queue = {
    .name = "Work Queue",
    .folder = SETTINGS_FOLDER,
    .file = "work_queue.py",
    .indent = "    ",
    .comment = "#",
    .why_unnamed = "whose names are not known in full.",
    .can_name = is_whole,
    .begin = begin_work_queue,
    .add = add_work_queue,
    .end = add_nothing,
};
