/* Lists of hosts as clusters write them: "w12[01-08],w13[01-31,33-56]". */
#ifndef UTIL_HOSTLIST_H
#define UTIL_HOSTLIST_H

#include <stdbool.h>

/* Whether the list holds the host. A range whose ends are equally long holds numbers of that length
 * ("01" … "08"), another one numbers without zeros before them. What is no list holds nothing. */
bool hostlist_holds(const char *list, const char *host);

#endif
