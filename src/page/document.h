/* The report as sections of blocks: the waist between what is said and where it is printed.
 *
 * Knows neither PDF nor HTML. Texts are plain (unescaped) and live in the document's arena. */
#ifndef PAGE_DOCUMENT_H
#define PAGE_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "figure/model/figure.h"
#include "table/facts.h"
#include "table/table.h"
#include "util/text_slice.h"

enum cell_align { CELL_LEFT, CELL_RIGHT };

/* A table as people read it: numbers already formatted to equal precision. */
struct table_view {
    const char *caption; /* NULL: none */
    size_t columns, rows;
    const char **heads; /* with the unit: "mean, GB/s" */
    enum cell_align *aligns;
    const char **cells; /* by row; never NULL */
    bool last_row_is_total;
    bool has_files;       /* the first column names files of the report, to which pages lead */
    const char *source;   /* "data/job_metrics.csv", or NULL */
    size_t left_out;      /* rows that the view lacks; of a list of attempts the source too */
    size_t rows_on_paper; /* of more only the first so many, where there is no total; 0: all */
    bool is_of_all;       /* of the source's rows, in its order, only the last ones are left out */
    const struct table_rest *rest; /* another table that has them; NULL: the source alone */
    const char *anchor;            /* what rests lead to; NULL: none leads here */
    const char *all_attempts;      /* "data/attempts_all.csv.gz", where single ones are listed */
    bool has_filter;               /* where scripts run, a field shows only rows with its words */
};

struct section;
struct picture;

/* The table of this report that has most rows of a source. */
struct table_rest {
    const char *anchor;            /* [a-z0-9-] */
    const struct section *section; /* where it stands */
    size_t rows, all;              /* in it; of the source */
};

struct key_figure {
    const char *value, *label;
    const char *name; /* of the quantity, for programs: "elapsed", "energy" … */
    double number;    /* NaN: not known */
    const char *unit; /* of the number, a base unit; "1" of ratios, "" of counts */
};

struct finding {
    const char *level;              /* "good", "note", "warn", "bad" */
    const char *sentence, *advice;  /* advice may be NULL */
    const char *section;            /* id of the section it belongs to, or NULL */
    const char *figure;             /* id of the figure that shows it, or NULL */
    const char *list;               /* anchor of the table of attempts that it is about, or NULL */
    const struct text_slice *links; /* parts of the advice that lead to their address, in order */
    size_t link_count;
};

struct fact {
    const char *key, *value;
};

/* An address of the web, of ASCII that needs no more encoding. */
struct web_link {
    const char *text, *url;
};

struct link_row {
    const char *label; /* what all of them are; NULL: each says it */
    const struct web_link *links;
    size_t count, left_out;
};

enum block_kind {
    BLOCK_PARAGRAPH,
    BLOCK_STATEMENT, /* a sentence that all below it is about */
    BLOCK_SUBHEADING,
    BLOCK_KEY_FIGURES,
    BLOCK_FINDINGS,
    BLOCK_MULTIPLES, /* small figures, three in a row */
    BLOCK_FIGURE,
    BLOCK_TABLE,
    BLOCK_FACTS,       /* key and value, in one or two columns */
    BLOCK_DEFINITIONS, /* term and text */
    BLOCK_CODE,        /* lines to paste into a file, as they are */
    BLOCK_LINKS,       /* to other pages of the site */
};

struct block {
    enum block_kind kind;
    const char *text;                      /* PARAGRAPH, STATEMENT, SUBHEADING, CODE */
    const char *caption;                   /* CODE */
    const char *source;                    /* CODE: the file of the report with all of it */
    const struct figure *figure;           /* FIGURE */
    const struct figure *const *multiples; /* MULTIPLES: the full figures */
    const struct key_figure *key_figures;
    const struct finding *findings;
    const struct fact *facts; /* FACTS, DEFINITIONS */
    const struct table_view *table;
    const struct link_row *links;
    size_t count; /* of multiples, key figures, findings, facts, rows of links */
};

struct section {
    const char *id; /* [a-z0-9-], made by us: anchor and link target */
    const char *title;
    const char *page; /* HTML page on which it stands: "index", "nodes", "data" … */
    bool starts_page; /* on paper: on a new page */
    struct block *blocks;
    size_t block_count, block_capacity;
};

struct document {
    struct arena *arena;
    const struct facts *facts;
    const char *heading;        /* what it is about: "Campaign report" */
    const char *title;          /* "Job 1403244"; the heading when nothing has a name */
    const char *subtitle;       /* "emmyUser6 · emmy · 32 nodes" */
    const char *period;         /* "2020-12-25 20:24 → 2020-12-26 20:26 UTC" */
    const char *pdf_name;       /* file name beside index.html; NULL: no PDF is made */
    const struct picture *logo; /* of the site; NULL: none */
    const char *logo_alt;       /* what stands in its place */
    double created;             /* Unix seconds */
    const char *program;        /* "jobreport 0.1" */
    struct section *sections;   /* the first is the summary */
    size_t section_count, section_capacity;
};

/* A section or block holds until the next one is added beside it. */
struct section *document_add_section(struct document *document, const char *id, const char *title,
                                     const char *page, bool starts_page);
struct block *section_add_block(struct document *document, struct section *section,
                                enum block_kind kind);
void section_add_paragraph(struct document *document, struct section *section, const char *format,
                           ...) __attribute__((format(printf, 3, 4)));

void section_add_subheading(struct document *document, struct section *section, const char *text);
/* `source`: "data/settings/slurm.txt". */
void section_add_code(struct document *document, struct section *section, const char *caption,
                      const char *text, const char *source);
void section_add_table(struct document *document, struct section *section,
                       const struct table_view *table);

const struct section *document_find_section(const struct document *document, const char *id);
/* The first block of that kind; NULL when there is none. */
const struct block *document_find_block(const struct document *document, enum block_kind kind);

/* The document as indented text: the golden files. */
void document_write_text(const struct document *document, struct strbuf *out);

#endif
