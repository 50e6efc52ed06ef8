/* Owns index.html and data/manifest.json of a directory that has the latter. */
#ifndef OWNER_FIXTURE_H
#define OWNER_FIXTURE_H

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "publish/file_owner.h"

struct owned_files {
    int nothing;
};

static struct owned_files *fixture_open(int directory, struct error *error)
{
    static struct owned_files files;
    struct stat status;
    if (fstatat(directory, "data/manifest.json", &status, AT_SYMLINK_NOFOLLOW) == 0)
        return &files;
    error_set_errno(error, ERROR_OUTPUT, "no manifest");
    return NULL;
}

static bool fixture_has(const struct owned_files *files, const char *folder, const char *name)
{
    (void)files;
    return strcmp(*folder ? folder : "", *folder ? "data" : "") == 0 &&
           strcmp(name, *folder ? "manifest.json" : "index.html") == 0;
}

static void fixture_close(struct owned_files *files)
{
    (void)files;
}

static const char *const fixture_folders[] = {"plots", "data"};
static const struct file_owner fixture_owner = {fixture_open,    fixture_has, fixture_close,
                                                fixture_folders, 2,           "manifest.json"};

#endif
