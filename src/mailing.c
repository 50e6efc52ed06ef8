#include "mailing.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "drawing.h"
#include "page/content/page_parts.h"
#include "page/mail/mail_html.h"
#include "page/terminal/overview_json.h"
#include "publish/tree.h"
#include "sender.h"
#include "showing.h"
#include "util/hash.h"
#include "util/mime.h"
#include "util/path.h"
#include "util/texts.h"
#include "util/utf8.h"

enum { LARGEST_OVERVIEW = 16 << 20, LONGEST_SUBJECT = 200, LONGEST_NAME = 60 };

/* A file of the report as it is attached. */
struct attachment {
    const char *name; /* of plain letters; NULL: there is none */
    struct strbuf content;
    bool is_too_large;
};

struct mail {
    const struct options *options;
    const struct environment *environment;
    struct arena *arena;
    struct overview overview;
    const char *where;       /* absolute path of the report, as it can be shown */
    const char *from;        /* an address */
    const char *domain, *id; /* of the message and its charts: "ID@DOMAIN" */
    struct attachment pdf, charts[OVERVIEW_CHARTS];
    struct mail_picture pictures[OVERVIEW_CHARTS];
    size_t picture_count;
};

/* ---- what is in the report ------------------------------------------------------------------- */

/* By its first bytes: a file that only has the name of a picture may be anything. */
static bool begins_with(const struct strbuf *content, const char *mark, size_t size)
{
    return content->size > size && memcmp(content->text, mark, size) == 0;
}

/* False where there is none that could be sent; `number` is then errno. */
static bool read_file(int report, const char *folder, const char *name, size_t limit,
                      struct strbuf *content, int *number)
{
    int directory = tree_open_folder(report, folder);
    int handle = directory < 0 ? -1 : tree_open_file(directory, name);
    bool good = handle >= 0 && path_read_handle(handle, limit, content);
    *number = errno;
    path_close(handle);
    path_close(directory);
    return good;
}

static bool read_overview(struct mail *mail, int report, const char *directory, uint64_t *hash,
                          struct error *error)
{
    struct strbuf text;
    int number = 0;
    strbuf_init(&text);
    bool good = read_file(report, "data", path_base_name(OVERVIEW_FILE), LARGEST_OVERVIEW, &text,
                          &number) &&
                text.size <= LARGEST_OVERVIEW;
    *hash = hash_bytes(*hash, text.text, text.size);
    if (good)
        good = overview_read_json(&mail->overview, path_join(mail->arena, directory, OVERVIEW_FILE),
                                  &text, mail->arena, error);
    else if (number == ENOENT)
        error_set(error, ERROR_INPUT,
                  "%s: no %s: an earlier version made this report ('jobreport replot' adds it)",
                  directory, OVERVIEW_FILE);
    else
        error_set(error, ERROR_INPUT, "%s: %s cannot be read, or is no regular file", directory,
                  OVERVIEW_FILE);
    strbuf_release(&text);
    return good;
}

/* Where the PDF is larger than a message may be, its name is kept: to say where it is. */
static void read_pdf(struct mail *mail, int report)
{
    static const char mark[] = "%PDF-";
    const char *name = mail->overview.pdf_name;
    int number;
    struct attachment *pdf = &mail->pdf;
    if (!name || !tree_name_is_plain(name) || strlen(name) > LONGEST_NAME ||
        !read_file(report, "", name, MAILING_LIMIT, &pdf->content, &number) ||
        !begins_with(&pdf->content, mark, sizeof mark - 1))
        return;
    pdf->name = name;
    pdf->is_too_large = pdf->content.size > MAILING_LIMIT;
}

static unsigned big_endian(const char *bytes)
{
    unsigned number = 0;
    for (size_t i = 0; i < 4; i++)
        number = number << 8 | (unsigned char)bytes[i];
    return number;
}

/* Its size stands in its header: 4 bytes each behind the mark, length and name of the first chunk.
 */
static void read_chart(struct mail *mail, int report, const struct overview_chart *chart)
{
    static const char mark[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    enum { MARK = sizeof mark - 1, MOST_PIXELS = 10000 };
    size_t at = mail->picture_count;
    struct attachment *file = &mail->charts[at];
    const char *name = arena_format(mail->arena, "%s-small.png", chart->figure);
    int number;
    strbuf_clear(&file->content);
    if (!tree_name_is_plain(name) ||
        !read_file(report, "plots", name, MAILING_LIMIT, &file->content, &number) ||
        file->content.size > MAILING_LIMIT || file->content.size < MARK + 8 ||
        !begins_with(&file->content, mark, MARK))
        return;
    unsigned width = big_endian(file->content.text + MARK);
    unsigned height = big_endian(file->content.text + MARK + 4);
    if (!width || !height || width > MOST_PIXELS || height > MOST_PIXELS)
        return;
    file->name = name;
    mail->pictures[at] = (struct mail_picture){
        .chart = chart,
        .name = arena_format(mail->arena, "chart-%zu.%s", at + 1, mail->id),
        .domain = mail->domain,
        .width = width,
        .height = height,
    };
    mail->picture_count = at + 1;
}

static const char *shown_path(struct arena *arena, const char *directory)
{
    struct strbuf text;
    strbuf_init(&text);
    char *real = realpath(directory, NULL);
    utf8_add_visible(&text, real ? real : directory);
    const char *shown = arena_text(arena, text.text);
    free(real);
    strbuf_release(&text);
    return shown;
}

/* ---- headers --------------------------------------------------------------------------------- */

static bool find_sender(struct mail *mail, struct error *error)
{
    mail->from = mail->options->from ? mail->options->from : sender_of_process(mail->arena);
    if (!mail->from)
        return error_set(error, ERROR_USAGE,
                         "user and host of this process are no address: give one by --from");
    const char *at = strchr(mail->from, '@');
    mail->domain = at ? at + 1 : "localhost";
    return true;
}

/* The same message has the same id, and no other one has it. */
static const char *make_id(const struct mail *mail, uint64_t hash)
{
    const struct text_list *to = &mail->options->to;
    for (size_t i = 0; i < to->count; i++)
        hash = hash_bytes(hash, to->items[i], strlen(to->items[i]) + 1);
    hash = hash_bytes(hash, mail->where, strlen(mail->where));
    return arena_format(mail->arena, "%.0f.%016" PRIx64, mail->environment->now,
                        hash_number(hash, mail->environment->now));
}

static size_t count_findings(const struct overview *overview, const char *level)
{
    size_t count = 0;
    for (size_t i = 0; i < overview->finding_count; i++)
        count += texts_equal(overview->findings[i].level, level);
    return count;
}

/* NaN: the report has no such key figure. */
static const struct key_figure *find_figure(const struct overview *overview, const char *name)
{
    for (size_t i = 0; i < overview->key_figure_count; i++)
        if (texts_equal(overview->key_figures[i].name, name))
            return &overview->key_figures[i];
    return NULL;
}

/* "FAILED", or of a campaign "0 of 568 tasks failed"; NULL: not known. */
static const char *outcome_of(const struct mail *mail)
{
    const struct key_figure *tasks = find_figure(&mail->overview, "tasks");
    const struct key_figure *failed = find_figure(&mail->overview, "failed");
    if (mail->overview.state && *mail->overview.state)
        return mail->overview.state;
    return tasks && failed
               ? arena_format(mail->arena, "%s of %s tasks failed", failed->value, tasks->value)
               : NULL;
}

/* "Job 731200, matmul: FAILED, 2 problems". The separator of titles is a comma here, for headers
 * beyond ASCII are not readable in logs. */
static const char *make_subject(const struct mail *mail)
{
    const struct overview *overview = &mail->overview;
    struct arena *arena = mail->arena;
    size_t problems = count_findings(overview, "bad"), warnings = count_findings(overview, "warn");
    const char *found = problems   ? count_text(arena, (double)problems, "problem", "problems")
                        : warnings ? count_text(arena, (double)warnings, "warning", "warnings")
                                   : "no problems or warnings";
    const char *outcome = outcome_of(mail), *title = overview->title ? overview->title : "Report";
    struct strbuf text;
    strbuf_init(&text);
    for (const char *sign = strstr(title, " · "); sign; sign = strstr(title, " · ")) {
        strbuf_add(&text, title, (size_t)(sign - title));
        strbuf_add_text(&text, ", ");
        title = sign + strlen(" · ");
    }
    strbuf_format(&text, "%s: %s%s%s", title, outcome ? outcome : "", outcome ? ", " : "", found);
    const char *subject = arena_text(arena, text.text);
    strbuf_release(&text);
    return subject;
}

static void add_headers(const struct mail *mail, struct strbuf *out)
{
    const struct options *options = mail->options;
    const char *subject = options->subject ? options->subject : make_subject(mail);
    mime_add_address_header(out, "From", &mail->from, 1);
    mime_add_address_header(out, "To", options->to.items, options->to.count);
    mime_add_text_header(out, "Subject", plain_text(mail->arena, subject, LONGEST_SUBJECT));
    mime_add_date_header(out, mail->environment->now);
    mime_add_id_header(out, "Message-ID",
                       arena_format(mail->arena, "%s@%s", mail->id, mail->domain));
    strbuf_add_text(out, "Auto-Submitted: auto-generated\nMIME-Version: 1.0\n");
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* "=_" is in no encoded content (RFC 2045, 6.7), so that no line there is one of these. */
static const char mixed[] = "=_jobreport_mixed", alternative[] = "=_jobreport_alternative",
                  related[] = "=_jobreport_related";

static void begin_parts(struct strbuf *out, const char *kind, const char *boundary)
{
    strbuf_format(out, "Content-Type: %s;\n boundary=\"%s\"\n\n", kind, boundary);
}

static void begin_part(struct strbuf *out, const char *boundary)
{
    strbuf_format(out, "--%s\n", boundary);
}

static void end_parts(struct strbuf *out, const char *boundary)
{
    strbuf_format(out, "--%s--\n", boundary);
}

static void add_text(struct strbuf *out, const char *type, const char *text)
{
    strbuf_format(out,
                  "Content-Type: %s; charset=utf-8\n"
                  "Content-Transfer-Encoding: quoted-printable\n\n",
                  type);
    mime_add_quoted_printable(out, text);
}

static void add_file(struct strbuf *out, const char *type, const char *disposition,
                     const struct attachment *file)
{
    strbuf_format(out,
                  "Content-Type: %s;\n name=\"%s\"\n"
                  "Content-Disposition: %s;\n filename=\"%s\"\n"
                  "Content-Transfer-Encoding: base64\n\n",
                  type, file->name, disposition, file->name);
    mime_add_base64(out, file->content.text, file->content.size);
}

/* What of the report is in the message. */
struct choice {
    size_t pictures;
    bool with_pdf;
};

/* NULL: the PDF is attached, or there is none. */
static const char *left_out_text(const struct mail *mail, const struct choice *choice)
{
    return mail->pdf.name && !choice->with_pdf
               ? arena_format(mail->arena,
                              "The PDF is not attached, for the message would have more than 2 MB: "
                              "%s/%s",
                              mail->where, mail->pdf.name)
               : NULL;
}

static void add_plain_text(const struct mail *mail, const struct choice *choice, struct strbuf *out)
{
    static const struct terminal_style style = {.ascii = false, .colour = false};
    const char *left_out = left_out_text(mail, choice);
    struct strbuf text;
    strbuf_init(&text);
    overview_write_text(&mail->overview, mail->where, style, &text);
    if (left_out)
        strbuf_format(&text, "%s\n", left_out);
    add_text(out, "text/plain", text.text);
    strbuf_release(&text);
}

static bool add_html(const struct mail *mail, const struct choice *choice, struct strbuf *out,
                     struct error *error)
{
    struct mail_page page = {
        .overview = &mail->overview,
        .pictures = mail->pictures,
        .picture_count = choice->pictures,
        .where = mail->where,
        .attached = choice->with_pdf ? mail->pdf.name : NULL,
        .left_out = left_out_text(mail, choice),
    };
    page.template_directories = drawing_template_directories(mail->options, mail->environment,
                                                             &page.template_directory_count);
    struct strbuf html;
    strbuf_init(&html);
    bool good = mail_html_write(&page, mail->arena, &html, error);
    if (good)
        add_text(out, "text/html", html.text);
    strbuf_release(&html);
    return good;
}

static bool add_related(const struct mail *mail, const struct choice *choice, struct strbuf *out,
                        struct error *error)
{
    begin_parts(out, "multipart/related; type=\"text/html\"", related);
    begin_part(out, related);
    if (!add_html(mail, choice, out, error))
        return false;
    for (size_t i = 0; i < choice->pictures; i++) {
        begin_part(out, related);
        mime_add_id_header(out, "Content-ID",
                           arena_format(mail->arena, "%s@%s", mail->pictures[i].name,
                                        mail->domain));
        add_file(out, "image/png", "inline", &mail->charts[i]);
    }
    end_parts(out, related);
    return true;
}

static bool write_message(const struct mail *mail, const struct choice *choice, struct strbuf *out,
                          struct error *error)
{
    strbuf_clear(out);
    add_headers(mail, out);
    begin_parts(out, "multipart/mixed", mixed);
    begin_part(out, mixed);
    begin_parts(out, "multipart/alternative", alternative);
    begin_part(out, alternative);
    add_plain_text(mail, choice, out);
    begin_part(out, alternative);
    if (!add_related(mail, choice, out, error))
        return false;
    end_parts(out, alternative);
    if (choice->with_pdf) {
        begin_part(out, mixed);
        add_file(out, "application/pdf", "attachment", &mail->pdf);
    }
    end_parts(out, mixed);
    return true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The first choice that fits, from all there is on. */
static bool write_fitting(const struct mail *mail, struct strbuf *out, struct error *error)
{
    struct choice choice = {mail->picture_count, mail->pdf.name && !mail->pdf.is_too_large};
    while (write_message(mail, &choice, out, error)) {
        if (out->size < MAILING_LIMIT)
            return true;
        if (choice.pictures)
            choice.pictures--;
        else if (choice.with_pdf)
            choice = (struct choice){mail->picture_count, false};
        else
            return error_set(error, ERROR_INPUT, "%s: %s has too much text for a message of 2 MB",
                             mail->options->inputs[0].path, OVERVIEW_FILE);
    }
    return false;
}

static bool read_report(struct mail *mail, int report, struct error *error)
{
    uint64_t hash = HASH_START;
    const char *directory = mail->options->inputs[0].path;
    mail->where = shown_path(mail->arena, directory);
    if (!find_sender(mail, error) || !read_overview(mail, report, directory, &hash, error))
        return false;
    mail->id = make_id(mail, hash);
    for (size_t i = 0; i < mail->overview.chart_count; i++)
        read_chart(mail, report, &mail->overview.charts[i]);
    read_pdf(mail, report);
    return true;
}

bool mailing_run(const struct options *options, const struct environment *environment,
                 struct report_outcome *outcome, struct error *error)
{
    struct mail mail = {.options = options, .environment = environment, .arena = options->arena};
    const char *directory = options->inputs[0].path;
    if (!showing_is_report(options))
        return error_set(error, ERROR_INPUT,
                         "%s: not a report of jobreport (no data/manifest.json of it)", directory);
    int report = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (report < 0)
        return error_set_errno(error, ERROR_INPUT, "%s", directory);
    strbuf_init(&mail.pdf.content);
    for (size_t i = 0; i < OVERVIEW_CHARTS; i++)
        strbuf_init(&mail.charts[i].content);
    bool good = read_report(&mail, report, error) && write_fitting(&mail, &outcome->dump, error);
    strbuf_release(&mail.pdf.content);
    for (size_t i = 0; i < OVERVIEW_CHARTS; i++)
        strbuf_release(&mail.charts[i].content);
    path_close(report);
    return good;
}
