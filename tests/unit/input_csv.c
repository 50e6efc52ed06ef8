#include "input_fixture.h"

#include <time.h>

#include "csv_fixture.h"
#include "input/text/csv_index.h"
#include "input/text/header_again.h"

static struct csv_dump dump;

static bool scan(const char *text)
{
    csv_dump_release(&dump);
    return csv_dump_make(&dump, text, strlen(text), 1, 0);
}

#define CHECK_SCAN(content, expected_records, expected_said)                                       \
    do {                                                                                           \
        CHECK(scan(content));                                                                      \
        CHECK_TEXT(dump.records.text, expected_records);                                           \
        CHECK_TEXT(dump.said.text, expected_said);                                                 \
    } while (0)

static void blanks_around_quotes_count_for_nothing(void)
{
    CHECK_SCAN("a,b,c\n \"1\",\t\"2,3\" , \"\" \r\n\"4\" \t,5,6\n", "|1|2,3||\n|4|5|6|\n", "");
    CHECK_SCAN("a\tb\n\"1\"\t\"2\"\n\t\"3\"\n", "|1|2|\n||3|\n", "");
}

static void reads_plain_records(void)
{
    CHECK_SCAN("a,b,c\n1,2,3\n,,\nx y, z ,\"\"\n", "|1|2|3|\n||||\n|x y| z ||\n", "");
    CHECK_INT(dump.count, 3);
    CHECK_TEXT(dump.header.names[1], "b");
}

static void reads_quotes(void)
{
    CHECK_SCAN("a,b\n\"x,y\",2\n\"two\nlines\",\"say \"\"so\"\"\"\n3,\"\"\"\"\n",
               "|x,y|2|\n|two\\nlines|say \"so\"|\n|3|\"|\n", "");
}

static void knows_line_ends(void)
{
    CHECK_SCAN("a,b\r\n1,2\r\n3,\"4\"\r\n", "|1|2|\n|3|4|\n", "");
    CHECK_SCAN("a,b\r1,2\r\"3\",4\r", "|1|2|\n|3|4|\n", "");
    CHECK_SCAN("a,b\r1,2\r3,\"x\ny\"\r", "|1|2|\n|3|x\\ny|\n", "");
    CHECK_SCAN("a,\"b\nc\"\r1,2\r3,4\r\n", "|1|2|\n|3|4|\n", "");
    CHECK_INT(csv_line_end("a,b\r\r\n1,2\r\r\n", 14), '\n');
    CHECK_SCAN("a,\"b\rc\"\n1,2\n3,4\r", "|1|2|\n|3|4|\n", "");
    CHECK_SCAN("a,b\n1,2", "|1|2|\n", "");
    CHECK_SCAN("a,b\n\n1,2\n  \n\r\n3,4\n\n", "|1|2|\n|3|4|\n", "");
}

static void reports_the_line_of_each_record(void)
{
    CHECK(scan("a,b\n1,2\n\n3,4\nfew\n\"two\nlines\",5\n6,7"));
    CHECK_TEXT(dump.lines.text, " 2 4 6 8");
    CHECK(scan("a,b\r\n1,2\r\n3,4\r\n"));
    CHECK_TEXT(dump.lines.text, " 2 3");
}

static void finds_the_separator(void)
{
    CHECK_SCAN("a;b,c;d\n1;2,5;3\n", "|1|2,5|3|\n", "");
    CHECK_SCAN("a\tb\n1\t2\n", "|1|2|\n", "");
    CHECK_SCAN("a|b|c\n1|2|3\n", "|1|2|3|\n", "");
    CHECK_SCAN("a\n1\n2\n", "|1|\n|2|\n", "");
    CHECK_SCAN("\xef\xbb\xbf\"a\", b \n1,2\n", "|1|2|\n", "");
    CHECK_TEXT(dump.header.names[0], "a");
    CHECK_TEXT(dump.header.names[1], "b");
}

static void rejects_what_does_not_fit(void)
{
    CHECK_SCAN("a,b\n1\n1,2\n1,2,3\n3,4\n", "|1|2|\n|3|4|\n",
               "FILE:2: fewer fields than the header: \"1\"\nFILE:4: more fields than the header: "
               "\"1,2,3\"\n");
    CHECK_SCAN("a,b\n1,x\"y\n\"1\"z,2\nrefuse,2\n3,4\n", "|3|4|\n",
               "FILE:2: quote inside an unquoted field: \"1,x\"y\"\nFILE:3: text after a closing "
               "quote: \"\"1\"z,2\"\nFILE:4: is refused: \"refuse\"\n");
    CHECK_SCAN("a,b\n1,\xff\n\xc3\xa9,2\n", "|\xc3\xa9|2|\n",
               "FILE:2: not valid UTF-8: \"1,\\xff\"\n");
}

static void rejects_a_nul(void)
{
    static const char text[] = "a,b\n1,2\n1,\0\n3,4\n";
    csv_dump_release(&dump);
    CHECK(csv_dump_make(&dump, text, sizeof text - 1, 1, 0));
    CHECK_TEXT(dump.records.text, "|1|2|\n|3|4|\n");
    CHECK_TEXT(dump.said.text, "FILE:3: NUL character: \"1,\"\n");
}

/* Lines are counted over line ends in quotes, too. */
static void reports_the_line(void)
{
    CHECK_SCAN("a,b\n\"1\n\n\n\",2\n\n3\n4,5\n", "|1\\n\\n\\n|2|\n|4|5|\n",
               "FILE:7: fewer fields than the header: \"3\"\n");
}

/* An open quote spoils its line and no more. */
static void goes_on_behind_an_open_quote(void)
{
    CHECK_SCAN("a,b\n1,\"open\n2,3\n4,5\n", "|2|3|\n|4|5|\n",
               "FILE:2: unclosed quote: \"1,\"open\"\n");
}

static void notes_a_cut_line(void)
{
    CHECK_SCAN("a,b\n1,2\n3", "|1|2|\n", "FILE:3: truncated: the last line is ignored\n");
    CHECK_SCAN("a,b\n1,2\n3,\"fo", "|1|2|\n", "FILE:3: truncated: the last line is ignored\n");
}

static void needs_a_header(void)
{
    CHECK(!scan(""));
    CHECK(!scan("\xef\xbb\xbf"));
    CHECK(!csv_read_header(&dump.header, "a,b", 3, false, &dump.arena));
    CHECK(scan("a,b"));
    CHECK_INT(dump.count, 0);
    CHECK(scan("a,b\n"));
    CHECK_INT(dump.count, 0);
    CHECK_TEXT(dump.said.text, "");
}

static void passes_blank_lines_before_the_header(void)
{
    CHECK_SCAN("\n  \r\n\na,b\n1,2\n3\n4,5\n", "|1|2|\n|4|5|\n",
               "FILE:6: fewer fields than the header: \"3\"\n");
    CHECK_SCAN("\n\ta\n1\t2\n", "|1|2|\n", "");
}

/* What stands before the names, and the mark of a comment, is none of them. */
static void passes_annotations_and_a_mark_before_the_names(void)
{
    CHECK_SCAN("#a,b\n1,2\n# a,b\n3,4\n", "|1|2|\n|3|4|\n", "");
    CHECK_INT(dump.rest, 0);
    CHECK_TEXT(dump.header.names[0], "a");
    CHECK(scan("# ## a b,#c\n"));
    CHECK_TEXT(dump.header.names[0], "a b");
    CHECK_TEXT(dump.header.names[1], "#c");
    CHECK(scan("#,b\n"));
    CHECK_TEXT(dump.header.names[0], "#");
    CHECK_SCAN("#group,false\r\n#datatype,string\r\n#default,_result\r\n\r\na,b\r\n1,2\r\n3\r\n",
               "|1|2|\n", "FILE:7: fewer fields than the header: \"3\"\n");
    CHECK_SCAN("\"#group\",\"false\"\na,b\n1,2\n", "|1|2|\n", "");
    CHECK(scan("#groups,b\n1,2\n"));
    CHECK_TEXT(dump.header.names[0], "groups");
}

/* ---- chunks ---- */

/* Records of all sorts; line ends and separators in quotes, doubled quotes, quotes that are wrong.
 */
/* The line of units of nvidia-smi dmon, behind the names and where these come again. */
static void passes_lines_of_units(void)
{
    CHECK_SCAN("#Date, Time, gpu\n#YYYYMMDD, HH:MM:SS, Idx\n20260310,08:00:00,0\n"
               "#Date, Time, gpu\n#YYYYMMDD, HH:MM:SS, Idx\n20260310,08:00:10,0\n",
               "|20260310|08:00:00|0|\n|20260310|08:00:10|0|\n", "");
    CHECK_TEXT(dump.lines.text, " 3 6");
    CHECK_SCAN("#a,b\n#Idle,1\n", "|#Idle|1|\n", "");
}

static void make_text(struct strbuf *text, unsigned seed, int lines)
{
    static const char *const records[] = {"1,2,3\n",
                                          "\"a\nb\",,\"c,d\"\n",
                                          "x,\"say \"\"so\"\"\",\"\n\"\n",
                                          "only,two\n",
                                          "open,\"quote,1\n",
                                          "5\" disk,1,2\n",
                                          "\n",
                                          "\"\"\"\",\"\n\n\",1\n",
                                          "refuse,1,2\n",
                                          "\xc3\xa9\xff,1,2\n",
                                          "last,\"x\"y,2\n",
                                          "plain,text,here\r\n"};
    strbuf_add_text(text, "a,b,c\n");
    for (int i = 0; i < lines; i++) {
        seed = seed * 1664525u + 1013904223u;
        strbuf_add_text(text, records[(seed >> 16) % 12]);
    }
}

static void check_same(const struct strbuf *text, int jobs, size_t chunk_size)
{
    struct csv_dump other;
    CHECK(csv_dump_make(&other, text->text, text->size, jobs, chunk_size));
    bool same = strcmp(other.records.text, dump.records.text) == 0 &&
                strcmp(other.said.text, dump.said.text) == 0 &&
                strcmp(other.lines.text, dump.lines.text) == 0 && other.count == dump.count &&
                other.rest == dump.rest;
    csv_dump_release(&other);
    if (!same)
        CHECK_FAIL("chunks of %zu bytes give something else", chunk_size);
}

static void chunks_make_no_difference(void)
{
    static const size_t sizes[] = {1, 2, 3, 7, 16, 64, 100, 1000};
    for (unsigned seed = 1; seed < 20; seed++) {
        struct strbuf text;
        strbuf_init(&text);
        make_text(&text, seed, 100);
        CHECK(scan(text.text));
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] && !check_failed; i++)
            check_same(&text, 3, sizes[i]);
        strbuf_release(&text);
    }
}

static void a_header_changes_in_any_chunk(void)
{
    struct strbuf text;
    strbuf_init(&text);
    make_text(&text, 7, 50);
    strbuf_add_text(&text, "a,b,c,d\n");
    size_t changed = text.size - strlen("a,b,c,d\n");
    make_text(&text, 8, 50);
    CHECK(scan(text.text));
    CHECK_INT(dump.rest, changed);
    CHECK(!strstr(dump.said.text, "a,b,c,d"));
    for (size_t size = 1; size <= 200 && !check_failed; size += 7)
        check_same(&text, 3, size);
    strbuf_release(&text);
}

static void a_header_is_one_by_its_names(void)
{
    CHECK_SCAN("a,b,c\n1,2,3\n \"b\" ,a\n1,2\n", "|1|2|3|\n", "");
    CHECK_INT(dump.rest, 12);
    CHECK(scan("a,b,c\nb,a,1,x\n"));
    CHECK_INT(dump.rest, 0);
    CHECK(scan("a,b,c\nb,x\nB,A\nb\n"));
    CHECK_INT(dump.rest, 0);
}

/* Where all columns are texts, a line of names could be a record. */
static void a_header_is_none_of_the_records(void)
{
    CHECK_SCAN("a,b\nx,y\na,b\nu,v\n\"a\", b\nw,\"z\"\n", "|x|y|\n|u|v|\n|w|z|\n", "");
    CHECK_INT(dump.rest, 0);
    CHECK_SCAN("a,b\nx,y\nb,a\nu,v\n", "|x|y|\n", "");
    CHECK_INT(dump.rest, 8);
    CHECK_SCAN("a,b\nx,y\na,c\nu,v\n", "|x|y|\n|a|c|\n|u|v|\n", "");
}

/* Cells that are empty, or words: no two of a line are names. */
static void lines_of_wide_tables_are_looked_at_fast(void)
{
    enum { COLUMNS = 4000, LINES = 500 };
    static const char *const cells[] = {"", "fine", "metric"};
    const char **names = malloc(COLUMNS * sizeof *names);
    struct arena arena;
    arena_init(&arena);
    for (int i = 0; i < COLUMNS; i++)
        names[i] = arena_format(&arena, "metric_%d", i);
    struct header_names header = {.names = names, .count = COLUMNS, .separator = {",", 1}};
    clock_t before = clock();
    for (int kind = 0; kind < 3; kind++) {
        struct strbuf line;
        strbuf_init(&line);
        strbuf_add_text(&line, "n1");
        for (int i = 1; i < COLUMNS; i++)
            strbuf_format(&line, ",%s", cells[kind]);
        for (int i = 0; i < LINES; i++)
            CHECK_INT(header_again(&header, (struct text_slice){line.text, line.size}),
                      HEADER_NOT_AGAIN);
        strbuf_release(&line);
    }
    CHECK((double)(clock() - before) / CLOCKS_PER_SEC < 3);
    arena_release(&arena);
    free(names);
}

/* Chunks are cut without a look at quotes until one has been met. */
static void quotes_may_come_late(void)
{
    enum { RECORDS = CSV_DUMP_LINES, PLAIN = 95 };
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text, "a,b,c\n");
    for (int i = 0; i < RECORDS; i++)
        strbuf_add_text(&text,
                        i % (PLAIN + 5) < PLAIN ? "1,2,3\n" : "\"a\nb\nc\nd\ne\",\"\n\",\"c,d\"\n");
    CHECK(scan(text.text));
    for (size_t size = 1; size <= 8 && !check_failed; size++)
        check_same(&text, 3, size);
    CHECK_INT(dump.count, RECORDS);
    strbuf_release(&text);
}

static struct csv_index any, here;

static void check_index(const char *text, size_t size, struct csv_dialect dialect)
{
    csv_index_make_anywhere(&any, text, size, dialect);
    csv_index_make(&here, text, size, dialect);
    CHECK_INT(here.mark_count, any.mark_count);
    CHECK_INT(here.stop_count, any.stop_count);
    CHECK_INT(here.plain, any.plain);
    CHECK(memcmp(here.marks, any.marks, any.mark_count * sizeof *any.marks) == 0);
    CHECK(memcmp(here.stops, any.stops, any.stop_count * sizeof *any.stops) == 0);
    for (size_t i = 0, mark = 0; i < size; i++)
        if (text[i] == dialect.separator || text[i] == '\n' || (text[i] == '"' && dialect.quotes))
            CHECK_INT(any.marks[mark++], i);
}

static void every_processor_finds_the_same_marks(void)
{
    static const char letters[] = "abc,,;\"\n\r1.0";
    char text[1000 + CSV_INDEX_BLOCK];
    unsigned seed = 1;
    for (size_t round = 0; round < 200 && !check_failed; round++) {
        size_t letter_count = round % 2 ? sizeof letters : sizeof letters - 1; /* with a NUL */
        for (size_t i = 0; i < sizeof text; i++) {
            seed = seed * 1664525u + 1013904223u;
            text[i] = letters[(seed >> 16) % letter_count];
        }
        check_index(text, 1000 - round, (struct csv_dialect){',', '\n', round % 3 > 0});
        check_index(text, 64, (struct csv_dialect){';', '\n', true});
    }
}

/* Longer than a window of the index, and than a chunk. */
static void reads_long_fields(void)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text, "a,b,c\n1,");
    for (int i = 0; i < 100000; i++)
        strbuf_add_char(&text, 'x');
    strbuf_add_text(&text, ",3\n\"");
    for (int i = 0; i < 100000; i++)
        strbuf_add_char(&text, i % 100 ? 'y' : '\n');
    strbuf_add_text(&text, "\",2,3\n7,8,9\n");
    CHECK(scan(text.text));
    CHECK_INT(dump.count, 3);
    CHECK(strstr(dump.records.text, "|7|8|9|\n"));
    check_same(&text, 2, 20000);
    check_same(&text, 2, 300);
    strbuf_release(&text);
}

/* ---- samples ---- */

struct verdict {
    const char *file, *records, *said;
};

static const struct verdict verdicts[] = {
    {"ctd_bad-header-less-fields.csv", "", "FILE:2: truncated: the last line is ignored\n"},
    {"ctd_bad-header-more-fields.csv", "", "FILE:2: more fields than the header: \"1,2,3,4\"\n"},
    {"ctd_bad-missing-quote.csv", "", "FILE:2: truncated: the last line is ignored\n"},
    {"ctd_bad-quotes-with-unescaped-quote.csv", "", "text after a closing quote"},
    {"ctd_bad-unescaped-quote.csv", "", "quote inside an unquoted field"},
    {"ctd_quotes-with-escaped-quote.csv", "|1|The \" must be escaped|3|\n", ""},
    {"ctd_quotes-with-newline.csv", "|1|No man is an island,\\nEntire of itself|3|\n", ""},
    {"ctd_utf8.csv", "|1|\xf0\x9f\x98\x8e|3|\n", ""},
    {"spectrum_newlines_cr.csv", "|1|2|3|\n|Once upon \ra time|5|6|\n|7|8|9|\n", ""},
    {"spectrum_null.csv", "|1||2|\n|3|NULL|4|\n|5|NULL|6|\n", ""},
};

static void judges_the_samples(void)
{
    for (size_t i = 0; i < sizeof verdicts / sizeof verdicts[0]; i++) {
        char path[256];
        size_t size;
        snprintf(path, sizeof path, "../shared/data/csv/%s", verdicts[i].file);
        char *bytes = fixture_sample(path, &size);
        if (!bytes) {
            check_skipped = "no samples";
            continue;
        }
        csv_dump_release(&dump);
        bool has_header = csv_dump_make(&dump, bytes, size, 1, 0);
        free(bytes);
        CHECK(has_header);
        CHECK_TEXT(dump.records.text, verdicts[i].records);
        CHECK(strstr(dump.said.text, verdicts[i].said));
        CHECK_INT(dump.said.size > 0, verdicts[i].said[0] != '\0');
    }
}

static void release(void)
{
    csv_dump_release(&dump);
}

CHECK_MAIN(TEST(passes_blank_lines_before_the_header),
           TEST(passes_annotations_and_a_mark_before_the_names), TEST(reads_plain_records),
           TEST(blanks_around_quotes_count_for_nothing), TEST(reads_quotes), TEST(knows_line_ends),
           TEST(reports_the_line_of_each_record), TEST(finds_the_separator),
           TEST(rejects_what_does_not_fit), TEST(rejects_a_nul), TEST(reports_the_line),
           TEST(goes_on_behind_an_open_quote), TEST(notes_a_cut_line), TEST(needs_a_header),
           TEST(passes_lines_of_units), TEST(chunks_make_no_difference),
           TEST(a_header_changes_in_any_chunk), TEST(a_header_is_one_by_its_names),
           TEST(a_header_is_none_of_the_records), TEST(lines_of_wide_tables_are_looked_at_fast),
           TEST(quotes_may_come_late), TEST(every_processor_finds_the_same_marks),
           TEST(reads_long_fields), TEST(judges_the_samples), STEP(release))
