#include "util/number.h"

#include <charconv>
#include <cmath>
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

/* A number too small for a double is still a number; only the wider type can tell it from one that
 * is too large. */
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

extern "C" bool number_format_fixed(double number, int decimals, char *text, size_t size)
{
    if (size == 0)
        return false;
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
    auto written =
        std::to_chars(text, text + sizeof text, number, std::chars_format::scientific, decimals);
    double rounded = number;
    std::from_chars(text, written.ptr, rounded);
    return rounded;
}
