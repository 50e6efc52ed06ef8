/* Help, manual page and completion, made from the option rows. */
#include <stdio.h>
#include <string.h>

#include "option_rows.h"
#include "options_parse.h"
#include "version.h"

static void add_signature(const struct option_row *row, struct strbuf *out)
{
    if (row->letter)
        strbuf_format(out, "-%c, ", row->letter);
    strbuf_format(out, "--%s", row->name);
    if (row->argument)
        strbuf_format(out, " %s", row->argument);
}

static void add_option_help(const struct option_row *row, struct strbuf *out)
{
    enum { INDENT = 32, WIDTH = 96 };
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
    char text[512];
    snprintf(text, sizeof text, "%s%s%s%s", row->help, row->standard ? " (default: " : "",
             row->standard ? row->standard : "", row->standard ? ")" : "");
    char *rest = NULL;
    for (const char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (column > INDENT && column + 1 + strlen(word) > WIDTH) {
            strbuf_format(out, "\n%*s", INDENT, "");
            column = INDENT;
        }
        if (column > INDENT) {
            strbuf_add_char(out, ' ');
            column++;
        }
        strbuf_add_text(out, word);
        column += strlen(word);
    }
    strbuf_add_char(out, '\n');
}

void options_write_help(enum command command, struct strbuf *out)
{
    strbuf_add_text(out, "Usage:\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (command == COMMAND_REPORT || command_rows[i].command == command) {
            char form[64];
            bool plain = command_rows[i].command == COMMAND_REPORT;
            snprintf(form, sizeof form, "%s%s%s [options] %s", plain ? "[" : "",
                     command_rows[i].name, plain ? "]" : "", command_rows[i].operands);
            strbuf_format(out, "  jobreport %s\n      %s\n", form, command_rows[i].summary);
        }
    strbuf_add_text(out, "\nOptions:\n");
    for (int id = 0; id < OPTION_COUNT; id++)
        if (option_rows[id].commands & (unsigned)command)
            add_option_help(&option_rows[id], out);
    if (command == COMMAND_REPORT)
        strbuf_add_text(
            out, "\nStandard output carries one line: the path of what was made.\n"
                 "Exit codes: 0 done; 1 done, but --strict and records were rejected; 2 usage;\n"
                 "3 an input cannot be read; 4 an output cannot be written.\n");
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
        strbuf_format(out, "\n%s.", option_rows[id].help);
        if (option_rows[id].standard)
            strbuf_format(out, "\nDefault: %s.", option_rows[id].standard);
        strbuf_add_char(out, '\n');
    }
}

void options_write_manual(struct strbuf *out)
{
    strbuf_add_text(out,
                    ".TH JOBREPORT 1 \"\" \"jobreport " JOBREPORT_VERSION "\"\n"
                    ".SH NAME\njobreport \\- reports of finished jobs from their metric files\n"
                    ".SH SYNOPSIS\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        strbuf_format(out, "%s\\fBjobreport\\fR %s%s%s [\\fIoptions\\fR] \\fI%s\\fR\n",
                      i ? ".br\n" : "", i ? "" : "[", command_rows[i].name, i ? "" : "]",
                      command_rows[i].operands);
    strbuf_add_text(
        out, ".SH DESCRIPTION\n"
             "Turns what a finished job left behind into a report: a PDF and static HTML pages\n"
             "with charts, and the tables they show as CSV.\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        strbuf_format(out, ".TP\n\\fB%s\\fR\n%s.\n", command_rows[i].name, command_rows[i].summary);
    strbuf_add_text(out, ".SH OPTIONS\n");
    add_manual_options(out);
    strbuf_add_text(
        out,
        ".SH EXIT STATUS\n"
        "0: done. 1: done, but \\-\\-strict and records were rejected. 2: usage.\n"
        "3: an input cannot be read, or nothing usable was found.\n"
        "4: an output cannot be written.\n"
        ".SH ENVIRONMENT\n"
        ".TP\nSLURM_JOB_ID, PBS_JOBID, OAR_JOB_ID, USER\nrun facts that neither options nor inputs "
        "give.\n"
        ".TP\nSOURCE_DATE_EPOCH\nthe time of making that is written into the report.\n"
        ".TP\nTMPDIR\nwhere large inputs are inflated to; else /var/tmp or /tmp.\n"
        ".TP\nNO_COLOR\nno colour on standard error.\n"
        ".SH FILES\nIn the report directory: index.html and other pages, job\\-report[\\-ID].pdf,\n"
        "plots/, figures/, data/ and assets/. data/ and figures/ hold all that replot needs.\n"
        "In the web directory of publish: a directory for each report, named after its job id\n"
        "or label, index.html, index.json with the same for programs, and report.css.\n"
        ".SH EXAMPLES\n.nf\njobreport \\-o report metrics/\njobreport replot \\-\\-theme dark "
        "report\njobreport publish report /srv/www/reports\n.fi\n");
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
        } else if (!strcmp(argument, "FILE")) {
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
