/* Orders names as people do: n2 before n10, and by bytes where digits do not decide. */
#ifndef UTIL_NATURAL_H
#define UTIL_NATURAL_H

/* 0 for the same bytes alone; NULL comes first. */
int natural_compare(const char *left, const char *right);

/* The host of a GPU that is named "gpu-N.HOST"; NULL: the name is none of a GPU. */
const char *natural_host_of_gpu(const char *name);
/* Nodes among GPUs: hosts first, then GPUs by host, then by number. */
int natural_compare_nodes(const char *left, const char *right);

#endif
