/* The fonts of reports: those of one configuration file, none of the system's or the user's own. */
#ifndef RENDER_FONT_CONFIG_H
#define RENDER_FONT_CONFIG_H

#include <fontconfig/fontconfig.h>
#include <stdbool.h>

#include "util/error.h"

/* Loads DIRECTORY/fonts.conf and makes it the current configuration. *config, NULL before, is the
 * caller's to destroy, also where it fails. False, too, when the fonts of a directory that the file
 * names cannot be read: others would stand in for them. A directory that is not there has none. */
bool font_config_load(FcConfig **config, const char *directory, struct error *error);

#endif
