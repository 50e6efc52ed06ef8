#include "analysis/statistics/student_t.h"

#include <math.h>

#include "analysis/statistics/log_choose.h"

enum { MOST_TERMS = 20000, HALVINGS = 200 };

static const double PRECISION = 1e-15, TINY = 1e-300;

/* A term of the fraction, kept from 0 as Lentz's method needs it. */
static double apart_from_zero(double number)
{
    return fabs(number) < TINY ? TINY : number;
}

/* Lentz's method as Thompson and Barnett changed it (Journal of Computational Physics 64, 490,
 * 1986). */
static double continued_fraction(double a, double b, double x)
{
    double c = 1, d = 1 / apart_from_zero(1 - (a + b) * x / (a + 1)), fraction = d;
    for (int term = 1; term < MOST_TERMS; term++) {
        double m = term, even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / apart_from_zero(1 + even * d);
        c = apart_from_zero(1 + even / c);
        fraction *= d * c;
        d = 1 / apart_from_zero(1 + odd * d);
        c = apart_from_zero(1 + odd / c);
        fraction *= d * c;
        if (fabs(d * c - 1) < PRECISION)
            break;
    }
    return fraction;
}

/* x^a (1 − x)^b ÷ (a B(a, b)) times the fraction, which converges fast for x < (a + 1)/(a + b + 2).
 */
static double beta_part(double a, double b, double log_x, double log_rest, double x)
{
    double log_beta = log_factorial(a - 1) + log_factorial(b - 1) - log_factorial(a + b - 1);
    return exp(a * log_x + b * log_rest - log_beta) / a * continued_fraction(a, b, x);
}

double student_t_chance(double t, double freedom)
{
    double ratio = t * t / freedom, a = freedom / 2, b = 0.5;
    if (isinf(ratio))
        return 0;
    if (!(ratio > 0))
        return 1;
    double x = 1 / (1 + ratio), log_x = -log1p(ratio), log_rest = log(ratio) - log1p(ratio);
    if (x < (a + 1) / (a + b + 2))
        return fmin(beta_part(a, b, log_x, log_rest, x), 1);
    return fmax(1 - beta_part(b, a, log_rest, log_x, ratio / (1 + ratio)), 0);
}

double student_t_value(double chance, double freedom)
{
    double low = 0, high = 1;
    while (student_t_chance(high, freedom) > chance && high < 0x1p500)
        high *= 2;
    for (int i = 0; i < HALVINGS && high - low > PRECISION * high; i++) {
        double middle = low + (high - low) / 2;
        if (student_t_chance(middle, freedom) > chance)
            low = middle;
        else
            high = middle;
    }
    return high;
}
