/* Of which host device samples are whose inputs name none, as nvidia-smi writes them.
 *
 * - where the path of the input holds the name of a host that other inputs name, of that one;
 * - where all such paths hold it at one place, and that of another input has a word of the same
 * form there, of the host of that name: it is known from nowhere else ("smi.gpu09.csv" beside
 *   "smi.gpu07.csv", where a job ran on gpu07);
 * - inputs that sampled the same index at the same time are of different hosts, unless they say the
 *   same (copies) or the same serial number or UUID: each host is named after the part of the paths
 *   that tells such inputs apart, of several parts the one that makes the fewest hosts
 *   ("gpu_gpu01.csv", "gpu_gpu02.csv": gpu01, gpu02; "n1/smi.1.csv", "n1/smi.2.csv": n1);
 * - the others are of one host without a name, as pieces of one log, or a file per GPU, are: those
 *   whose GPU no column names have its number from their paths (numbered_gpus.h). */
#ifndef INPUT_UNNAMED_HOSTS_H
#define INPUT_UNNAMED_HOSTS_H

#include "table/dataset.h"
#include "util/diagnostics.h"

/* After all is read. Says what each such input was taken for, where it could be otherwise. */
void unnamed_hosts_settle(struct dataset *dataset, struct diagnostics *diagnostics);

#endif
