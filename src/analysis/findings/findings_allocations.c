/* GPUs that attempts held and left idle, or hardly used. */
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"
#include "util/texts.h"

static const struct unused {
    const char *rule;
    const char *attempts, *gpu_s, *example, *node; /* columns of the table */
    bool differs_of_one;                           /* the advice, where each attempt held one GPU */
    bool names_user;                               /* who held most of it */
} all_unused[] = {
    {"attempts.gpus-idle", "idle", "idle_gpu_s", "idle_example", "idle_node", false, true},
    {"attempts.gpus-little-used", "low", "low_gpu_s", "low_example", "low_node", true, false},
};

/* Those of the kind, of which one may be named, and where they ran. */
static void say_attempts(struct rule_finding *made, const struct task_gpus_rows *table,
                         const struct unused *unused, size_t kind)
{
    const struct findings *findings = made->findings;
    const char *task = table->task[kind];
    const char *example = table_texts(table->table, unused->example)[kind];
    const char *node = table_texts(table->table, unused->node)[kind];
    bool has_queue = finding_has_queue(findings);
    rule_text(made, "kind", finding_kind(findings, task));
    if (example && !texts_equal(example, task))
        rule_text(made, "example", finding_name(findings, example));
    if (node)
        rule_text(made, "node", finding_name(findings, node));
    rule_number(made, "of_kind", table_numbers(table->table, unused->attempts)[kind]);
    rule_number(made, "jobs", has_queue);
    rule_number(made, "tasks", !has_queue);
}

/* A kind of which attempts used their GPUs needs them: the others are to be looked at. */
static void say_advice(struct rule_finding *made, const struct task_gpus_rows *table,
                       const struct unused *unused, size_t kind)
{
    double own_s = table_numbers(table->table, unused->gpu_s)[kind];
    double all_s = table->measured_gpu_s[kind];
    const char *example = table_texts(table->table, unused->example)[kind];
    bool is_one = table_numbers(table->table, unused->attempts)[kind] == 1 && example &&
                  !texts_equal(example, table->task[kind]);
    bool of_one = unused->differs_of_one && !(table->gpus_max[kind] > 1);
    say_attempts(made, table, unused, kind);
    if (!(own_s >= rule_limit(made, "nearly_all") * all_s))
        made->advice_variant = is_one ? "one" : "some";
    else
        made->advice_variant = of_one ? "all of one GPU" : "all";
}

/* How many attempts, and of how many GPU hours: not all sources say how many GPUs they held. */
static void say_use(struct rule_finding *made, const struct task_gpus_rows *table,
                    const struct unused *unused, size_t kind)
{
    const struct findings *findings = made->findings;
    double attempts = finding_without_sessions(findings, table->table, NULL, unused->attempts);
    double gpu_s = finding_without_sessions(findings, table->table, NULL, unused->gpu_s);
    double all_s = finding_without_sessions(findings, table->table, NULL, "measured_gpu_s");
    double own_s = table_numbers(table->table, unused->gpu_s)[kind];
    bool is_counted = !(finding_without_sessions(findings, table->table, NULL, "uncounted") > 0);
    bool is_all = is_counted ? !(own_s < gpu_s)
                             : table_numbers(table->table, unused->attempts)[kind] >= attempts;
    rule_number(made, "share", gpu_s / all_s);
    rule_number(made, "attempts", attempts);
    rule_number(made, "measured",
                finding_without_sessions(findings, table->table, NULL, "measured"));
    rule_number(made, "part", own_s / gpu_s);
    rule_number(made, "held", gpu_s);
    rule_number(made, "all_held", all_s);
    if (!is_all)
        rule_text(made, "most_kind", finding_kind(findings, table->task[kind]));
    made->variant = is_counted ? "counted" : "not counted";
}

/* Who held most of it, where others held GPUs, too. */
static void say_user(struct rule_finding *made, const struct task_gpus_rows *table)
{
    size_t all = rows_find(table->rows, 0, table->task, "*", NULL, NULL);
    double gpu_s = finding_without_sessions(made->findings, table->table, NULL, "idle_gpu_s");
    if (all >= table->rows || !table->idle_user[all] || gpu_s < table->idle_gpu_s[all])
        return;
    double part = table->idle_user_gpu_s[all] / gpu_s;
    if (!(part >= rule_limit(made, "mostly")))
        return;
    rule_number(made, "user_part", part);
    rule_text(made, part < 1 ? "most_user" : "only_user",
              finding_name(made->findings, table->idle_user[all]));
}

static void add_unused(struct findings *findings, const struct task_gpus_rows *table,
                       const struct unused *unused)
{
    size_t kind = finding_most_but_sessions(findings, table->table, NULL, unused->gpu_s);
    struct rule_finding made = rule_begin(findings, unused->rule);
    if (kind >= table->rows ||
        !(finding_without_sessions(findings, table->table, NULL, unused->gpu_s) >=
          rule_limit(&made, "least_gpu_s")))
        return;
    say_use(&made, table, unused, kind);
    say_advice(&made, table, unused, kind);
    if (unused->names_user)
        say_user(&made, table);
    rule_add_little_use(&made, table->task[kind]);
}

bool finding_holds_gpus(const struct findings *findings, const char *kind)
{
    uint32_t number = name_index_find(&findings->kinds, kind ? kind : "");
    return number != NAME_INDEX_NONE && findings->kinds_hold_gpus[number];
}

void findings_of_allocations(struct findings *findings)
{
    const struct task_gpus_rows table = task_gpus_rows(findings->tables);
    for (size_t i = 0; table.rows && i < sizeof all_unused / sizeof all_unused[0]; i++)
        add_unused(findings, &table, &all_unused[i]);
}
