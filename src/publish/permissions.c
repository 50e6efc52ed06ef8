#include "publish/permissions.h"

#include <endian.h>
#include <errno.h>
#include <linux/limits.h>
#include <linux/posix_acl.h>
#include <linux/posix_acl_xattr.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { MODE_BITS = 07777 };

#define ACCESS_LIST "system.posix_acl_access"
#define DEFAULT_LIST "system.posix_acl_default"

/* ---- access control lists -------------------------------------------------------------------- */

struct access_list {
    size_t size; /* of bytes; 0: there is no list */
    char bytes[XATTR_SIZE_MAX];
};

static bool read_list(int directory, const char *name, struct access_list *list)
{
    ssize_t size = fgetxattr(directory, name, list->bytes, sizeof list->bytes);
    list->size = size < 0 ? 0 : (size_t)size;
    return size >= 0 || errno == ENODATA || errno == EOPNOTSUPP;
}

/* A directory has one that nobody gave it: what its parent gives to all that is made there. */
static bool remove_list(int directory, const char *name)
{
    return fremovexattr(directory, name) == 0 || errno == ENODATA || errno == EOPNOTSUPP;
}

static bool put_list(int directory, const char *name, const struct access_list *list)
{
    if (list->size && fsetxattr(directory, name, list->bytes, list->size, 0) == 0)
        return true;
    return remove_list(directory, name) && !list->size;
}

/* The least that it gives to any group or user that is named, or to the group: bits as of others.
 * It gives nobody of them more than its mask. */
static mode_t least_given(const struct access_list *list)
{
    mode_t least = S_IRWXO;
    struct posix_acl_xattr_entry entry;
    for (size_t at = sizeof(struct posix_acl_xattr_header); at + sizeof entry <= list->size;
         at += sizeof entry) {
        memcpy(&entry, list->bytes + at, sizeof entry);
        int tag = le16toh(entry.e_tag);
        if (tag != ACL_USER_OBJ && tag != ACL_OTHER)
            least &= le16toh(entry.e_perm);
    }
    return least;
}

/* ---- what is kept ---------------------------------------------------------------------------- */

static bool give_to(int directory, uid_t owner, gid_t group)
{
    struct stat status;
    return fchown(directory, owner, group) == 0 || fchown(directory, (uid_t)-1, group) == 0 ||
           (fstat(directory, &status) == 0 && status.st_gid == group);
}

void permissions_prepare(int former, int next)
{
    struct stat status;
    struct access_list defaults;
    remove_list(next, ACCESS_LIST);
    if (!read_list(former, DEFAULT_LIST, &defaults) || !put_list(next, DEFAULT_LIST, &defaults))
        remove_list(next, DEFAULT_LIST);
    if (fstat(former, &status) != 0)
        return;
    bool has_group = give_to(next, (uid_t)-1, status.st_gid);
    fchmod(next, S_IRWXU | (has_group ? status.st_mode & S_ISGID : 0));
}

/* Where there is an access control list, the mode's bits of the group are the most that any entry
 * of it gives: without the list they would be the group's own. Whom the group or the list shut out
 * is one of the others without it. */
static mode_t keep_access(int former, int next, mode_t mode, bool has_group)
{
    struct access_list list;
    bool is_known = read_list(former, ACCESS_LIST, &list);
    if (is_known && has_group && put_list(next, ACCESS_LIST, &list))
        return mode;
    remove_list(next, ACCESS_LIST);
    mode_t least = list.size ? least_given(&list) : (mode & S_IRWXG) >> 3;
    return mode & ~(mode_t)(S_ISGID | S_IRWXG | (is_known ? S_IRWXO & ~least : S_IRWXO));
}

/* The most that others may get for the sake of what is in `next`: what was made there has no list
 * where the former gives one, or is of our group where the set-group-ID bit gave it the former's.
 */
static mode_t most_of_others(int former, int next, mode_t mode, bool has_group)
{
    struct access_list defaults;
    if (!read_list(former, DEFAULT_LIST, &defaults) || !put_list(next, DEFAULT_LIST, &defaults))
        return 0;
    bool has_other_group = !has_group && mode & S_ISGID && defaults.size;
    return has_other_group ? least_given(&defaults) : S_IRWXO;
}

void permissions_keep(int former, int next)
{
    struct stat status;
    if (fstat(former, &status) != 0)
        return;
    mode_t mode = status.st_mode & MODE_BITS;
    bool has_group = give_to(next, status.st_uid, status.st_gid);
    mode_t most = most_of_others(former, next, mode, has_group);
    mode = keep_access(former, next, mode, has_group && most);
    fchmod(next, mode & ~(mode_t)(S_IRWXO & ~most));
}
