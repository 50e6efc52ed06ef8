/* Equal bins on a logarithmic scale, the same for all data: 1,024 to the factor of two, each 0.07 %
 * wide. Counts in them add up, however the data is divided. */
#ifndef ANALYSIS_STATISTICS_LOG_LATTICE_H
#define ANALYSIS_STATISTICS_LOG_LATTICE_H

#include <stdbool.h>
#include <stdint.h>

enum { LOG_LATTICE_PER_OCTAVE = 1024, LOG_LATTICE_SLOTS = 2048 };

struct log_lattice {
    uint64_t edges[LOG_LATTICE_PER_OCTAVE + 1]; /* fractions of numbers from 1 to 2, as bits */
    uint16_t first[LOG_LATTICE_SLOTS];          /* by the first bits of a fraction: its bin, or the
                                                   one before it */
};

void log_lattice_init(struct log_lattice *lattice);

/* Whether the number has a bin: normal and above 0. */
static inline bool log_lattice_has(double value)
{
    return (value >= 0x1p-1022) & (value <= 0x1.fffffffffffffp1023);
}

/* The bin i of a number that has one: log_lattice_edge(i) ≤ value < log_lattice_edge(i + 1). */
static inline int log_lattice_bin(const struct log_lattice *lattice, double value)
{
    union {
        double number;
        uint64_t bits;
    } of = {value};
    uint64_t fraction = of.bits & ((UINT64_C(1) << 52) - 1);
    int octave = (int)(of.bits >> 52) - 1023, bin = lattice->first[fraction >> 41];
    return octave * LOG_LATTICE_PER_OCTAVE + bin + (fraction >= lattice->edges[bin + 1]);
}

/* 2^(bin ÷ 1,024), to the last digit but one. */
double log_lattice_edge(const struct log_lattice *lattice, int bin);

#endif
