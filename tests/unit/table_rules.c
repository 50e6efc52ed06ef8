/* Rules of findings: the file, its templates, what a site may change. */
#include "check.h"

#include <stdlib.h>
#include <unistd.h>

#include "rules_fixture.h"
#include "table/rule_template.h"

static struct arena arena;
static struct rules rules;
static struct error fault;

static void begin(void)
{
    arena_init(&arena);
}

static void end(void)
{
    arena_release(&arena);
}

/* A file with one rule, of which `members` replace or add to the usual ones. */
static bool load_with_phrases(const char *members, const char *phrases)
{
    char path[] = "/tmp/rules-XXXXXX";
    int file = mkstemp(path);
    char *text =
        arena_format(&arena,
                     "{\"nodes.hot\": {\"title\": \"Hot\", \"section\": \"data\", "
                     "\"numbers\": {\"share\": \"\", \"others\": \"\"}, \"names\": "
                     "[\"node\"], \"value\": \"share\", \"weight\": {\"warn\": 5, \"bad\": "
                     "9}, %s \"advice\": \"\"}%s}",
                     members, phrases);
    bool good = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    close(file);
    good = good && rules_load(&rules, &arena, path, &fault);
    unlink(path);
    return good;
}

static bool load(const char *members)
{
    return load_with_phrases(members, "");
}

#define WHAT "\"what\": {\"value\": \"part in use [share]\", \"least_s\": \"shortest time [s]\"}, "
#define LIMITS "\"thresholds\": {\"warn\": 0.5, \"bad\": 0.9}, \"limits\": {\"least_s\": 60}, "

static bool load_text(const char *text)
{
    return load(arena_format(&arena, LIMITS "\"text\": \"%s\",", text));
}

static void installed_rules_are_sound(void)
{
    const struct rules *all = fixture_rules();
    CHECK(all->count > 10);
    for (size_t i = 0; i < all->count; i++) {
        CHECK(rule_is_id(all->items[i].id));
        CHECK(i == 0 || strcmp(all->items[i - 1].id, all->items[i].id) < 0);
        CHECK(rules_find(all, all->items[i].id) == &all->items[i]);
    }
    CHECK(!rules_find(all, "nodes.no-such-rule"));
}

/* What a site sets is described: what is compared, how levels without a threshold are decided, and
 * each limit. */
static void numbers_of_rules_are_described(void)
{
    const struct rules *all = fixture_rules();
    for (size_t i = 0; i < all->count; i++) {
        const struct rule *rule = &all->items[i];
        bool has_threshold = false, has_decided = false;
        for (int level = 0; level < RULE_LEVELS; level++) {
            has_threshold |= !isnan(rule->thresholds[level]);
            has_decided |= isnan(rule->thresholds[level]) && !isnan(rule->weights[level]);
        }
        if (has_threshold != (rule->what.text != NULL))
            CHECK_FAIL("what the value of %s is", rule->id);
        if (has_decided != (rule->decided != NULL))
            CHECK_FAIL("how levels of %s are decided", rule->id);
        for (size_t k = 0; k < rule->limit_count; k++)
            if (!rule->limits[k].what.text || !*rule->limits[k].what.unit)
                CHECK_FAIL("what %s of %s is", rule->limits[k].name, rule->id);
    }
}

/* What is a part of something is set as one. */
static void numbers_of_rules_are_in_their_range(void)
{
    const struct rules *all = fixture_rules();
    for (size_t i = 0; i < all->count; i++) {
        const struct rule *rule = &all->items[i];
        for (size_t k = 0; k < rule->limit_count; k++) {
            const struct rule_limit *limit = &rule->limits[k];
            bool is_part = !strcmp(limit->what.unit, "share") ||
                           !strcmp(limit->what.unit, "chance") ||
                           !strcmp(limit->what.unit, "coefficient");
            if (limit->value < 0 || (is_part && limit->value > 1))
                CHECK_FAIL("%s of %s is %g %s", limit->name, rule->id, limit->value,
                           limit->what.unit);
        }
    }
}

/* Whether a part of the template prints the name, or asks for it. */
static bool uses(const struct rule_template *template, size_t name)
{
    for (size_t i = 0; i < template->count; i++) {
        enum rule_part_kind kind = template->parts[i].kind;
        bool has_name =
            kind == RULE_PART_VALUE || kind == RULE_PART_WORD || kind == RULE_PART_CONDITION;
        if (has_name && template->parts[i].name == name)
            return true;
    }
    return false;
}

/* In its texts and advice. */
static bool is_said(const struct rule *rule, size_t name)
{
    bool used = false;
    for (size_t i = 0; i < rule->texts.count; i++)
        used = used || uses(&rule->texts.items[i], name);
    for (size_t i = 0; i < rule->advices.count; i++)
        used = used || uses(&rule->advices.items[i], name);
    return used;
}

static bool is_used(const struct rule *rule, size_t name)
{
    return name == rule->value || uses(&rule->section, name) || is_said(rule, name);
}

static void no_name_of_a_phrase_is_in_vain(void)
{
    const struct rules *all = fixture_rules();
    CHECK(all->phrase_count > 5);
    for (size_t i = 0; i < all->phrase_count; i++) {
        const struct rule *phrase = &all->phrases[i];
        CHECK(rules_find_phrase(all, phrase->id) == phrase);
        CHECK(!rules_find(all, phrase->id));
        for (size_t k = 0; k < phrase->name_count; k++)
            if (!is_said(phrase, k))
                CHECK_FAIL("%s of %s is in no text", phrase->names[k].name, phrase->id);
    }
    CHECK(!rules_find_phrase(all, "no-such-phrase"));
}

static void no_name_of_a_rule_is_in_vain(void)
{
    const struct rules *all = fixture_rules();
    for (size_t i = 0; i < all->count; i++)
        for (size_t k = 0; k < all->items[i].name_count; k++)
            if (!is_used(&all->items[i], k))
                CHECK_FAIL("%s of %s is in no text", all->items[i].names[k].name, all->items[i].id);
}

static void ids_have_one_form(void)
{
    static const char *const wrong[] = {"",      "nodes",  "nodes.", ".hot",     "Nodes.hot",
                                        "n.a.b", "n.-hot", "n.hot-", "n.hot--x", "n.h ot"};
    CHECK(rule_is_id("nodes.memory-nearly-full"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (rule_is_id(wrong[i]))
            CHECK_FAIL("\"%s\" is an id", wrong[i]);
}

static void templates_are_checked(void)
{
    static const struct {
        const char *text, *fault;
    } cases[] = {
        {"{nod}", "unknown name nod"},
        {"{share:parts}", "unknown format parts"},
        {"{node:percent}", "a text has no format"},
        {"{node|a|b}", "a text has no plural"},
        {"{others|one}", "two words"},
        {"{share", "{ without }"},
        {"share}", "} without {"},
        {"[{node}", "[ without ]"},
        {"{node}]", "] without ["},
        {"[{node}[{share}]]", "[ within [ ]"},
        {"[a]", "no name in an optional part"},
        {"{others?}", "a condition is {name?} in an optional part"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin();
        if (load_text(cases[i].text) || !strstr(fault.text, cases[i].fault) ||
            !strstr(fault.text, "nodes.hot: \"text\""))
            CHECK_FAIL("%s: \"%s\"", cases[i].text, fault.text);
        end();
    }
    begin();
    CHECK(load_text("{{{node}}} [[[{others?}{others:integer}]]]"));
    end();
}

static void rules_are_checked(void)
{
    static const struct {
        const char *members, *fault;
    } cases[] = {
        {"\"thresholds\": {\"warn\": 0.9, \"bad\": 0.5}, \"text\": \"a\",", "not in the order"},
        {"\"thresholds\": {\"note\": 0.9}, \"text\": \"a\",", "levels that have a weight"},
        {"\"thresholds\": {}, ", "\"text\" must be a text"},
        {"\"thresholds\": {}, \"text\": {},", "\"text\" has no text"},
        {"\"thresholds\": {}, \"limits\": {\"warn\": 1}, \"text\": \"a\",", "\"limits\" must be"},
        {"\"thresholds\": {}, \"text\": \"a\", \"when\": \"over\",", "\"when\" must be"},
        {"\"thresholds\": {}, \"text\": \"a\", \"list\": \"slowest\",", "\"list\" must be failed"},
        {"\"thresholds\": {}, \"text\": \"a\", \"colour\": \"red\",", "\"colour\" is unknown"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin();
        if (load(cases[i].members) || !strstr(fault.text, cases[i].fault))
            CHECK_FAIL("%s: \"%s\"", cases[i].members, fault.text);
        end();
    }
}

static void phrases_are_checked(void)
{
    static const struct {
        const char *phrase, *fault;
    } cases[] = {
        {"{\"text\": \"{node}\"}", "more: \"text\": unknown name node"},
        {"{\"text\": 5}", "more: \"text\" must be a text"},
        {"{\"text\": \"a\", \"weight\": {\"warn\": 1}}", "more: \"weight\" is unknown"},
        {"{\"names\": [\"node\"], \"text\": \"{node}\"}", NULL},
        {"{\"numbers\": {\"n\": \"\"}, \"advice\": {\"a\": \"{n}\", \"b\": \"\"}}", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin();
        bool good = load_with_phrases(LIMITS "\"text\": \"a\",",
                                      arena_format(&arena, ", \"phrases\": {\"more\": %s}",
                                                   cases[i].phrase));
        if (good != !cases[i].fault || (!good && !strstr(fault.text, cases[i].fault)))
            CHECK_FAIL("%s: \"%s\"", cases[i].phrase, fault.text);
        if (good)
            CHECK(rules_find_phrase(&rules, "more") && rules.count == 1);
        end();
    }
}

/* The levels that a value has as the four sides see it. */
static void a_level_begins_at_its_threshold(void)
{
    static const struct {
        const char *side;
        double below, at, above; /* levels around 0.5 */
    } cases[] = {{"at least", RULE_NO_LEVEL, RULE_WARN, RULE_WARN},
                 {"above", RULE_NO_LEVEL, RULE_NO_LEVEL, RULE_WARN},
                 {"at most", RULE_WARN, RULE_WARN, RULE_NO_LEVEL},
                 {"below", RULE_WARN, RULE_NO_LEVEL, RULE_NO_LEVEL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin();
        CHECK(load(arena_format(&arena,
                                "\"when\": \"%s\", \"thresholds\": {\"warn\": 0.5}, "
                                "\"text\": \"a\",",
                                cases[i].side)));
        CHECK_INT(rule_level_of(&rules.items[0], nextafter(0.5, 0)), cases[i].below);
        CHECK_INT(rule_level_of(&rules.items[0], 0.5), cases[i].at);
        CHECK_INT(rule_level_of(&rules.items[0], nextafter(0.5, 1)), cases[i].above);
        CHECK_INT(rule_level_of(&rules.items[0], NAN), RULE_NO_LEVEL);
        end();
    }
}

static void a_rule_says_what_its_numbers_are(void)
{
    static const char *const wrong[] = {"{\"value\": \"part in use\"}", "{\"least_s\": \"[s]\"}",
                                        "{\"value\": 5}", "{\"least\": \"shortest time [s]\"}",
                                        "{\"value\": \"part in use [share\"}"};
    begin();
    CHECK(load(WHAT LIMITS "\"text\": \"{node}\","));
    CHECK_TEXT(rules.items[0].what.text, "part in use");
    CHECK_TEXT(rules.items[0].what.unit, "share");
    CHECK_TEXT(rules.items[0].limits[0].what.text, "shortest time");
    CHECK_TEXT(rules.items[0].limits[0].what.unit, "s");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (load(arena_format(&arena, "\"what\": %s, " LIMITS "\"text\": \"{node}\",", wrong[i])) ||
            !strstr(fault.text, "\"what\""))
            CHECK_FAIL("%s: \"%s\"", wrong[i], fault.text);
    end();
}

static void a_rule_has_an_example(void)
{
    static const char *const wrong[] = {"{\"rack\": 1}", "{\"share\": \"x\"}", "{\"node\": 1}"};
    begin();
    CHECK(load(WHAT LIMITS
               "\"example\": {\"share\": 0.25, \"node\": \"node07\"}, \"text\": \"{node}\","));
    const struct rule *rule = &rules.items[0];
    CHECK_NEAR(rule->example[rule_find_name(rule, "share")].number, 0.25, 0);
    CHECK_TEXT(rule->example[rule_find_name(rule, "node")].text, "node07");
    CHECK(isnan(rule->example[rule_find_name(rule, "others")].number));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (load(arena_format(&arena, WHAT LIMITS "\"example\": %s, \"text\": \"{node}\",",
                              wrong[i])) ||
            !strstr(fault.text, "\"example\""))
            CHECK_FAIL("%s: \"%s\"", wrong[i], fault.text);
    end();
}

static bool configure(const char *config)
{
    fault.text[0] = '\0';
    return load(WHAT LIMITS "\"text\": \"{node}\",") &&
           rules_configure(&rules, &arena, "site.json", config, strlen(config), &fault);
}

static void a_site_changes_rules(void)
{
    begin();
    CHECK(configure("{\"title\": \"x\", \"findings\": {\"nodes.hot\": {\"warn\": 0.7, \"bad\": "
                    "0.8, \"least_s\": 5, \"advice\": \"see {x}\", \"note\": \"n\", \"off\": "
                    "true}}}"));
    const struct rule *rule = &rules.items[0];
    CHECK_NEAR(rule_number_called(rule, "warn"), 0.7, 0);
    CHECK_NEAR(rule_number_called(rule, "bad"), 0.8, 0);
    CHECK_NEAR(rule_number_called(rule, "least_s"), 5, 0);
    CHECK_TEXT(rule->advices.items[0].source, "see {x}");
    CHECK_TEXT(rule->note, "n");
    CHECK(rule->is_off);
    CHECK(configure("{\"findings\": {\"nodes.hot\": {\"warning\": 0, \"problem\": 1}}}"));
    CHECK_NEAR(rule_number_called(&rules.items[0], "warn"), 0, 0);
    CHECK_NEAR(rule_number_called(&rules.items[0], "problem"), 1, 0);
    CHECK(configure("{\"title\": \"x\"}"));
    CHECK(configure("{\"findings\": {\"nodes.hot\": {\"off\": false}}}"));
    CHECK(!rules.items[0].is_off);
    end();
}

static void faults_of_a_site_have_a_line(void)
{
    static const struct {
        const char *findings, *fault;
    } cases[] = {
        {"[]", "site.json:2: \"findings\" must be an object"},
        {"{\n\"nodes.cold\": {}}",
         "site.json:3: unknown finding \"nodes.cold\" (did you mean \"nodes.hot\"?)"},
        {"{\n\"nodes.hot\": 5}", "site.json:3: \"nodes.hot\" must be an object"},
        {"{\n\"nodes.hot\": {\n\"wran\": 1}}",
         "site.json:4: \"wran\" of nodes.hot is no threshold or limit of it (it has warn, bad, "
         "least_s)"},
        {"{\n\"nodes.hot\": {\n\"warn\": -1}}", "site.json:4: \"warn\" of nodes.hot must "},
        {"{\"cabinets.warm\": {}}",
         "site.json:2: unknown finding \"cabinets.warm\" (see 'jobreport findings')"},
        {"{\n\"nodes.hot\": {\"note\": \"warn\",\n\"warn\": \"1\"}}",
         "site.json:4: \"warn\" of nodes.hot must be a number"},
        {"{\"nodes.hot\": {\"off\": 1}}",
         "site.json:2: \"off\" of nodes.hot must be true or false"},
        {"{\"nodes.hot\": {\"note\": 1}}",
         "site.json:2: \"note\" of nodes.hot is no threshold or limit of it"},
        {"{\"nodes.hot\": {\"note\": []}}", "site.json:2: \"note\" of nodes.hot must be a text"},
        {"{\"nodes.hot\": {\"warn\": -3}}",
         "site.json:2: \"warn\" of nodes.hot must be from 0 to 1"},
        {"{\"nodes.hot\":\n {\"bad\": 1.01}}",
         "site.json:3: \"bad\" of nodes.hot must be from 0 to 1"},
        {"{\"nodes.hot\":\n {\"least_s\": -1}}",
         "site.json:3: \"least_s\" of nodes.hot must not be negative"},
        {"{\"nodes.hot\":\n {\"warn\": NaN}}", "site.json:3: invalid token"},
        {"{\"nodes.hot\":\n {\"least_s\": 1e999}}", "site.json:3: real number overflow"},
        {"{\"nodes.hot\":\n {\"warn\": 0.95}}",
         "site.json:2: \"nodes.hot\" has thresholds that are not in the order"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin();
        bool good = configure(
            arena_format(&arena, "{\"nodes.hot\": {},\n\"findings\": %s}", cases[i].findings));
        if (good || fault.kind != ERROR_USAGE || !strstr(fault.text, cases[i].fault))
            CHECK_FAIL("%s: \"%s\"", cases[i].findings, fault.text);
        end();
    }
}

CHECK_MAIN(TEST(installed_rules_are_sound), TEST(numbers_of_rules_are_described),
           TEST(numbers_of_rules_are_in_their_range), TEST(a_rule_says_what_its_numbers_are),
           TEST(a_rule_has_an_example), TEST(no_name_of_a_rule_is_in_vain),
           TEST(no_name_of_a_phrase_is_in_vain), TEST(phrases_are_checked), TEST(ids_have_one_form),
           TEST(templates_are_checked), TEST(rules_are_checked),
           TEST(a_level_begins_at_its_threshold), TEST(a_site_changes_rules),
           TEST(faults_of_a_site_have_a_line))
