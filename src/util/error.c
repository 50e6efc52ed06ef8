#include "util/error.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/utf8.h"

/* The arguments may point into error->text, so it is replaced only when they have been used. */
static void replace_text(struct error *error, const char *text)
{
    size_t size = utf8_cut(text, strlen(text), sizeof error->text - 1);
    memcpy(error->text, text, size);
    error->text[size] = '\0';
}

bool error_set(struct error *error, enum error_kind kind, const char *format, ...)
{
    char text[sizeof error->text + 4];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error->kind = kind;
    error->number = 0;
    replace_text(error, text);
    return false;
}

bool error_set_errno(struct error *error, enum error_kind kind, const char *format, ...)
{
    int number = errno;
    char context[sizeof error->text], description[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context, sizeof context, format, arguments);
    va_end(arguments);
    const char *reason = strerror_r(number, description, sizeof description);
    error_set(error, kind, "%s: %s", context, reason);
    error->number = number;
    return false;
}

bool error_add_context(struct error *error, const char *format, ...)
{
    char context[sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context, sizeof context, format, arguments);
    va_end(arguments);
    int number = error->number;
    error_set(error, error->kind, "%s: %s", context, error->text);
    error->number = number;
    return false;
}

_Noreturn void error_bug(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "jobreport: this is a bug, at %s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    signal(SIGABRT, SIG_DFL); /* whoever handles it takes it for an abort of a library */
    abort();
}
