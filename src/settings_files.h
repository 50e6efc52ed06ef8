/* Writes settings to paste into a report: data/settings/. */
#ifndef SETTINGS_FILES_H
#define SETTINGS_FILES_H

#include "manifest.h"

/* Nothing where no request is recommended. `directory`: of the report, with data/ in it. */
bool settings_files_write(const struct tables *tables, const struct manifest *manifest,
                          const char *directory, struct arena *arena, struct error *error);

#endif
