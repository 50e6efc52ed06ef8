#include "analysis/statistics/exact_sum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/number.h"

__extension__ typedef unsigned __int128 wide;

enum { DIGIT_BITS = 32, MANTISSA_BITS = 53, MOST_PENDING = 1 << 29 };
static const int64_t DIGIT = (int64_t)1 << DIGIT_BITS;
#define LOW_DIGIT 0xffffffffu

void exact_sum_release(struct exact_sum *sum)
{
    free(sum->digits);
    *sum = (struct exact_sum){0};
}

/* ---- room ---- */

static void reserve(struct exact_sum *sum, int count)
{
    if (count <= sum->capacity)
        return;
    sum->capacity = count + 2;
    sum->digits = memory_resize(sum->digits, (size_t)sum->capacity, sizeof *sum->digits);
}

/* Makes digits of the places from `first` to `end`. */
static void cover(struct exact_sum *sum, int first, int end)
{
    if (!sum->used)
        sum->first = first;
    int before = sum->first > first ? sum->first - first : 0;
    int after = end > sum->first + sum->used ? end - sum->first - sum->used : 0;
    if (!before && !after)
        return;
    reserve(sum, sum->used + before + after);
    memmove(sum->digits + before, sum->digits, (size_t)sum->used * sizeof *sum->digits);
    memset(sum->digits, 0, (size_t)before * sizeof *sum->digits);
    memset(sum->digits + before + sum->used, 0, (size_t)after * sizeof *sum->digits);
    sum->first -= before;
    sum->used += before + after;
}

static void make_room(struct exact_sum *sum, int place, int digits)
{
    if (sum->pending >= MOST_PENDING)
        exact_sum_settle(sum);
    if (!sum->used || place < sum->first || place + digits > sum->first + sum->used)
        cover(sum, place, place + digits);
    sum->pending++;
}

/* ---- adding ---- */

/* number = mantissa × 2^(shift + EXACT_SUM_UNIT) */
struct parts {
    uint64_t mantissa;
    int shift;
    bool is_negative;
};

static struct parts parts_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    const uint64_t fraction = bits & (((uint64_t)1 << (MANTISSA_BITS - 1)) - 1);
    int exponent = (int)(bits >> (MANTISSA_BITS - 1) & 0x7ff);
    return (struct parts){exponent ? fraction | (uint64_t)1 << (MANTISSA_BITS - 1) : fraction,
                          exponent ? exponent - 1 : 0, bits >> 63};
}

void exact_sum_add(struct exact_sum *sum, double number)
{
    if (!isfinite(number))
        return;
    struct parts parts = parts_of(number);
    int place = parts.shift / DIGIT_BITS;
    wide shifted = (wide)parts.mantissa << parts.shift % DIGIT_BITS;
    int64_t sign = parts.is_negative ? -1 : 1;
    sum->count++;
    if (!parts.mantissa)
        return;
    make_room(sum, place, 3);
    int64_t *digits = sum->digits + (place - sum->first);
    digits[0] += sign * (int64_t)(shifted & LOW_DIGIT);
    digits[1] += sign * (int64_t)(shifted >> DIGIT_BITS & LOW_DIGIT);
    digits[2] += sign * (int64_t)(shifted >> 2 * DIGIT_BITS);
}

void exact_sum_add_square(struct exact_sum *sum, double number)
{
    if (!isfinite(number))
        return;
    struct parts parts = parts_of(number);
    int place = 2 * parts.shift / DIGIT_BITS, shift = 2 * parts.shift % DIGIT_BITS;
    wide square = (wide)parts.mantissa * parts.mantissa;
    wide low = (square & LOW_DIGIT) << shift, high = (square >> DIGIT_BITS) << shift;
    sum->count++;
    if (!parts.mantissa)
        return;
    make_room(sum, place, 5);
    int64_t *digits = sum->digits + (place - sum->first);
    digits[0] += (int64_t)(low & LOW_DIGIT);
    digits[1] += (int64_t)(low >> DIGIT_BITS) + (int64_t)(high & LOW_DIGIT);
    digits[2] += (int64_t)(high >> DIGIT_BITS & LOW_DIGIT);
    digits[3] += (int64_t)(high >> 2 * DIGIT_BITS & LOW_DIGIT);
    digits[4] += (int64_t)(high >> 3 * DIGIT_BITS);
}

void exact_sum_merge(struct exact_sum *sum, struct exact_sum *more)
{
    exact_sum_settle(more);
    sum->count += more->count;
    if (!more->used)
        return;
    make_room(sum, more->first, more->used);
    for (int i = 0; i < more->used; i++)
        sum->digits[more->first - sum->first + i] += more->digits[i];
}

/* ---- the one form ---- */

static void append(struct exact_sum *sum, int64_t digit)
{
    reserve(sum, sum->used + 1);
    sum->digits[sum->used++] = digit;
}

/* What goes to the next digit, rounded down; what stays is digit & (DIGIT − 1). */
static int64_t carried_from(int64_t digit)
{
    return (digit - (digit & (DIGIT - 1))) / DIGIT;
}

/* Digits from 0 to 2^32 − 1; what is carried beyond the last is 0, or −1 of a negative sum. */
static int64_t carry(struct exact_sum *sum)
{
    int64_t carried = 0;
    for (int i = 0; i < sum->used; i++) {
        int64_t digit = sum->digits[i] + carried;
        carried = carried_from(digit);
        sum->digits[i] = digit & (DIGIT - 1);
    }
    while (carried != 0 && carried != -1) {
        append(sum, carried & (DIGIT - 1));
        carried = carried_from(carried);
    }
    return carried;
}

/* −(2^(32 used) − digits), with each digit negative. */
static void complement(struct exact_sum *sum)
{
    int64_t borrowed = 0;
    for (int i = 0; i < sum->used; i++) {
        int64_t digit = -(sum->digits[i] + borrowed) & (DIGIT - 1);
        borrowed = sum->digits[i] + borrowed > 0;
        sum->digits[i] = -digit;
    }
    if (!borrowed)
        append(sum, -1);
}

static void strip_zeroes(struct exact_sum *sum)
{
    int zeroes = 0;
    while (sum->used && !sum->digits[sum->used - 1])
        sum->used--;
    while (zeroes < sum->used && !sum->digits[zeroes])
        zeroes++;
    sum->used -= zeroes;
    sum->first = sum->used ? sum->first + zeroes : 0;
    if (zeroes && sum->used)
        memmove(sum->digits, sum->digits + zeroes, (size_t)sum->used * sizeof *sum->digits);
}

void exact_sum_settle(struct exact_sum *sum)
{
    if (!sum->pending)
        return;
    if (carry(sum) < 0)
        complement(sum);
    strip_zeroes(sum);
    sum->pending = 0;
}

/* ---- numbers ---- */

/* The `count` digits, each below 2^32, as mantissa × 2^exponent with a mantissa of 53 bits at most,
 * rounded to the nearest, to even. */
static double round_digits(const uint32_t *digits, int count, int *exponent)
{
    while (count > 0 && !digits[count - 1])
        count--;
    *exponent = 0;
    if (!count)
        return 0;
    uint64_t top = digits[count - 1];
    int taken = 1;
    for (; taken < 2 && taken < count; taken++)
        top = top << DIGIT_BITS | digits[count - 1 - taken];
    int spare = __builtin_clzll(top);
    int rest = count - taken; /* digits that are not in `top` */
    if (spare && rest > 0) {  /* `top` has two digits then, of which the first has leading zeroes */
        top = top << spare | digits[rest - 1] >> (DIGIT_BITS - spare);
        *exponent = -spare;
    }
    bool sticky = spare && rest > 0 && (digits[rest - 1] << spare);
    for (int i = rest - (spare && rest > 0 ? 2 : 1); i >= 0 && !sticky; i--)
        sticky = digits[i] != 0;
    *exponent += rest * DIGIT_BITS;
    int width = 64 - __builtin_clzll(top);
    if (width <= MANTISSA_BITS)
        return (double)top; /* then nothing is left: `rest` is 0 */
    int dropped = width - MANTISSA_BITS;
    uint64_t half = (uint64_t)1 << (dropped - 1), low = top & ((half << 1) - 1);
    uint64_t mantissa = top >> dropped;
    mantissa += low > half || (low == half && (sticky || (mantissa & 1)));
    *exponent += dropped;
    return (double)mantissa;
}

/* The magnitude, from place 0 on. */
static void spread(const struct exact_sum *sum, uint32_t *digits, int places)
{
    memset(digits, 0, (size_t)places * sizeof *digits);
    for (int i = 0; i < sum->used; i++)
        digits[sum->first + i] = (uint32_t)(sum->digits[i] < 0 ? -sum->digits[i] : sum->digits[i]);
}

double exact_sum_value(struct exact_sum *sum)
{
    uint32_t digits[EXACT_SUM_PLACES];
    int exponent;
    exact_sum_settle(sum);
    if (!sum->count)
        return NUMBER_MISSING;
    if (!sum->used)
        return 0;
    spread(sum, digits, EXACT_SUM_PLACES);
    double magnitude = round_digits(digits, EXACT_SUM_PLACES, &exponent);
    double value = ldexp(magnitude, exponent + EXACT_SUM_UNIT);
    return sum->digits[0] < 0 ? -value : value;
}

/* product[] has room for both. */
static void multiply(const uint32_t *left, int left_count, const uint32_t *right, int right_count,
                     uint32_t *product)
{
    memset(product, 0, (size_t)(left_count + right_count) * sizeof *product);
    for (int i = 0; i < left_count; i++) {
        uint64_t carried = 0;
        for (int k = 0; k < right_count; k++) {
            uint64_t digit = (uint64_t)left[i] * right[k] + product[i + k] + carried;
            product[i + k] = (uint32_t)digit;
            carried = digit >> DIGIT_BITS;
        }
        product[i + right_count] = (uint32_t)carried;
    }
}

/* left −= right; false where that is below 0. */
static bool subtract(uint32_t *left, const uint32_t *right, int count)
{
    int64_t borrowed = 0;
    for (int i = 0; i < count; i++) {
        int64_t digit = (int64_t)left[i] - right[i] - borrowed;
        borrowed = digit < 0;
        left[i] = (uint32_t)digit;
    }
    return !borrowed;
}

double exact_sum_deviation(struct exact_sum *sum, struct exact_sum *squares)
{
    enum { PLACES = EXACT_SUM_SQUARE_PLACES + 4 };
    uint32_t sums[EXACT_SUM_PLACES], squared[PLACES] = {0}, all[EXACT_SUM_SQUARE_PLACES],
                                     scaled[PLACES] = {0};
    const uint32_t count[2] = {(uint32_t)sum->count, (uint32_t)(sum->count >> DIGIT_BITS)};
    double n = (double)sum->count;
    int exponent;
    exact_sum_settle(sum);
    exact_sum_settle(squares);
    if (sum->count < 2 || sum->count != squares->count)
        return NUMBER_MISSING;
    spread(sum, sums, EXACT_SUM_PLACES);
    spread(squares, all, EXACT_SUM_SQUARE_PLACES);
    multiply(sums, EXACT_SUM_PLACES, sums, EXACT_SUM_PLACES, squared);
    multiply(all, EXACT_SUM_SQUARE_PLACES, count, 2, scaled);
    if (!subtract(scaled, squared, PLACES))
        return NUMBER_MISSING; /* no numbers have such sums */
    double spread_out = round_digits(scaled, PLACES, &exponent);
    exponent += 2 * EXACT_SUM_UNIT;
    if (exponent % 2) {
        spread_out *= 2;
        exponent--;
    }
    return ldexp(sqrt(spread_out / n / (n - 1)), exponent / 2);
}
