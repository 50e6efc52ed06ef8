#include "input/json/json_index.h"

#include <memory>
#include <new>
#include <simdjson.h>
#include <type_traits>
#include <utility>

namespace
{

using parser = simdjson::internal::dom_parser_implementation;
namespace numbers = simdjson::SIMDJSON_BUILTIN_IMPLEMENTATION::numberparsing;

static_assert(simdjson::SIMDJSON_PADDING <= 64, "more than MAPPING_PADDING");

/* Used here is what simdjson keeps to itself, and may change from version to version: that stage 1
 * lists where brackets, colons, commas, and the first bytes of strings and of other values are,
 * with no place for closing quotes; and that parse_double reads a number up to whatever follows it.
 * Types can be compared, what they mean cannot: so versions that nobody has tried are refused. */
static_assert(
    simdjson::SIMDJSON_VERSION_MAJOR == 3 && simdjson::SIMDJSON_VERSION_MINOR == 0,
    "json_stream.cc relies on internals of simdjson 3.0 (Debian 12). With another version: "
    "compare stage1 and numberparsing::parse_double with what is noted here, let this line "
    "name that version, and see that all tests input_json_* and input_perfmon_json pass");
static_assert(
    std::is_same<decltype(parser::structural_indexes), std::unique_ptr<uint32_t[]>>::value,
    "simdjson lists places in another way than struct json_index does");
static_assert(std::is_same<decltype(parser::n_structural_indexes), uint32_t>::value,
              "simdjson counts places in another way than struct json_index does");
static_assert(std::is_same<decltype(numbers::parse_double(std::declval<const uint8_t *>())),
                           simdjson::simdjson_result<double>>::value,
              "simdjson reads numbers in another way");
static_assert(simdjson::SIMDJSON_MAXSIZE_BYTES == 0xFFFFFFFF,
              "places of simdjson are no longer 32 bits wide");

json_index_fault fault_of(simdjson::error_code error)
{
    switch (error) {
    case simdjson::SUCCESS:
        return JSON_INDEX_GOOD;
    case simdjson::EMPTY:
        return JSON_INDEX_EMPTY;
    case simdjson::UTF8_ERROR:
        return JSON_INDEX_NO_UTF8;
    case simdjson::CAPACITY:
        return JSON_INDEX_TOO_LARGE;
    case simdjson::MEMALLOC:
        return JSON_INDEX_NO_MEMORY;
    default:
        return JSON_INDEX_STRINGS;
    }
}

bool parse_number(const char *text, double *value)
{
    return numbers::parse_double(reinterpret_cast<const uint8_t *>(text)).get(*value) ==
           simdjson::SUCCESS;
}

} // namespace

extern "C" json_index_fault json_index_make(json_index *index, const char *text, size_t size)
{
    *index = json_index{nullptr, 0, nullptr};
    if (size > simdjson::SIMDJSON_MAXSIZE_BYTES - simdjson::SIMDJSON_PADDING)
        return JSON_INDEX_TOO_LARGE;
    std::unique_ptr<parser> tokens;
    auto error = simdjson::get_active_implementation()->create_dom_parser_implementation(
        size, simdjson::DEFAULT_MAX_DEPTH, tokens);
    if (!error)
        error = tokens->stage1(reinterpret_cast<const uint8_t *>(text), size,
                               simdjson::stage1_mode::regular);
    if (error)
        return fault_of(error);
    index->positions = tokens->structural_indexes.get();
    index->count = tokens->n_structural_indexes;
    index->handle = tokens.release();
    return JSON_INDEX_GOOD;
}

extern "C" void json_index_release(json_index *index)
{
    delete static_cast<parser *>(index->handle);
    *index = json_index{nullptr, 0, nullptr};
}

extern "C" size_t json_index_numbers(const char *text, const uint32_t *positions, size_t count,
                                     double *values, size_t room)
{
    size_t stored = 0, most = count / 2 < room ? count / 2 : room;
    while (stored < most && text[positions[2 * stored + 1]] == ',' &&
           parse_number(text + positions[2 * stored], &values[stored]))
        stored++;
    return stored;
}

extern "C" bool json_index_number(const char *text, double *value)
{
    return parse_number(text, value);
}
