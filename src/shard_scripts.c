#include "shard_scripts.h"

#include <stdio.h>
#include <string.h>

#include "option_rows.h"

void shard_file_name(char *name, size_t size, const char *folder, size_t number, const char *ending)
{
    snprintf(name, size, "%s/%04zu.%s", folder, number, ending);
}

/* ---- words of a shell ---- */

static void add_quoted(struct strbuf *out, const char *word)
{
    strbuf_add_char(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            strbuf_add_text(out, "'\\''");
        else
            strbuf_add_char(out, *word);
    strbuf_add_char(out, '\'');
}

static void add_option(struct strbuf *out, enum option_id id, const char *value)
{
    strbuf_format(out, " --%s ", option_rows[id].name);
    add_quoted(out, value);
}

/* What was given of how inputs are read. */
static void add_reading_options(struct strbuf *out, const struct options *options)
{
    static const enum option_id ids[] = {OPTION_INPUT_FORMAT, OPTION_MAX_INPUT,
                                         OPTION_COLUMNS,      OPTION_TIME_ZONE,
                                         OPTION_SMALL_MEMORY, OPTION_MEDIUM_MEMORY,
                                         OPTION_KINDS};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        if (options->sources[ids[i]] == SOURCE_COMMAND_LINE && options->texts[ids[i]])
            add_option(out, ids[i], options->texts[ids[i]]);
    for (size_t i = 0; i < options->mapping.count; i++)
        add_option(out, OPTION_MAPPING, options->mapping.items[i]);
}

/* ---- what all have ---- */

static bool always(const struct options *options)
{
    (void)options;
    return true;
}

/* Where the program is elsewhere, as on other hosts, JOBREPORT says so. */
static void write_program(const struct shard_plan *plan, struct strbuf *out)
{
    strbuf_add_text(out, "#!/bin/sh\n"
                         "# The program that made these scripts; another one: JOBREPORT=PATH.\n"
                         "program=");
    add_quoted(out, plan->program ? plan->program : "jobreport");
    strbuf_add_text(out, "\nexec \"${JOBREPORT:-$program}\" \"$@\"\n");
}

static void write_summarize(const struct shard_plan *plan, struct strbuf *out)
{
    strbuf_add_text(
        out,
        "#!/bin/sh\n"
        "# summarize-shard NUMBER: shards/NUMBER.list → parts/NUMBER.part; what it says goes to\n"
        "# parts/NUMBER.log. With one processor, or as many as the job of Slurm has.\n"
        "number=${1:?}\n"
        "mkdir -p parts || exit\n"
        "./jobreport summarize --jobs \"${SLURM_CPUS_PER_TASK:-1}\" --progress never");
    add_reading_options(out, plan->options);
    strbuf_add_text(out, " \\\n"
                         "    --files-from \"shards/$number.list\" --output \"parts/$number.part\" "
                         "> \"parts/$number.log\" 2>&1\n"
                         "status=$?\n"
                         "if [ $status -ne 0 ]; then\n"
                         "    echo \"shard $number failed (exit code $status):\" >&2\n"
                         "    cat \"parts/$number.log\" >&2\n"
                         "fi\n"
                         "exit $status\n");
}

/* Shards that have no part, or none that can be read, are lost: the report names their inputs. An
 * empty part is no part: without it, whoever ran the shard runs it again. */
static void write_merge(const struct shard_plan *plan, struct strbuf *out)
{
    strbuf_format(
        out,
        "#!/bin/sh\n"
        "# merge-parts [OPTION]...: the parts that are there → the report; options are those "
        "of 'jobreport merge'.\n"
        "number=1\n"
        "while [ $number -le %zu ]; do\n"
        "    name=$(printf %%04d $number)\n"
        "    if [ ! -s \"parts/$name.part\" ]; then\n"
        "        echo \"shard $name has no part\" >&2\n"
        "        rm -f \"parts/$name.part\"\n"
        "    fi\n"
        "    number=$((number + 1))\n"
        "done\n"
        "exec ./jobreport merge --expect " SHARD_ALL_INPUTS " --output report \"$@\" parts\n",
        plan->shards);
}

/* ---- make ---- */

static bool wants_make(const struct options *options)
{
    return options->make;
}

/* A shard that fails, which is said, does not keep the others from being merged; it has no part
 * then, so make tries again next time. */
static void write_makefile(const struct shard_plan *plan, struct strbuf *out)
{
    strbuf_add_text(out, "# 'make -j N' summarizes the shards, N at a time, and makes the report.\n"
                         ".POSIX:\n"
                         "PARTS =");
    for (size_t i = 1; i <= plan->shards; i++)
        strbuf_format(out, " parts/%04zu.part", i);
    strbuf_add_text(out, "\nreport/index.html: $(PARTS)\n"
                         "\t./merge-parts\n");
    for (size_t i = 1; i <= plan->shards; i++)
        strbuf_format(out,
                      "parts/%04zu.part: shards/%04zu.list\n"
                      "\t-@./summarize-shard %04zu\n",
                      i, i, i);
    strbuf_add_text(out, "clean:\n"
                         "\trm -rf parts report\n");
}

/* ---- Makeflow ---- */

static bool wants_makeflow(const struct options *options)
{
    return options->makeflow;
}

/* A rule has to make its files, or Makeflow ends without a report: a shard that fails leaves an
 * empty part. ./merge-parts removes it, and Makeflow repeats rules whose files are gone. */
static void write_makeflow(const struct shard_plan *plan, struct strbuf *out)
{
    strbuf_add_text(
        out, "# 'makeflow -T wq' and work_queue_worker, or 'makeflow -T slurm', or any other "
             "of its batch systems.\n"
             "CATEGORY=summarize\nCORES=1\n");
    for (size_t i = 1; i <= plan->shards; i++)
        strbuf_format(out,
                      "\nparts/%04zu.part parts/%04zu.log: jobreport summarize-shard "
                      "shards/%04zu.list\n"
                      "\t./summarize-shard %04zu || : > parts/%04zu.part\n",
                      i, i, i, i, i);
    strbuf_add_text(out, "\nCATEGORY=merge\nreport.log:");
    strbuf_add_text(out, " jobreport merge-parts " SHARD_ALL_INPUTS);
    for (size_t i = 1; i <= plan->shards; i++)
        strbuf_format(out, " parts/%04zu.part", i);
    strbuf_add_text(out, "\n\tLOCAL ./merge-parts > report.log 2>&1\n");
}

/* ---- Slurm ---- */

static bool wants_slurm(const struct options *options)
{
    return options->slurm;
}

static void write_array_job(const struct shard_plan *plan, struct strbuf *out)
{
    strbuf_format(out,
                  "#!/bin/sh\n"
                  "#SBATCH --job-name=summarize\n"
                  "#SBATCH --array=1-%zu\n"
                  "#SBATCH --ntasks=1\n"
                  "#SBATCH --output=parts/slurm-%%a.out\n"
                  "# Options of sbatch that the site needs, such as --partition, go to ./submit.\n"
                  "exec ./summarize-shard \"$(printf %%04d \"$SLURM_ARRAY_TASK_ID\")\"\n",
                  plan->shards);
}

static void write_merge_job(const struct shard_plan *plan, struct strbuf *out)
{
    (void)plan;
    strbuf_add_text(out, "#!/bin/sh\n"
                         "#SBATCH --job-name=merge\n"
                         "#SBATCH --ntasks=1\n"
                         "#SBATCH --output=report.log\n"
                         "exec ./merge-parts --jobs \"${SLURM_CPUS_PER_TASK:-1}\"\n");
}

/* The job that merges begins when all of the array have ended, whichever way. */
static void write_submit(const struct shard_plan *plan, struct strbuf *out)
{
    (void)plan;
    strbuf_add_text(
        out, "#!/bin/sh\n"
             "# submit [OPTION]...: options are those of sbatch, for both jobs.\n"
             "cd \"$(dirname \"$0\")\" || exit\n"
             "array=$(sbatch --parsable \"$@\" summarize.sbatch) || exit\n"
             "sbatch --parsable --dependency=\"afterany:${array%%;*}\" \"$@\" merge.sbatch\n");
}

/* ---- all ---- */

static const struct shard_script scripts[] = {
    {"jobreport", true, always, write_program},
    {"summarize-shard", true, always, write_summarize},
    {"merge-parts", true, always, write_merge},
    {"Makefile", false, wants_make, write_makefile},
    {"Makeflow", false, wants_makeflow, write_makeflow},
    {"summarize.sbatch", true, wants_slurm, write_array_job},
    {"merge.sbatch", true, wants_slurm, write_merge_job},
    {"submit", true, wants_slurm, write_submit},
};

size_t shard_script_count(void)
{
    return sizeof scripts / sizeof scripts[0];
}

const struct shard_script *shard_script_at(size_t index)
{
    return &scripts[index];
}
