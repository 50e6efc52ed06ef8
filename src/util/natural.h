/* Orders names as people do: n2 before n10, and by bytes where digits do not decide. */
#ifndef UTIL_NATURAL_H
#define UTIL_NATURAL_H

int natural_compare(const char *left, const char *right);

#endif
