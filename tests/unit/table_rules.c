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
static bool load(const char *members)
{
    char path[] = "/tmp/rules-XXXXXX";
    int file = mkstemp(path);
    char *text =
        arena_format(&arena,
                     "{\"nodes.hot\": {\"title\": \"Hot\", \"section\": \"data\", "
                     "\"numbers\": {\"share\": \"\", \"others\": \"\"}, \"names\": "
                     "[\"node\"], \"value\": \"share\", \"weight\": {\"warn\": 5, \"bad\": "
                     "9}, %s \"advice\": \"\"}}",
                     members);
    bool good = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    close(file);
    good = good && rules_load(&rules, &arena, path, &fault);
    unlink(path);
    return good;
}

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

static bool is_used(const struct rule *rule, size_t name)
{
    bool used = name == rule->value || uses(&rule->section, name);
    for (size_t i = 0; i < rule->texts.count; i++)
        used = used || uses(&rule->texts.items[i], name);
    for (size_t i = 0; i < rule->advices.count; i++)
        used = used || uses(&rule->advices.items[i], name);
    return used;
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
        {"\"thresholds\": {}, \"text\": \"a\", \"colour\": \"red\",", "\"colour\" is unknown"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin();
        if (load(cases[i].members) || !strstr(fault.text, cases[i].fault))
            CHECK_FAIL("%s: \"%s\"", cases[i].members, fault.text);
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

static bool configure(const char *config)
{
    fault.text[0] = '\0';
    return load_text("{node}") &&
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
         "site.json:4: \"wran\" of nodes.hot is unknown (it has "},
        {"{\n\"nodes.hot\": {\n\"warn\": -1}}", "site.json:4: \"warn\" of nodes.hot must "},
        {"{\"cabinets.warm\": {}}",
         "site.json:2: unknown finding \"cabinets.warm\" (see 'jobreport findings')"},
        {"{\n\"nodes.hot\": {\"note\": \"warn\",\n\"warn\": \"1\"}}",
         "site.json:4: \"warn\" of nodes.hot must be a number"},
        {"{\"nodes.hot\": {\"off\": 1}}",
         "site.json:2: \"off\" of nodes.hot must be true or false"},
        {"{\"nodes.hot\": {\"note\": 1}}", "site.json:2: \"note\" of nodes.hot must be a text"},
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

CHECK_MAIN(TEST(installed_rules_are_sound), TEST(no_name_of_a_rule_is_in_vain),
           TEST(ids_have_one_form), TEST(templates_are_checked), TEST(rules_are_checked),
           TEST(a_level_begins_at_its_threshold), TEST(a_site_changes_rules),
           TEST(faults_of_a_site_have_a_line))
