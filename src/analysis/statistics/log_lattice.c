#include "analysis/statistics/log_lattice.h"

#include <math.h>
#include <string.h>

static const uint64_t FRACTION = (UINT64_C(1) << 52) - 1, ONE = UINT64_C(1023) << 52;

void log_lattice_init(struct log_lattice *lattice)
{
    for (int i = 0; i < LOG_LATTICE_PER_OCTAVE; i++) {
        double edge = exp2((double)i / LOG_LATTICE_PER_OCTAVE);
        uint64_t bits;
        memcpy(&bits, &edge, sizeof bits);
        lattice->edges[i] = bits & FRACTION;
    }
    lattice->edges[LOG_LATTICE_PER_OCTAVE] = FRACTION + 1; /* none is as large */
    int bin = 0;
    for (uint64_t slot = 0; slot < LOG_LATTICE_SLOTS; slot++) {
        while (lattice->edges[bin + 1] <= slot << 41)
            bin++;
        lattice->first[slot] = (uint16_t)bin;
    }
}

double log_lattice_edge(const struct log_lattice *lattice, int bin)
{
    int octave = (int)floor((double)bin / LOG_LATTICE_PER_OCTAVE);
    uint64_t bits = ONE | lattice->edges[bin - octave * LOG_LATTICE_PER_OCTAVE];
    double edge;
    memcpy(&edge, &bits, sizeof edge);
    return ldexp(edge, octave);
}
