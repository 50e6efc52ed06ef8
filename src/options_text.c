/* Help, manual page and completion, made from the option rows. */
#include <stdio.h>
#include <string.h>

#include "option_rows.h"
#include "options_parse.h"
#include "version.h"

/* The same in the help and the manual. */
#define EXIT_CODES(end, space, line_end)                                                           \
    "0 done" end space "1 done, but --strict was given and records were rejected" end line_end     \
    "2 invalid command line or configuration" end space                                            \
    "3 an input cannot be read or holds nothing usable" end line_end                               \
    "4 an output cannot be written, or memory is too small" end line_end                           \
    "5 done, but --fail-on was given and there are such findings"

static void add_signature(const struct option_row *row, struct strbuf *out)
{
    if (row->letter)
        strbuf_format(out, "-%c, ", row->letter);
    strbuf_format(out, "--%s", row->name);
    if (row->argument)
        strbuf_format(out, " %s", row->argument);
}

/* Where "; COMMAND: " begins in a text, of a command by its name or, NULL, of any; NULL: nowhere.
 */
static const char *find_other(const char *text, const char *name)
{
    const char *first = NULL;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        char words[64];
        snprintf(words, sizeof words, "; %s: ", command_rows[i].name);
        const char *found = strstr(text, words);
        if (found && (!name || !strcmp(command_rows[i].name, name)) && (!first || found < first))
            first = found;
    }
    return first;
}

static const char *name_of(enum command command)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (command_rows[i].command == command)
            return command_rows[i].name;
    return "report";
}

/* "DEFAULT; replot: OTHER" of options.def, of which a command has one. */
static void add_default(const struct option_row *row, enum command command, struct strbuf *out)
{
    const char *standard = row->standard ? row->standard : "";
    const char *own = find_other(standard, name_of(command));
    if (own)
        standard = strstr(own, ": ") + 2;
    const char *next = find_other(standard, NULL);
    size_t size = next ? (size_t)(next - standard) : strlen(standard);
    bool is_kept = row->remembered && command == COMMAND_REPLOT;
    bool is_none = size == strlen("none") && !strncmp(standard, "none", size);
    if (size && !is_kept && !is_none)
        strbuf_format(out, " (default: %.*s)", (int)size, standard);
}

/* Of all commands where none is given. */
static void add_help(const struct option_row *row, const enum command *command, struct strbuf *out)
{
    bool is_left_out = false, reads_inputs = !command || (*command & COMMAND_READS);
    const char *own = command ? find_other(row->help, name_of(*command)) : NULL;
    const char *help = own ? strstr(own, ": ") + 2 : row->help;
    const char *next = command ? find_other(help, NULL) : NULL;
    for (const char *c = help; *c && c != next; c++)
        if ((*c == '{' || *c == '}') && c[1] != c[0]) {
            is_left_out = *c == '{' && !reads_inputs;
        } else if (!is_left_out) {
            strbuf_add_char(out, *c);
            c += *c == '{' || *c == '}';
        }
}

static void add_words(char *text, size_t indent, size_t column, struct strbuf *out)
{
    enum { WIDTH = 96 };
    char *rest = NULL;
    for (const char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (column > indent && column + 1 + strlen(word) > WIDTH) {
            strbuf_format(out, "\n%*s", (int)indent, "");
            column = indent;
        }
        if (column > indent) {
            strbuf_add_char(out, ' ');
            column++;
        }
        strbuf_add_text(out, word);
        column += strlen(word);
    }
}

static void add_option_help(const struct option_row *row, enum command command, struct strbuf *out)
{
    enum { INDENT = 32 };
    struct strbuf text;
    size_t start = out->size;
    strbuf_add_text(out, row->letter ? "  " : "      ");
    add_signature(row, out);
    size_t column = out->size - start;
    if (column > INDENT - 2) {
        strbuf_add_char(out, '\n');
        column = 0;
    }
    for (; column < INDENT; column++)
        strbuf_add_char(out, ' ');
    strbuf_init(&text);
    add_help(row, &command, &text);
    add_default(row, command, &text);
    add_words(text.text, INDENT, column, out);
    strbuf_release(&text);
    strbuf_add_char(out, '\n');
}

/* "[report] [options] INPUT..." */
static void add_form(const struct command_row *row, struct strbuf *out)
{
    bool may_be_left_out = row->command == COMMAND_REPORT;
    strbuf_format(out, "%s%s%s [options]%s%s", may_be_left_out ? "[" : "", row->name,
                  may_be_left_out ? "]" : "", *row->operands ? " " : "", row->operands);
}

void options_write_usage(enum command command, struct strbuf *out)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (command_rows[i].command == command) {
            strbuf_add_text(out, "jobreport ");
            add_form(&command_rows[i], out);
        }
}

static void add_command_help(const struct command_row *row, struct strbuf *out)
{
    strbuf_add_text(out, "  jobreport ");
    add_form(row, out);
    strbuf_format(out, "\n      %s\n", row->summary);
}

void options_write_help(enum command command, bool is_overview, struct strbuf *out)
{
    strbuf_add_text(out, "Usage:\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (is_overview || command_rows[i].command == command)
            add_command_help(&command_rows[i], out);
    strbuf_add_text(out, is_overview ? "\nOptions of 'report' (of the others: 'jobreport COMMAND "
                                       "--help'):\n"
                                     : "\nOptions:\n");
    for (int id = 0; id < OPTION_COUNT; id++)
        if (option_rows[id].commands & (unsigned)command)
            add_option_help(&option_rows[id], command, out);
    if (command == COMMAND_REPLOT)
        strbuf_add_text(out, "\nWhat is not given is as in the report.\n");
    if (command == COMMAND_REPORT)
        strbuf_add_text(out, "\nStandard output is one line: the path of the report.\n"
                             "Exit codes: " EXIT_CODES(";", " ", "\n") ".\n");
}

static void add_manual_options(struct strbuf *out)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        strbuf_add_text(out, ".TP\n");
        if (option_rows[id].letter)
            strbuf_format(out, "\\fB\\-%c\\fR, ", option_rows[id].letter);
        strbuf_add_text(out, "\\fB\\-\\-");
        for (const char *c = option_rows[id].name; *c; c++)
            strbuf_add_text(out, *c == '-' ? "\\-" : (char[2]){*c, 0});
        strbuf_add_text(out, "\\fR");
        if (option_rows[id].argument)
            strbuf_format(out, " \\fI%s\\fR", option_rows[id].argument);
        strbuf_add_char(out, '\n');
        add_help(&option_rows[id], NULL, out);
        strbuf_add_char(out, '.');
        if (option_rows[id].standard)
            strbuf_format(out, "\nDefault: %s.", option_rows[id].standard);
        strbuf_add_char(out, '\n');
    }
}

static const char manual_description[] =
    ".SH DESCRIPTION\n"
    "Makes a PDF and static HTML pages with charts from the node metrics, task records\n"
    "and traces of a finished job or campaign, and writes the tables behind them as CSV.\n";

static const char manual_configuration[] =
    ".SH CONFIGURATION\n"
    "The file of \\-\\-config is a JSON object. Its keys are long options without dashes,\n"
    "such as \"title\". Its key \"findings\" sets findings by their ids: thresholds\n"
    "(\"note\", \"warn\", \"bad\"), limits, \"advice\", a \"note\" of the site, or\n"
    "\"off\": true. \"jobreport findings\" lists them.\n"
    ".PP\n"
    "Files of the same form are read without being named: /etc/jobreport.json, of the site, and\n"
    "$XDG_CONFIG_HOME/jobreport.json or ~/.config/jobreport.json, of the user. The user's is\n"
    "stronger than the site's, that of \\-\\-config stronger than both, and the command line\n"
    "stronger than all files. A list replaces the list of a weaker file; thresholds, limits and\n"
    "texts of findings are replaced one by one; false takes back a flag. In replot, what the\n"
    "report remembers is stronger than the files of site and user, and \"findings\" of all files\n"
    "are left out. These two files may not set output, job\\-id, user and the like, which are of\n"
    "a single run, and must belong to root or the user.\n"
    ".PP\n"
    "A file jobreport.json in the first input directory is read without being named.\n"
    "It may only set options that describe the data, such as title, label, mapping and\n"
    "columns.\n";

static const char manual_exit_status[] =
    ".SH EXIT STATUS\n" EXIT_CODES(".", "\n.br\n", "\n.br\n") ".\n";

static const char manual_environment[] =
    ".SH ENVIRONMENT\n"
    ".TP\nSLURM_JOB_ID, PBS_JOBID, OAR_JOB_ID, USER\ndefault job id and user.\n"
    ".TP\nJOBREPORT_SITE_CONFIG, JOBREPORT_USER_CONFIG\n"
    "config files of the site and of the user, in place of /etc/jobreport.json and of\n"
    "$XDG_CONFIG_HOME/jobreport.json or ~/.config/jobreport.json; empty: none.\n"
    ".TP\nSOURCE_DATE_EPOCH\n"
    "time of generation that the report shows, for reproducible reports.\n"
    ".TP\nTMPDIR\n"
    "directory for large decompressed inputs (default: /var/tmp, else /tmp).\n"
    ".TP\nNO_COLOR\nno colour on standard error.\n";

static const char manual_files[] =
    ".SH FILES\n"
    "In the report directory: index.html and other pages, job\\-report[\\-ID].pdf,\n"
    "plots/, figures/, data/ and assets/. data/ and figures/ hold all that replot needs.\n"
    "In the web directory of publish: a directory for each report, named after its job id\n"
    "or label, index.html, index.json (the index as data) and report.css.\n";

static const char manual_examples[] = ".SH EXAMPLES\n.nf\n"
                                      "jobreport \\-o report metrics/\n"
                                      "jobreport replot \\-\\-theme dark report\n"
                                      "jobreport mail \\-\\-to anna@example.org report | "
                                      "sendmail \\-t\n"
                                      "jobreport publish report /srv/www/reports\n"
                                      ".fi\n";

static void add_manual_head(struct strbuf *out)
{
    strbuf_add_text(
        out,
        ".TH JOBREPORT 1 \"\" \"jobreport " JOBREPORT_VERSION "\"\n"
        ".SH NAME\njobreport \\- reports of finished jobs from their metrics and task records\n"
        ".SH SYNOPSIS\n");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        strbuf_format(out, "%s\\fBjobreport\\fR ", i ? ".br\n" : "");
        add_form(&command_rows[i], out);
        strbuf_add_char(out, '\n');
    }
}

void options_write_manual(struct strbuf *out)
{
    add_manual_head(out);
    strbuf_add_text(out, manual_description);
    for (int i = 0; i < COMMAND_COUNT; i++)
        strbuf_format(out, ".TP\n\\fB%s\\fR\n%s.\n", command_rows[i].name, command_rows[i].summary);
    strbuf_add_text(out, ".SH OPTIONS\n");
    add_manual_options(out);
    strbuf_add_text(out, manual_configuration);
    strbuf_add_text(out, manual_exit_status);
    strbuf_add_text(out, manual_environment);
    strbuf_add_text(out, manual_files);
    strbuf_add_text(out, manual_examples);
}

void options_write_bash_completion(struct strbuf *out)
{
    strbuf_add_text(out,
                    "# bash completion for jobreport\n_jobreport()\n{\n"
                    "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                    "    case $before in\n");
    for (int id = 0; id < OPTION_COUNT; id++) {
        const char *argument = option_rows[id].argument;
        if (!argument)
            continue;
        strbuf_format(out, "    --%s", option_rows[id].name);
        if (option_rows[id].letter)
            strbuf_format(out, " | -%c", option_rows[id].letter);
        if (strchr(argument, '|')) {
            strbuf_add_text(out, ") COMPREPLY=($(compgen -W '");
            for (const char *c = argument; *c; c++)
                strbuf_add_char(out, *c == '|' ? ' ' : *c);
            strbuf_add_text(out, "' -- \"$word\")); return ;;\n");
        } else if (!strcmp(argument, "DIR")) {
            strbuf_add_text(out, ") COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n");
        } else if (!strcmp(argument, "FILE") || !strcmp(argument, "PATH")) {
            strbuf_add_text(out, ") COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n");
        } else {
            strbuf_add_text(out, ") return ;;\n");
        }
    }
    strbuf_add_text(out,
                    "    esac\n    if [[ $word == -* ]]; then\n        COMPREPLY=($(compgen -W '");
    for (int id = 0; id < OPTION_COUNT; id++)
        strbuf_format(out, "%s--%s", id ? " " : "", option_rows[id].name);
    strbuf_add_text(out, "' -- \"$word\"))\n    elif ((COMP_CWORD == 1)); then\n"
                         "        COMPREPLY=($(compgen -W '");
    for (int i = 0; i < COMMAND_COUNT; i++)
        strbuf_format(out, "%s%s", i ? " " : "", command_rows[i].name);
    strbuf_add_text(out, "' -- \"$word\") $(compgen -f -- \"$word\"))\n    else\n"
                         "        COMPREPLY=($(compgen -f -- \"$word\"))\n    fi\n}\n"
                         "complete -o filenames -F _jobreport jobreport\n");
}
