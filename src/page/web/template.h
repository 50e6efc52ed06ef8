/* Text from templates: the files in templates/, filled in from a dictionary.
 *
 * In a template {{NAME}} stands for a text, {{#NAME}}…{{/NAME}} for a section that is left out or
 * repeated, {{>NAME}} for another template. Every template begins with
 * {{%AUTOESCAPE context="HTML"}} and so escapes each text as the place where it stands demands. The
 * same dictionary gives the same bytes each time. Not safe for threads. */
#ifndef PAGE_WEB_TEMPLATE_H
#define PAGE_WEB_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct strbuf;
struct templates;  /* handle: templates read and found sound */
struct dictionary; /* handle: what a template, or one repetition of a section, is filled with */

/* Files are looked for in each directory in turn. */
struct templates *templates_new(const char *const *directories, size_t count);
void templates_free(struct templates *templates);

/* The content of a file of any kind that stands beside the templates. */
bool templates_read(const struct templates *templates, const char *name, struct strbuf *content,
                    struct error *error);
/* Reads a template; the error names the file and what is wrong with it. */
bool templates_load(struct templates *templates, const char *name, struct error *error);
/* Adds the filled-in template to `out`. It and those it includes must be loaded. */
bool templates_expand(const struct templates *templates, const char *name,
                      const struct dictionary *dictionary, struct strbuf *out, struct error *error);

struct dictionary *dictionary_new(void);
void dictionary_free(struct dictionary *dictionary); /* with all that were added to it */

/* Names and texts are not copied: they must live until the dictionary is freed. */
void dictionary_set(struct dictionary *dictionary, const char *name, const char *text);
void dictionary_show(struct dictionary *dictionary, const char *section);
/* Sets and shows the section of the same name; nothing when there is no text. */
void dictionary_set_optional(struct dictionary *dictionary, const char *name, const char *text);
/* One more repetition of a section; what is not set in it is looked up in its parent. */
struct dictionary *dictionary_add(struct dictionary *dictionary, const char *section);
/* One more template at {{>NAME}}; what is not set for it stays empty. */
struct dictionary *dictionary_include(struct dictionary *dictionary, const char *name,
                                      const char *template_name);

#ifdef __cplusplus
}
#endif

#endif
