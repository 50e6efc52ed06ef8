/* Reports in a scratch directory. */
#ifndef STAGING_FIXTURE_H
#define STAGING_FIXTURE_H

#include <dirent.h>
#include <sys/stat.h>

#include "check.h"
#include "owner_fixture.h"
#include "publish/staging.h"
#include "scratch_fixture.h"

static int entries_in(const char *directory)
{
    int count = 0;
    DIR *stream = opendir(directory);
    if (!stream)
        return -1;
    while (readdir(stream))
        count++;
    closedir(stream);
    return count - 2;
}

static bool put(const char *directory, const char *name, const char *text)
{
    char path[4096];
    struct error error;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path_write(path, text, strlen(text), &error);
}

static char *text_of(const char *path)
{
    static char text[256];
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[size] = '\0';
    return file ? text : NULL;
}

static bool fill(const char *directory, const char *words)
{
    char data[2048];
    struct error error;
    snprintf(data, sizeof data, "%s/data", directory);
    return path_make_directory(directory, &error) && path_make_directory(data, &error) &&
           put(data, "manifest.json", "{}") && put(directory, "index.html", words);
}

static bool make_report(const char *target, const char *words, struct error *error)
{
    struct staging staging;
    if (!staging_begin(&staging, target, &fixture_owner, error))
        return false;
    if (fill(staging.path, words) && staging_commit(&staging, error))
        return true;
    staging_abandon(&staging);
    return false;
}

#endif
