#include "publish/permissions.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { MODE_BITS = 07777, LONGEST_LIST = 8192 };

/* True also where there is none. */
static bool copy_access_list(int from, int to, const char *name)
{
    char list[LONGEST_LIST];
    ssize_t size = fgetxattr(from, name, list, sizeof list);
    if (size < 0)
        return errno == ENODATA || errno == EOPNOTSUPP;
    return fsetxattr(to, name, list, (size_t)size, 0) == 0;
}

static bool give_to(int directory, uid_t owner, gid_t group)
{
    struct stat status;
    return fchown(directory, owner, group) == 0 || fchown(directory, (uid_t)-1, group) == 0 ||
           (fstat(directory, &status) == 0 && status.st_gid == group);
}

void permissions_prepare(int former, int next)
{
    struct stat status;
    if (fstat(former, &status) != 0)
        return;
    bool has_group = give_to(next, (uid_t)-1, status.st_gid);
    copy_access_list(former, next, "system.posix_acl_default");
    fchmod(next, S_IRWXU | (has_group ? status.st_mode & S_ISGID : 0));
}

/* Where there is an access control list, the mode's bits of the group are the most that any entry
 * of it gives: without the list they would be the group's own. */
void permissions_keep(int former, int next)
{
    struct stat status;
    if (fstat(former, &status) != 0)
        return;
    mode_t mode = status.st_mode & MODE_BITS;
    bool has_group = give_to(next, status.st_uid, status.st_gid);
    copy_access_list(former, next, "system.posix_acl_default");
    if (!has_group || !copy_access_list(former, next, "system.posix_acl_access"))
        mode &= (mode_t) ~(S_IRWXG | S_ISGID);
    fchmod(next, mode);
}
