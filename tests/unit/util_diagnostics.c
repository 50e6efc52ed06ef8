#include "check.h"

#include <inttypes.h>
#include <stdlib.h>

#include "util/diagnostics.h"
#include "util/parallel.h"
#include "util/strbuf.h"

struct printed {
    struct strbuf text;
    size_t lines;
};

static void print(void *context, const char *line)
{
    struct printed *printed = context;
    strbuf_format(&printed->text, "%s\n", line);
    printed->lines++;
}

static void a_reject_says_where_what_and_shows_the_text(void)
{
    struct printed printed = {0};
    strbuf_init(&printed.text);
    struct diagnostics *diagnostics = diagnostics_new(print, &printed);
    diagnostics_reject(diagnostics, (struct place){"a.csv", 7, 120}, "1;2", "%d fields are missing",
                       3);
    diagnostics_reject(diagnostics, (struct place){"a.csv", 0, 0}, "", "no header");
    diagnostics_note(diagnostics, (struct place){"b", 1, 0}, "cut short");
    diagnostics_note(diagnostics, (struct place){NULL, 0, 0}, "nothing to see");
    CHECK_TEXT(printed.text.text, "a.csv:7: 3 fields are missing: \"1;2\"\n"
                                  "a.csv: no header\n"
                                  "b:1: cut short\n"
                                  "nothing to see\n");
    CHECK_INT(diagnostics_rejected(diagnostics, NULL), 2);
    CHECK_INT(diagnostics_rejected(diagnostics, "a.csv"), 2);
    CHECK_INT(diagnostics_rejected(diagnostics, "b"), 0);
    CHECK_INT(diagnostics_rejected(diagnostics, "never seen"), 0);
    CHECK_INT(diagnostics_count(diagnostics), 2);
    const struct diagnostic *first = diagnostics_at(diagnostics, 0);
    CHECK_INT(first->level, DIAGNOSTIC_REJECT);
    CHECK_TEXT(first->place.input, "a.csv");
    CHECK_INT(first->place.line, 7);
    CHECK_INT(first->place.offset, 120);
    CHECK_TEXT(first->reason, "3 fields are missing");
    CHECK_TEXT(first->text, "1;2");
    CHECK_TEXT(diagnostics_at(diagnostics, 1)->text, "");
    diagnostics_finish(diagnostics);
    CHECK_INT(printed.lines, 4);
    diagnostics_free(diagnostics);
    strbuf_release(&printed.text);
}

static void equal_reasons_are_cut_off_across_inputs(void)
{
    struct printed printed = {0};
    strbuf_init(&printed.text);
    struct diagnostics *diagnostics = diagnostics_new(print, &printed);
    for (uint64_t i = 1; i <= 30; i++)
        diagnostics_reject(diagnostics, (struct place){i % 2 ? "a" : "b", i, 0}, "x", "bad row");
    for (uint64_t i = 1; i <= 20; i++)
        diagnostics_note(diagnostics, (struct place){"c", i, 0}, "odd");
    CHECK_INT(printed.lines, 40);
    strbuf_clear(&printed.text);
    diagnostics_finish(diagnostics);
    CHECK_TEXT(printed.text.text, "… and 10 more: bad row\n");
    CHECK_INT(diagnostics_rejected(diagnostics, "a"), 15);
    diagnostics_free(diagnostics);
    strbuf_release(&printed.text);
}

/* A hundred thousand files that are wrong in one way are one kind, wherever they are. */
static void paths_numbers_and_quotes_make_no_kinds(void)
{
    struct printed printed = {0};
    strbuf_init(&printed.text);
    struct diagnostics *diagnostics = diagnostics_new(print, &printed);
    for (int i = 0; i < 100; i++) {
        char input[32], text[32];
        snprintf(input, sizeof input, "in/%d.csv", i);
        snprintf(text, sizeof text, "%c", 'a' + i % 26);
        struct place place = {input, 0, 0};
        diagnostics_note(diagnostics, place, "same content as in/%s.csv, read once", text);
        diagnostics_note(diagnostics, place, "%d%s series are left out", i,
                         i % 2 ? ",234,567" : "");
        diagnostics_reject(diagnostics, place, text, "no column '%s' (nor \"%s\")", text, text);
    }
    CHECK_INT(printed.lines, 60);
    strbuf_clear(&printed.text);
    diagnostics_finish(diagnostics);
    CHECK_TEXT(printed.text.text,
               "… and 80 more like: same content as in/a.csv, read once\n… and 80 more like: 0 "
               "series are left out\n… and 80 more like: no column 'a' (nor \"a\")\n");
    CHECK_INT(diagnostics_rejected(diagnostics, NULL), 100);
    diagnostics_free(diagnostics);
    strbuf_release(&printed.text);
}

static void there_are_no_more_than_fifty_kinds(void)
{
    struct printed printed = {0};
    strbuf_init(&printed.text);
    struct diagnostics *diagnostics = diagnostics_new(print, &printed);
    for (int i = 0; i < 26 * 26 * 26; i++)
        diagnostics_note(diagnostics, (struct place){"a", 1, 0}, "kind %c%c%c", 'a' + i % 26,
                         'a' + i / 26 % 26, 'a' + i / 676);
    CHECK_INT(printed.lines, 50 + 20);
    strbuf_clear(&printed.text);
    diagnostics_finish(diagnostics);
    CHECK_TEXT(printed.text.text, "… and 17506 more of other kinds\n");
    diagnostics_free(diagnostics);
    strbuf_release(&printed.text);
}

static void a_thousand_an_input_are_kept_and_notes_are_not(void)
{
    struct diagnostics *diagnostics = diagnostics_new(NULL, NULL);
    for (uint64_t i = 0; i < 5000; i++)
        diagnostics_note(diagnostics, (struct place){"a", i, 0}, "note");
    for (uint64_t i = 0; i < 1500; i++)
        diagnostics_reject(diagnostics, (struct place){"a", i, 0}, "", "reject");
    diagnostics_reject(diagnostics, (struct place){"b", 1, 0}, "", "reject");
    CHECK_INT(diagnostics_count(diagnostics), 1001);
    CHECK_INT(diagnostics_at(diagnostics, 0)->level, DIAGNOSTIC_REJECT);
    CHECK_INT(diagnostics_at(diagnostics, 999)->place.line, 999);
    CHECK_TEXT(diagnostics_at(diagnostics, 1000)->place.input, "b");
    CHECK_INT(diagnostics_rejected(diagnostics, NULL), 1501);
    CHECK_INT(diagnostics_rejected(diagnostics, "a"), 1500);
    diagnostics_finish(diagnostics);
    diagnostics_free(diagnostics);
}

static void hostile_text_cannot_drive_the_terminal(void)
{
    struct printed printed = {0};
    strbuf_init(&printed.text);
    struct diagnostics *diagnostics = diagnostics_new(print, &printed);
    diagnostics_reject(diagnostics, (struct place){"a\x1b[2J\n", 1, 0}, "\x1b]0;x\a\xff",
                       "the node %s is unknown", "n\r1");
    CHECK_TEXT(printed.text.text,
               "a\\x1b[2J\\n:1: the node n\\r1 is unknown: \"\\x1b]0;x\\x07\\xff\"\n");
    CHECK_TEXT(diagnostics_at(diagnostics, 0)->text, "\\x1b]0;x\\x07\\xff");
    CHECK_INT(diagnostics_rejected(diagnostics, "a\x1b[2J\n"), 1);
    diagnostics_free(diagnostics);
    strbuf_release(&printed.text);
}

static void long_texts_are_shortened(void)
{
    static char text[1 << 20];
    struct diagnostics *diagnostics = diagnostics_new(NULL, NULL);
    struct place place = {"a", 1, 0};
    for (size_t i = 0; i + 2 < sizeof text; i += 2)
        memcpy(text + i, "é", 2);
    diagnostics_reject(diagnostics, place, text, "%s", text);
    const struct diagnostic *kept = diagnostics_at(diagnostics, 0);
    CHECK_INT(strlen(kept->text), 199);
    CHECK_TEXT(kept->text + 194, "é…");
    CHECK(strlen(kept->reason) <= 600 && strlen(kept->reason) > 500);
    memset(text, 'x', 200);
    text[200] = '\0';
    diagnostics_reject(diagnostics, place, text, "exactly 200 bytes");
    CHECK_TEXT(diagnostics_at(diagnostics, 1)->text, text);
    diagnostics_reject(diagnostics, place, NULL, "none");
    CHECK_TEXT(diagnostics_at(diagnostics, 2)->text, "");
    diagnostics_free(diagnostics);
}

static void reject_some(void *context, size_t index)
{
    for (uint64_t i = 0; i < 500; i++)
        diagnostics_reject(context, (struct place){"a", i, index}, "x", "reason %c",
                           (char)('a' + i % 7));
}

static void threads_lose_nothing(void)
{
    struct printed printed = {0};
    strbuf_init(&printed.text);
    struct diagnostics *diagnostics = diagnostics_new(print, &printed);
    parallel_threads(4, 8, reject_some, diagnostics);
    CHECK_INT(diagnostics_rejected(diagnostics, "a"), 4000);
    CHECK_INT(diagnostics_count(diagnostics), 1000);
    CHECK_INT(printed.lines, 7 * 20);
    diagnostics_finish(diagnostics);
    CHECK_INT(printed.lines, 7 * 21);
    diagnostics_free(diagnostics);
    strbuf_release(&printed.text);
}

/* What has no place in a report is printed and kept, and no reject. */
static void omissions_and_assumptions_are_kept(void)
{
    struct printed printed = {0};
    strbuf_init(&printed.text);
    struct diagnostics *diagnostics = diagnostics_new(print, &printed);
    diagnostics_omit(diagnostics, (struct place){"a", 0, 0}, 7, "%d counters left out", 7);
    diagnostics_note(diagnostics, (struct place){"a", 0, 0}, "cut");
    diagnostics_assume(diagnostics, (struct place){"a", 0, 0}, "in MiB");
    CHECK_INT(diagnostics_count(diagnostics), 2);
    CHECK_INT(diagnostics_at(diagnostics, 0)->level, DIAGNOSTIC_OMISSION);
    CHECK_INT(diagnostics_at(diagnostics, 0)->omitted, 7);
    CHECK_TEXT(diagnostics_at(diagnostics, 0)->reason, "7 counters left out");
    CHECK_INT(diagnostics_at(diagnostics, 1)->level, DIAGNOSTIC_ASSUMPTION);
    CHECK_INT(diagnostics_rejected(diagnostics, "a"), 0);
    CHECK_TEXT(printed.text.text, "a: 7 counters left out\na: cut\na: in MiB\n");
    diagnostics_free(diagnostics);
    strbuf_release(&printed.text);
}

static void the_worst_end_of_an_input_is_remembered(void)
{
    struct printed printed = {0};
    strbuf_init(&printed.text);
    struct diagnostics *diagnostics = diagnostics_new(print, &printed);
    struct place a = {"a", 0, 0}, b = {"b", 0, 0};
    diagnostics_note_end(diagnostics, a, DIAGNOSTIC_ENDS_EARLY, "ends early");
    diagnostics_note_end(diagnostics, a, DIAGNOSTIC_ENDS_IN_RECORD,
                         "truncated: the last line is ignored");
    diagnostics_note_end(diagnostics, b, DIAGNOSTIC_ENDS_WHOLE, "%d of it", 7);
    CHECK_INT(diagnostics_end_of(diagnostics, "a"), DIAGNOSTIC_ENDS_EARLY);
    CHECK_INT(diagnostics_end_of(diagnostics, "b"), DIAGNOSTIC_ENDS_WHOLE);
    CHECK_INT(diagnostics_end_of(diagnostics, "never seen"), DIAGNOSTIC_ENDS_WHOLE);
    CHECK_INT(diagnostics_rejected(diagnostics, "a"), 0);
    CHECK_TEXT(printed.text.text,
               "a: ends early\na: truncated: the last line is ignored\nb: 7 of it\n");
    diagnostics_free(diagnostics);
    strbuf_release(&printed.text);
}

CHECK_MAIN(TEST(the_worst_end_of_an_input_is_remembered), TEST(omissions_and_assumptions_are_kept),
           TEST(a_reject_says_where_what_and_shows_the_text),
           TEST(equal_reasons_are_cut_off_across_inputs),
           TEST(paths_numbers_and_quotes_make_no_kinds), TEST(there_are_no_more_than_fifty_kinds),
           TEST(a_thousand_an_input_are_kept_and_notes_are_not),
           TEST(hostile_text_cannot_drive_the_terminal), TEST(long_texts_are_shortened),
           TEST(threads_lose_nothing))
