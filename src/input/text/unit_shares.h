/* Percentages without a unit that may be shares of 1: no value of any of them is above 1, and some
 * are fractions. What never works has no value above 1 either, but those who count whole percents
 * write no fractions. */
#ifndef INPUT_TEXT_UNIT_SHARES_H
#define INPUT_TEXT_UNIT_SHARES_H

#include <stdbool.h>

struct unit_shares {
    double largest; /* 0 where none is above */
    bool has_fractions;
};

/* NaN says nothing. */
static inline void unit_shares_add(struct unit_shares *shares, double value)
{
    if (value > shares->largest)
        shares->largest = value;
    shares->has_fractions = shares->has_fractions || (value > 0 && value < 1);
}

/* Whatever further values are. */
static inline bool unit_shares_are_excluded(const struct unit_shares *shares)
{
    return shares->largest > 1;
}

static inline bool unit_shares_may_be(const struct unit_shares *shares)
{
    return !unit_shares_are_excluded(shares) && shares->has_fractions;
}

#endif
