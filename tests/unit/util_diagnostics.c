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
    CHECK_INT(diagnostics_count(diagnostics), 4);
    const struct diagnostic *first = diagnostics_at(diagnostics, 0);
    CHECK_INT(first->level, DIAGNOSTIC_REJECT);
    CHECK_TEXT(first->place.input, "a.csv");
    CHECK_INT(first->place.line, 7);
    CHECK_INT(first->place.offset, 120);
    CHECK_TEXT(first->reason, "3 fields are missing");
    CHECK_TEXT(first->text, "1;2");
    CHECK_TEXT(diagnostics_at(diagnostics, 2)->text, "");
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

static void a_thousand_an_input_are_kept_and_notes_do_not_push_rejects_out(void)
{
    struct diagnostics *diagnostics = diagnostics_new(NULL, NULL);
    for (uint64_t i = 0; i < 5000; i++)
        diagnostics_note(diagnostics, (struct place){"a", i, 0}, "note");
    for (uint64_t i = 0; i < 1500; i++)
        diagnostics_reject(diagnostics, (struct place){"a", i, 0}, "", "reject");
    diagnostics_reject(diagnostics, (struct place){"b", 1, 0}, "", "reject");
    CHECK_INT(diagnostics_count(diagnostics), 2001);
    CHECK_INT(diagnostics_at(diagnostics, 1000)->level, DIAGNOSTIC_REJECT);
    CHECK_INT(diagnostics_at(diagnostics, 1999)->place.line, 999);
    CHECK_TEXT(diagnostics_at(diagnostics, 2000)->place.input, "b");
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
        diagnostics_reject(context, (struct place){"a", i, index}, "x", "reason %" PRIu64, i % 7);
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

CHECK_MAIN(TEST(a_reject_says_where_what_and_shows_the_text),
           TEST(equal_reasons_are_cut_off_across_inputs),
           TEST(a_thousand_an_input_are_kept_and_notes_do_not_push_rejects_out),
           TEST(hostile_text_cannot_drive_the_terminal), TEST(long_texts_are_shortened),
           TEST(threads_lose_nothing))
