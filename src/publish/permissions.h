/* A directory that takes the place of another is open to the same people. */
#ifndef PUBLISH_PERMISSIONS_H
#define PUBLISH_PERMISSIONS_H

/* What `next`, a new directory of ours, gives to what will be made in it (group, default access
 * control list) becomes as in `former`: a list that `next` has of its parent is removed. Nobody
 * else may enter it yet. Both are open directories. */
void permissions_prepare(int former, int next);

/* Mode, owner, group and access control lists of `next` become as in `former`. An owner or group
 * that we may not give stays ours. Where the group or a list cannot be given, our group gets no
 * rights, and others no more than the least that the former group and each entry of the list had:
 * whom these shut out stay out. Nothing that fails opens it further. */
void permissions_keep(int former, int next);

#endif
