#include "config_files.h"

#include <errno.h>

#include "options_parse.h"
#include "util/path.h"

static bool says_absent(const struct error *error)
{
    return error->number == ENOENT || error->number == ENOTDIR;
}

static bool read_site(struct options *options, const char *path, struct error *error)
{
    if (!path || options_read_config(options, path, SOURCE_SITE, error))
        return true;
    if (!says_absent(error))
        return false;
    *error = (struct error){0};
    return true;
}

/* The home directory may be another user's, as of a command that sudo runs. */
static bool read_user(struct options *options, const struct environment *environment,
                      struct error *error)
{
    const char *path = environment->user_config;
    if (!path || options_read_config(options, path, SOURCE_USER, error))
        return true;
    if (error->kind == ERROR_USAGE)
        return false;
    if (!says_absent(error))
        environment->note(environment->context,
                          arena_format(options->arena, "%s; ignored", error->text));
    *error = (struct error){0};
    return true;
}

static bool read_found(struct options *options, const struct environment *environment,
                       struct error *error)
{
    bool good = true, in_directory = false;
    if (options->command != COMMAND_REPORT && options->command != COMMAND_SHOW)
        return true;
    for (size_t i = 0; i < options->input_count && good && !in_directory; i++)
        good = options_read_found_config(
            options, path_join(options->arena, options->inputs[i].path, "jobreport.json"),
            &in_directory, environment->note, environment->context, error);
    return good;
}

/* Lists that no option changes need none. */
static bool needs_none(const struct options *options)
{
    return (options->command & (COMMAND_FORMATS | COMMAND_TABLES)) || options->help ||
           options->version || options->generate;
}

bool config_files_read(struct options *options, const struct environment *environment,
                       struct error *error)
{
    if (needs_none(options))
        return true;
    if (!read_site(options, environment->site_config, error) ||
        !read_user(options, environment, error))
        return false;
    return options->config ? options_read_config(options, options->config, SOURCE_CONFIG, error)
                           : read_found(options, environment, error);
}
