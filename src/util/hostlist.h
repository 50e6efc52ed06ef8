/* Lists of hosts as clusters write them: "w12[01-08],w13[01-31,33-56]". */
#ifndef UTIL_HOSTLIST_H
#define UTIL_HOSTLIST_H

#include <stdbool.h>
#include <stddef.h>

enum { HOSTLIST_MOST = 100000 };

/* Whether the list holds the host. A range whose ends are equally long holds numbers of that length
 * ("01" … "08"), another one numbers without zeros before them. What is no list holds nothing. */
bool hostlist_holds(const char *list, const char *host);

/* How many hosts the list has, "" none; 0 for what is no list, or has more than HOSTLIST_MOST. */
size_t hostlist_count(const char *list, size_t size);

/* Calls `take` with each host, in the order of the list; never where hostlist_count is 0. The text
 * is valid during the call. */
void hostlist_expand(const char *list, size_t size,
                     void (*take)(void *context, const char *host, size_t size), void *context);

#endif
