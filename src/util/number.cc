#include "util/number.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <system_error>

namespace
{

size_t copy_text(const char *from, char text[NUMBER_TEXT_SIZE])
{
    std::strcpy(text, from);
    return std::strlen(from);
}

/* Integers are by far the fastest to write, and time stamps are integers. */
char *format_finite(double number, char *text, char *end)
{
    double magnitude = std::fabs(number);
    if (magnitude < 1e15 && number == std::trunc(number))
        return std::to_chars(text, end, static_cast<long long>(number)).ptr;
    if (magnitude >= 1e-5 && magnitude < 1e15)
        return std::to_chars(text, end, number, std::chars_format::fixed).ptr;
    return std::to_chars(text, end, number, std::chars_format::scientific).ptr;
}

struct decimal {
    std::uint64_t digits;
    std::ptrdiff_t count, decimals; /* of digits, of these behind the point */
    const char *rest;
};

/* Adds the digits up to the first other character, which it returns. */
const char *read_digits(const char *text, const char *end, std::uint64_t *digits)
{
    for (; text != end; text++) {
        unsigned digit = static_cast<unsigned char>(*text) - unsigned{'0'};
        if (digit > 9)
            break;
        *digits = *digits * 10 + digit;
    }
    return text;
}

decimal read_decimal(const char *text, const char *end)
{
    decimal read = {0, 0, 0, nullptr};
    const char *point = read_digits(text, end, &read.digits);
    read.count = point - text;
    read.rest = point;
    if (point != end && *point == '.') {
        read.rest = read_digits(point + 1, end, &read.digits);
        read.decimals = read.rest - point - 1;
        read.count += read.decimals;
    }
    return read;
}

/* Most numbers in files have few digits and no exponent: then the quotient of two numbers that a
 * double holds exactly is the nearest double (Clinger, "How to Read Floating Point Numbers
 * Accurately", PLDI 1990). Leaves the others alone. */
bool parse_short(const char *text, const char *end, double *number)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                    1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
    bool negative = text != end && *text == '-';
    decimal read = read_decimal(text + negative, end);
    if (read.rest != end || read.count == 0 || read.count > 19 || read.digits >> 53)
        return false;
    double value = static_cast<double>(read.digits) / powers[read.decimals];
    *number = negative ? -value : value;
    return true;
}

/* A number too small for a double is still a number; only the wider type distinguishes it from one
 * that is too large. */
bool parse_out_of_range(const char *text, const char *end, double *number)
{
    long double wide;
    if (std::from_chars(text, end, wide).ec != std::errc())
        return false;
    double narrow = static_cast<double>(wide);
    if (!std::isfinite(narrow))
        return false;
    *number = narrow;
    return true;
}

} // namespace

extern "C" size_t number_format(double number, char text[NUMBER_TEXT_SIZE])
{
    if (std::isnan(number))
        return copy_text("", text);
    if (std::isinf(number))
        return copy_text(number < 0 ? "-inf" : "inf", text);
    char *end = format_finite(number, text, text + NUMBER_TEXT_SIZE - 1);
    *end = '\0';
    return static_cast<size_t>(end - text);
}

extern "C" bool number_parse(const char *text, size_t size, double *number)
{
    const char *end = text + size;
    if (size > 1 && *text == '+' && text[1] != '-')
        text++;
    if (parse_short(text, end, number))
        return true;
    double value;
    auto [rest, error] = std::from_chars(text, end, value);
    if (error == std::errc::invalid_argument || rest != end)
        return false;
    if (error == std::errc::result_out_of_range)
        return parse_out_of_range(text, end, number);
    if (!std::isfinite(value))
        return false;
    *number = value;
    return true;
}

static const double MOST_SHOWN = 1e12; /* units of the last digit */

extern "C" bool number_format_fixed(double number, int decimals, char *text, size_t size)
{
    if (size == 0)
        return false;
    if (std::fabs(number) * std::pow(10, decimals) < MOST_SHOWN)
        number *= NUMBER_HALVES;
    auto [end, error] =
        std::to_chars(text, text + size - 1, number, std::chars_format::fixed, decimals);
    *(error == std::errc() ? end : text) = '\0';
    return error == std::errc();
}

extern "C" double number_round(double number, int digits)
{
    if (!std::isfinite(number))
        return number;
    char text[800];
    int decimals = digits < 1 ? 0 : digits > 17 ? 16 : digits - 1;
    double shown = decimals < 12 ? number * NUMBER_HALVES : number;
    auto written = std::to_chars(text, text + sizeof text, std::isfinite(shown) ? shown : number,
                                 std::chars_format::scientific, decimals);
    double rounded = number;
    std::from_chars(text, written.ptr, rounded);
    return rounded;
}

extern "C" int number_compare(const void *left, const void *right)
{
    double l = *static_cast<const double *>(left), r = *static_cast<const double *>(right);
    return (l > r) - (l < r);
}
