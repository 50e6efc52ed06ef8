/* Which functions of a trace wait, by their names: for GPUs, other ranks, input. */
#ifndef ANALYSIS_TRACES_WAIT_NAMES_H
#define ANALYSIS_TRACES_WAIT_NAMES_H

#include <stdbool.h>

enum wait_kind {
    WAIT_NONE,
    WAIT_COLLECTIVE_KERNEL,     /* of NCCL or RCCL, on a GPU */
    WAIT_POINT_TO_POINT_KERNEL, /* of these, between two ranks, or each with each */
    WAIT_COLLECTIVE,     /* of MPI, mpi4py, Gloo, UCC or oneCCL: all ranks wait for the last */
    WAIT_POINT_TO_POINT, /* of these: for one rank, as each does for the next in a pipeline */
};

enum wait_kind wait_kind_of(const char *function);
bool is_kernel_of_waits(enum wait_kind kind);

/* Whether it takes as long as what it waits for: a GPU, or other ranks. */
bool is_wait_for_others(const char *function);

/* Whether ranks find each other in it when the program starts: MPI_Init. */
bool is_start_of_ranks(const char *function);

/* What loads the data, by the function's name as PyTorch, Lightning and TensorFlow give it:
 * "DataLoader". NULL: it is no such function. */
const char *input_loader(const char *function);

/* "rank 3 python (1234)", "MPI Rank 3": 3; -1: none. */
long rank_number_of(const char *name);

#endif
