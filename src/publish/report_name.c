#include "publish/report_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/hash.h"

enum { LONGEST_PART = 40 };

static bool is_known(const char *text)
{
    return text && *text;
}

static bool is_same(const char *left, const char *right)
{
    return strcmp(left ? left : "", right ? right : "") == 0;
}

bool report_identity_is_same(const struct report_identity *left,
                             const struct report_identity *right)
{
    bool both_know_cluster = is_known(left->cluster) && is_known(right->cluster);
    if (!is_same(left->job_id, right->job_id) || !is_same(left->label, right->label) ||
        (both_know_cluster && !is_same(left->cluster, right->cluster)))
        return false;
    return is_known(left->job_id) || is_known(left->label) ||
           is_same(left->fingerprint, right->fingerprint);
}

/* The end of each text counts, so that "a", "bc" is not "ab", "c". */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text ? text : "", (text ? strlen(text) : 0) + 1);
}

const char *report_fingerprint(const char *text, char digits[REPORT_FINGERPRINT_SIZE])
{
    snprintf(digits, REPORT_FINGERPRINT_SIZE, "%016" PRIx64, hash_text(HASH_START, text));
    return digits;
}

static uint64_t hash_identity(const struct report_identity *identity)
{
    uint64_t hash = HASH_START;
    bool is_named = is_known(identity->job_id) || is_known(identity->label);
    hash = hash_text(hash, identity->job_id);
    hash = hash_text(hash, identity->label);
    hash = hash_text(hash, identity->cluster);
    return hash_text(hash, is_named ? NULL : identity->fingerprint);
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
}

/* What a part of a name looks like: runs of other letters become one "-", none at either end, no
 * dot at the start. *lossy is set when little or nothing of the text is left. */
static const char *plain_part(struct arena *arena, const char *text, bool *lossy)
{
    char *part = arena_alloc(arena, LONGEST_PART + 1);
    size_t size = 0;
    const char *from = text;
    for (; *from && size < LONGEST_PART; from++) {
        if (is_plain(*from) && !(size == 0 && (*from == '.' || *from == '-')))
            part[size++] = *from;
        else if (size > 0 && part[size - 1] != '-')
            part[size++] = '-';
    }
    while (size > 0 && part[size - 1] == '-')
        size--;
    part[size] = '\0';
    *lossy = *lossy || size == 0 || *from != '\0';
    return part;
}

static const char *joined(struct arena *arena, const char *left, const char *right)
{
    if (!*left || !*right)
        return *left ? left : right;
    return arena_format(arena, "%s-%s", left, right);
}

/* Names that the index takes itself. */
static bool is_reserved(const char *name)
{
    static const char *const names[] = {"index.html", "index.json", "report.css", "assets"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

const char *report_name(struct arena *arena, const struct report_identity *identity, int attempt)
{
    bool lossy = false;
    const char *job = is_known(identity->job_id) ? plain_part(arena, identity->job_id, &lossy) : "";
    const char *label = is_known(identity->label) ? plain_part(arena, identity->label, &lossy) : "";
    const char *name = joined(arena, job, label);
    if (!*name) {
        name = "report";
        lossy = true;
    }
    if (attempt == 0 && !lossy && !is_reserved(name))
        return name;
    name = arena_format(arena, "%s-%08" PRIx64, name, hash_identity(identity) >> 32);
    return attempt > 1 ? arena_format(arena, "%s-%d", name, attempt) : name;
}
