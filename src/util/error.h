/* Why something cannot go on, as a sentence fit for the user.
 *
 * A function that can fail takes a last argument `struct error *` and returns false after setting
 * it; callers add context on the way up. The kind decides the program's exit code. */
#ifndef UTIL_ERROR_H
#define UTIL_ERROR_H

#include <stdbool.h>

enum error_kind {
    ERROR_NONE = 0,
    ERROR_REJECTED = 1, /* --strict, and records were rejected */
    ERROR_USAGE = 2,
    ERROR_INPUT = 3,    /* an input cannot be read, or nothing usable was found */
    ERROR_OUTPUT = 4,   /* an output cannot be written, or there is too little memory */
    ERROR_FINDINGS = 5, /* --fail-on, and there are such findings */
};

struct error {
    enum error_kind kind;
    int number; /* the errno behind it, 0 where there is none */
    char text[2048];
};

/* Always return false, so that `return error_set(…)` reads well. */
bool error_set(struct error *error, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* As error_set, with ": " and the text of errno behind. */
bool error_set_errno(struct error *error, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts "context: " before what is there. */
bool error_add_context(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* We are wrong: prints the place and aborts. */
#define BUG(...) error_bug(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void error_bug(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
