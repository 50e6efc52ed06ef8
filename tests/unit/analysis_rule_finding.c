/* Findings made by rules: each rule at both sides of its thresholds, and how templates are filled.
 */
#include <ctype.h>

#include "findings_fixture.h"

#include "analysis/findings/rule_example.h"
#include "analysis/findings/rule_finding.h"
#include "table/rule_template.h"

static struct analysis_request request;
static struct findings findings;

static void begin_findings(void)
{
    begin();
    request = (struct analysis_request){.rules = fixture_rules(),
                                        .dataset = &fixture.dataset,
                                        .signals = &fixture.signals,
                                        .diagnostics = fixture.diagnostics,
                                        .jobs = 1};
    findings =
        (struct findings){.request = &request, .tables = &fixture.tables, .arena = &fixture.arena};
}

static void end_findings(void)
{
    free(findings.items);
    fixture_release(&fixture);
}

/* As a measure of the rule that knows all its names. */
static struct rule_finding begin_known(const struct rule *rule, double value)
{
    struct rule_finding made = rule_begin(&findings, rule->id);
    for (size_t i = 0; i < rule->name_count; i++)
        if (rule->names[i].unit)
            rule_number(&made, rule->names[i].name, 2);
        else
            rule_text(&made, rule->names[i].name, "x");
    rule_number(&made, rule->names[rule->value].name, value);
    made.variant = rule->texts.items[0].variant;
    made.advice_variant = rule->advices.items[0].variant;
    return made;
}

/* The level of the finding that a value makes; NULL: it makes none. */
static const char *level_at(const struct rule *rule, double value)
{
    size_t before = findings.count;
    struct rule_finding made = begin_known(rule, value);
    bool is_added = rule_add(&made);
    return is_added && findings.count == before + 1 ? findings.items[before].level : NULL;
}

/* The level below: whose threshold is next; NULL: none has any. */
static const char *level_before(const struct rule *rule, int level)
{
    while (--level >= 0)
        if (!isnan(rule->thresholds[level]))
            return rule_level_name((enum rule_level)level);
    return NULL;
}

static void check_threshold(const struct rule *rule, int level)
{
    bool rises = rule->side == RULE_AT_LEAST || rule->side == RULE_ABOVE;
    double threshold = rule->thresholds[level];
    const char *before = level_before(rule, level);
    const char *short_of = level_at(rule, nextafter(threshold, rises ? -INFINITY : INFINITY));
    const char *beyond = level_at(rule, nextafter(threshold, rises ? INFINITY : -INFINITY));
    if (!beyond || strcmp(beyond, rule_level_name((enum rule_level)level)) != 0)
        CHECK_FAIL("%s beyond %g is %s", rule->id, threshold, beyond ? beyond : "nothing");
    if (before ? !short_of || strcmp(short_of, before) != 0 : short_of != NULL)
        CHECK_FAIL("%s short of %g is %s", rule->id, threshold, short_of ? short_of : "nothing");
}

static void every_rule_has_both_sides_of_its_thresholds(void)
{
    size_t thresholds = 0;
    begin_findings();
    for (size_t i = 0; i < request.rules->count; i++)
        for (int level = 0; level < RULE_LEVELS; level++)
            if (!isnan(request.rules->items[i].thresholds[level])) {
                check_threshold(&request.rules->items[i], level);
                thresholds++;
            }
    CHECK(thresholds > 10);
    end_findings();
}

/* Nothing of a template is left in any text. */
static void every_text_is_filled(void)
{
    begin_findings();
    for (size_t i = 0; i < request.rules->count; i++) {
        const struct rule *rule = &request.rules->items[i];
        for (size_t k = 0; k < rule->texts.count; k++) {
            struct rule_finding made = begin_known(rule, 1);
            const char *text = rule_fill(&made, &rule->texts.items[k]);
            CHECK(*text && !strpbrk(text, "{}[]"));
        }
    }
    end_findings();
}

/* A variant that speaks of all nodes is about none in particular, whatever the measure knows. */
static void a_finding_is_about_whom_its_sentence_names(void)
{
    begin_findings();
    struct rule_finding made = rule_begin(&findings, "nodes.io-wait");
    rule_text(&made, "node", "n07");
    rule_number(&made, "most", 0.5);
    made.level = RULE_WARN;
    made.variant = "one node";
    CHECK(rule_add(&made));
    CHECK_TEXT(findings.items[0].subject, "n07");
    made.variant = "all nodes";
    CHECK(rule_add(&made));
    CHECK_TEXT(findings.items[1].subject, "");
    end_findings();
}

/* Of one as of several: words agree with the count. */
static void counts_of_one_are_words_of_one(void)
{
    static const struct {
        const char *id, *text, *one;
    } cases[] = {
        {"jobs.steps-failed", "jobs", "with 1 of 1 step."},
        {"energy.incomplete", "one total", " 1 of 1 x counter of x gave no reading but 0."},
        {"workers.cores-idle", "nothing waited", "1 of 1 core of the connected workers was busy"},
        {"workers.idle-while-tasks-wait", NULL, "1 task waited and 1 of at most 1 worker was idle"},
        {"tasks.not-grouped", "files", "the 1 task kind is the name of a file."},
        {"tasks.kind-fails", "lost", "1 of 1 task of x (100 %) was lost"},
        {"tasks.short", NULL, "1 task is short (median 1 s). Starting it may take longer"},
        {"gpus.lost", "lost", "Its only sample has"},
    };
    begin_findings();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct rule *rule = rules_find(request.rules, cases[i].id);
        struct rule_finding made = begin_known(rule, 1);
        for (size_t k = 0; k < rule->name_count; k++)
            made.numbers[k] = rule->names[k].unit ? 1 : NAN;
        const char *text = rule_fill(&made, rule_templates_find(&rule->texts, cases[i].text));
        if (!strstr(text, cases[i].one))
            CHECK_FAIL("%s: %s", rule->id, text);
    }
    end_findings();
}

static void every_phrase_is_filled(void)
{
    begin_findings();
    for (size_t i = 0; i < request.rules->phrase_count; i++) {
        const struct rule *phrase = &request.rules->phrases[i];
        struct rule_finding made = phrase_begin(&findings, phrase->id);
        for (size_t k = 0; k < phrase->name_count; k++)
            if (phrase->names[k].unit)
                rule_number(&made, phrase->names[k].name, 2);
            else
                rule_text(&made, phrase->names[k].name, "x");
        for (size_t k = 0; k < phrase->texts.count; k++) {
            made.variant = phrase->texts.items[k].variant;
            CHECK(*phrase_text(&made) && !strpbrk(phrase_text(&made), "{}[]"));
        }
        for (size_t k = 0; k < phrase->advices.count; k++) {
            made.advice_variant = phrase->advices.items[k].variant;
            CHECK(*phrase_advice(&made) && !strpbrk(phrase_advice(&made), "{}[]"));
        }
    }
    end_findings();
}

/* Of a rule with the numbers share and others and the text node. */
static const char *fill(const char *text, double share, double others, const char *node)
{
    static struct rule rule = {
        .id = "nodes.hot",
        .names = {{"share", ""}, {"others", ""}, {"size", "B"}, {"node", NULL}},
        .name_count = 4};
    struct rule_template template = {.source = text};
    struct rule_finding made = {.findings = &findings, .rule = &rule};
    static struct error error;
    made.numbers[0] = share;
    made.numbers[1] = others;
    made.numbers[2] = 4294967296.0;
    made.texts[3] = node;
    return rule_template_parse(&template, &rule, &fixture.arena, &error)
               ? rule_fill(&made, &template)
               : error.text;
}

static void templates_are_filled(void)
{
    begin_findings();
    CHECK_TEXT(fill("{node} has {share:percent} of {size}.", 0.25, 0, "n1"),
               "n1 has 25 % of 4 GiB.");
    CHECK_TEXT(fill("{others} more {others|node|nodes}", 0, 1, ""), "1 more node");
    CHECK_TEXT(fill("{others} more {others|node|nodes}", 0, 1234, ""), "1,234 more nodes");
    CHECK_TEXT(fill("{others:integer} {share:times} {share:hundredths}", 3.25, 1234, ""),
               "1,234 3.3 times 3.25");
    CHECK_TEXT(fill("rank {others:name}", 0, 1234, ""), "rank 1234");
    CHECK_TEXT(fill("{share:in-hours} and {others:in-hours}", 36000, 90, ""), "10 and 0.025");
    CHECK_TEXT(fill("{size:request} {size:exact}", 0, 0, ""), "4 GiB 4 GiB");
    CHECK_TEXT(fill("{{{node}}} [[a]]", 0, 0, "n1"), "{n1} [a]");
    end_findings();
}

/* 0.757 GiB beside 1.06 GiB, but nothing below a tenth. */
static void bytes_of_a_finding_have_one_unit(void)
{
    static const struct {
        double least, most;
        const char *text;
    } cases[] = {{812646400, 1138166333, "0.757 GiB to 1.06 GiB"},
                 {4194304, 4294967296, "4 MiB to 4 GiB"},
                 {4294967296, 16384000000, "4 GiB to 15.3 GiB"}};
    begin_findings();
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct rule_finding made = phrase_begin(&findings, "memory-request");
        struct rule_template template = {.source = "{first} to {most}"};
        struct error error = {0};
        rule_number(&made, "first", cases[i].least);
        rule_number(&made, "most", cases[i].most);
        CHECK(rule_template_parse(&template, made.rule, &fixture.arena, &error));
        CHECK_TEXT(rule_fill(&made, &template), cases[i].text);
    }
    end_findings();
}

static void optional_parts_need_all_their_names(void)
{
    begin_findings();
    CHECK_TEXT(fill("a[ {share} {node}].", 1, 0, "n1"), "a 1 n1.");
    CHECK_TEXT(fill("a[ {share} {node}].", NAN, 0, "n1"), "a.");
    CHECK_TEXT(fill("a[ {share} {node}].", 1, 0, ""), "a.");
    CHECK_TEXT(fill("a[ {share} {node}].", 1, 0, NULL), "a.");
    CHECK_TEXT(fill("a[{others?} b][ {others}]", 0, 0, NULL), "a 0");
    CHECK_TEXT(fill("a[{others?} b]", 0, 2, NULL), "a b");
    CHECK_TEXT(fill("a[{others?} b]", 0, NAN, NULL), "a");
    end_findings();
}

/* A copy of the rules, of which one is changed. */
static void sites_turn_rules_off_and_add_notes(void)
{
    static const char config[] = "{\"findings\": {\"nodes.serial\": {\"note\": \"see wiki\", "
                                 "\"warn\": 0.3}, \"nodes.throttled\": {\"off\": true}, "
                                 "\"nodes.low-load\": {\"note\": 0.35}}}";
    struct rules rules;
    struct error error = {0};
    begin_findings();
    CHECK(rules_load(&rules, &fixture.arena, "templates/findings.json", &error));
    CHECK(rules_configure(&rules, &fixture.arena, "x", config, sizeof config - 1, &error));
    request.rules = &rules;
    CHECK(!level_at(rules_find(&rules, "nodes.throttled"), 0));
    CHECK_NEAR(rule_number_called(rules_find(&rules, "nodes.low-load"), "note"), 0.35, 0);
    CHECK(!level_at(rules_find(&rules, "nodes.serial"), 0.29));
    CHECK_TEXT(level_at(rules_find(&rules, "nodes.serial"), 0.31), "warn");
    CHECK_TEXT(findings.items[0].advice,
               "run this part in parallel, or as a job of its own on 1 core. See wiki");
    CHECK_NEAR(findings.items[0].threshold, 0.3, 0);
    end_findings();
}

/* ---- examples, as `jobreport findings` lists them ---- */

/* A name that is not in an optional part and has no value leaves a hole. */
static void check_no_hole(const struct rule *rule, const struct rule_template *template)
{
    bool is_optional = false;
    for (size_t i = 0; i < template->count; i++) {
        const struct rule_part *part = &template->parts[i];
        if (part->kind == RULE_PART_OPEN || part->kind == RULE_PART_CLOSE)
            is_optional = part->kind == RULE_PART_OPEN;
        if (is_optional || (part->kind != RULE_PART_VALUE && part->kind != RULE_PART_WORD))
            continue;
        const struct rule_value *value = &rule->example[part->name];
        if (rule->names[part->name].unit ? isnan(value->number) : !value->text || !*value->text)
            CHECK_FAIL("the example of %s lacks %s", rule->id, rule->names[part->name].name);
    }
}

/* "busyWHERE", but "TotalCPU" */
static bool has_glued_capitals(const char *text)
{
    for (; *text; text++)
        if (islower((unsigned char)text[0]) && isupper((unsigned char)text[1]) &&
            isupper((unsigned char)text[2]) && strncmp(text + 1, "CPU", 3) != 0)
            return true;
    return false;
}

static bool reads_as_a_sentence(const char *text)
{
    static const char *const never[] = {"  ", " .",  " ,",        " ;",   " :",  "()", "( ",
                                        " )", ": .", "idle idle", "\"\"", "nan", "{",  "}"};
    size_t size = strlen(text);
    int depth = 0;
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (strstr(text, never[i]))
            return false;
    for (size_t i = 0; i < size && depth >= 0; i++)
        depth += (text[i] == '(') - (text[i] == ')');
    return depth == 0 && !has_glued_capitals(text) && (!size || !strchr(" ,:;", text[size - 1]));
}

static void check_examples(const struct rule *rule, const struct rule_templates *templates,
                           bool are_advices)
{
    for (size_t k = 0; k < templates->count; k++) {
        struct strbuf text;
        strbuf_init(&text);
        check_no_hole(rule, &templates->items[k]);
        rule_example_add(rule, &templates->items[k], &text);
        if (!reads_as_a_sentence(text.text) || (!are_advices && text.size < 10))
            CHECK_FAIL("%s: \"%s\"", rule->id, text.text);
        strbuf_release(&text);
    }
}

static void examples_are_sentences(void)
{
    begin_findings();
    for (size_t i = 0; i < request.rules->count; i++) {
        check_examples(&request.rules->items[i], &request.rules->items[i].texts, false);
        check_examples(&request.rules->items[i], &request.rules->items[i].advices, true);
    }
    end_findings();
}

static bool is_share(const char *name)
{
    size_t size = strlen(name), end = strlen("_share");
    return strcmp(name, "share") == 0 || (size > end && !strcmp(name + size - end, "_share"));
}

/* Shares are from 0 to 1, correlations from -1 to 1. */
static void numbers_of_examples_are_possible(void)
{
    static const char *const correlations[] = {"rho", "low", "high"};
    size_t shares = 0;
    begin_findings();
    const struct rule *rule = rules_find(request.rules, "devices.correlation");
    for (size_t i = 0; i < sizeof correlations / sizeof *correlations; i++)
        CHECK(fabs(rule->example[rule_find_name(rule, correlations[i])].number) <= 1);
    for (size_t i = 0; i < request.rules->count; i++)
        for (size_t k = 0; rule = &request.rules->items[i], k < rule->name_count; k++) {
            double number = rule->example[k].number;
            if (isnan(number))
                continue;
            bool is_in_range = number >= 0 && (!is_share(rule->names[k].name) || number <= 1);
            if (!is_in_range && strcmp(rule->names[k].name, "rho") != 0)
                CHECK_FAIL("%s of %s is %g", rule->names[k].name, rule->id, number);
            shares += is_share(rule->names[k].name);
        }
    CHECK(shares > 50);
    end_findings();
}

CHECK_MAIN(TEST(every_rule_has_both_sides_of_its_thresholds), TEST(every_text_is_filled),
           TEST(a_finding_is_about_whom_its_sentence_names), TEST(counts_of_one_are_words_of_one),
           TEST(every_phrase_is_filled), TEST(bytes_of_a_finding_have_one_unit),
           TEST(templates_are_filled), TEST(optional_parts_need_all_their_names),
           TEST(sites_turn_rules_off_and_add_notes), TEST(examples_are_sentences),
           TEST(numbers_of_examples_are_possible))
