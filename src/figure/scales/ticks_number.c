#include "figure/scales/ticks.h"

#include <math.h>

#include "util/quantity.h"

/* So that rounding in the last digit neither drops a tick at an end nor shows "-0". */
static const double SLACK = 1e-6;

static const char *fixed_label(struct arena *arena, double number, int decimals)
{
    char text[400];
    return arena_text(arena, quantity_format_fixed(number, decimals, text, sizeof text));
}

static int decimals_of_step(double step)
{
    int decimals = (int)-floor(log10(step) + SLACK);
    return decimals < 0 ? 0 : decimals > 12 ? 12 : decimals;
}

static const char *power_label(struct arena *arena, int exponent)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const char *sign = exponent < 0 ? "⁻" : "";
    int size = exponent < 0 ? -exponent : exponent;
    if (exponent == 0)
        return "1";
    if (exponent == 1)
        return "10";
    if (size < 10)
        return arena_format(arena, "10%s%s", sign, digits[size]);
    if (size < 100)
        return arena_format(arena, "10%s%s%s", sign, digits[size / 10], digits[size % 10]);
    return arena_format(arena, "10%s%s%s%s", sign, digits[size / 100], digits[size / 10 % 10],
                        digits[size % 10]);
}

/* Labels share their decimals and, where plain numbers would be long, a power of ten. */
static const char *linear_label(struct arena *arena, double number, double step, double largest)
{
    if (number == 0)
        return "0";
    if (largest >= 1e-4 && largest < 1e6)
        return fixed_label(arena, number, decimals_of_step(step));
    int exponent = (int)floor(log10(largest) + SLACK);
    double power = pow(10, exponent);
    const char *mantissa = fixed_label(arena, number / power, decimals_of_step(step / power));
    return arena_format(arena, "%s·%s", mantissa, power_label(arena, exponent));
}

void ticks_linear(const struct scale *scale, struct tick_room room, struct arena *arena,
                  struct ticks *ticks)
{
    double factor = scale->unit.factor;
    double low = scale->low / factor, high = scale->high / factor;
    double step = round_step_up((high - low) / (double)room.most);
    if (floor(high / step + SLACK) - ceil(low / step - SLACK) < 2)
        step = round_step_down((high - low) / 2); /* two ticks hardly show a scale */
    if (scale->whole)
        step = fmax(step, 1);
    double first = ceil(low / step - SLACK), last = floor(high / step + SLACK);
    double largest = fmax(fabs(low), fabs(high));
    if (!(last >= first) || last - first > 10000)
        return;
    ticks->count = (size_t)(last - first) + 1;
    ticks->items = arena_alloc_array(arena, ticks->count, sizeof ticks->items[0]);
    for (size_t i = 0; i < ticks->count; i++) {
        double number = (first + (double)i) * step;
        ticks->items[i] = (struct tick){.value = number * factor,
                                        .label = linear_label(arena, number, step, largest),
                                        .major = true};
    }
}

struct decades {
    int low, high;
    size_t every;    /* decades between labels */
    bool twos_fives; /* are labelled too */
    bool plain;      /* "0.01", not "10⁻²" */
};

static struct decades decades_of(const struct scale *scale, struct tick_room room)
{
    double low = log10(scale->low / scale->unit.factor);
    double high = log10(scale->high / scale->unit.factor);
    struct decades decades = {.low = (int)floor(low + SLACK), .high = (int)ceil(high - SLACK)};
    double across = fmax(high - low, SLACK);
    decades.every = (size_t)fmax(1, ceil(across / (double)room.most));
    decades.plain = decades.low >= -4 && decades.high <= 5;
    double from_one_to_two_pt = room.length_pt / across * log10(2);
    decades.twos_fives = decades.plain && from_one_to_two_pt >= 1.6 * room.label_pt;
    return decades;
}

static const char *decade_label(struct arena *arena, const struct decades *decades, int exponent,
                                int digit)
{
    if (decades->plain)
        return fixed_label(arena, digit * pow(10, exponent), exponent < 0 ? -exponent : 0);
    return power_label(arena, exponent);
}

static bool is_labelled(const struct decades *decades, int exponent, int digit)
{
    size_t above_low = (size_t)(exponent - decades->low);
    if (digit == 1)
        return above_low % decades->every == 0;
    return decades->twos_fives && (digit == 2 || digit == 5);
}

void ticks_log(const struct scale *scale, struct tick_room room, struct arena *arena,
               struct ticks *ticks)
{
    if (!(scale->low > 0) || !(scale->high > scale->low) || !isfinite(scale->high))
        return;
    struct decades decades = decades_of(scale, room);
    size_t most = (size_t)(decades.high - decades.low + 1) * 9;
    ticks->items = arena_alloc_array(arena, most, sizeof ticks->items[0]);
    for (int exponent = decades.low; exponent <= decades.high; exponent++)
        for (int digit = 1; digit <= 9; digit++) {
            double value = digit * pow(10, exponent) * scale->unit.factor;
            if (value < scale->low * (1 - SLACK) || value > scale->high * (1 + SLACK))
                continue;
            bool labelled = is_labelled(&decades, exponent, digit);
            ticks->items[ticks->count++] = (struct tick){
                .value = value,
                .label = labelled ? decade_label(arena, &decades, exponent, digit) : "",
                .major = labelled,
            };
        }
}
