#include "input/text/status_words.h"

#include <stdbool.h>
#include <string.h>

#include "util/number.h"

/* Longer texts, and those of more words, are no status but a story: nothing is made of them. */
enum { MOST_LETTERS = 120, MOST_WORDS = 16, SIGNAL_CODES = 128 };

/* A text in words of lower-case letters and digits, one behind the other. */
struct words {
    char letters[MOST_LETTERS];
    size_t starts[MOST_WORDS + 1];
    size_t count;
    bool negative[MOST_WORDS]; /* a number behind a minus */
};

static char letter_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '\0';
}

/* A minus that begins a number, not one between two words. */
static bool minus_before(struct text_slice text, size_t at)
{
    return at > 0 && text.text[at - 1] == '-' && (at == 1 || !letter_of(text.text[at - 2]));
}

static bool split(struct text_slice text, struct words *words)
{
    size_t size = 0;
    bool inside = false;
    words->count = 0;
    for (size_t i = 0; i < text.size; i++) {
        char letter = letter_of(text.text[i]);
        if (letter && !inside) {
            if (words->count == MOST_WORDS)
                return false;
            words->negative[words->count] = minus_before(text, i);
            words->starts[words->count++] = size;
        }
        inside = letter != '\0';
        if (inside && size == MOST_LETTERS)
            return false;
        if (inside)
            words->letters[size++] = letter;
    }
    words->starts[words->count] = size;
    return words->count > 0;
}

/* ---- words ---- */

/* Of words [first, end) written as one; ENDING_UNKNOWN when there is no such word. */
static enum record_ending ending_of(const struct words *words, size_t first, size_t end)
{
    static const struct {
        const char *word;
        size_t size;
        enum record_ending ending;
    } known[] = {
#define STATUS_WORD(word, ending) {(word), sizeof(word) - 1, ENDING_##ending},
#include "input/text/status_words.def"
#undef STATUS_WORD
    };
    const char *letters = words->letters + words->starts[first];
    size_t size = words->starts[end] - words->starts[first];
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].size == size && memcmp(known[i].word, letters, size) == 0)
            return known[i].ending;
    return ENDING_UNKNOWN;
}

static bool word_is_one_of(const struct words *words, size_t word, const char *const *list)
{
    const char *letters = words->letters + words->starts[word];
    size_t size = words->starts[word + 1] - words->starts[word];
    for (; *list; list++)
        if (strlen(*list) == size && memcmp(*list, letters, size) == 0)
            return true;
    return false;
}

/* ---- exit codes and signals ---- */

static bool natural(const struct words *words, size_t word, double *number)
{
    const char *letters = words->letters + words->starts[word];
    size_t size = words->starts[word + 1] - words->starts[word];
    for (size_t i = 0; i < size; i++)
        if (letters[i] < '0' || letters[i] > '9')
            return false;
    if (!number_parse(letters, size, number))
        return false;
    if (words->negative[word])
        *number = -*number;
    return true;
}

static double signal_named(const struct words *words, size_t word)
{
    static const struct {
        const char *name;
        int number;
    } signals[] = {{"sighup", 1},   {"sigint", 2},   {"sigquit", 3},  {"sigill", 4},
                   {"sigtrap", 5},  {"sigabrt", 6},  {"sigbus", 7},   {"sigfpe", 8},
                   {"sigkill", 9},  {"sigusr1", 10}, {"sigsegv", 11}, {"sigusr2", 12},
                   {"sigpipe", 13}, {"sigalrm", 14}, {"sigterm", 15}, {"sigxcpu", 24},
                   {"sigxfsz", 25}, {"sigsys", 31}};
    const char *letters = words->letters + words->starts[word];
    size_t size = words->starts[word + 1] - words->starts[word];
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        if (strlen(signals[i].name) == size && memcmp(signals[i].name, letters, size) == 0)
            return SIGNAL_CODES + signals[i].number;
    return NUMBER_MISSING;
}

/* The number behind "exit", "exit code", "signal" …; of a number alone itself. */
static double exit_code_of(const struct words *words)
{
    static const char *const exits[] = {"exit",     "exited",     "exitcode", "code", "exitstatus",
                                        "returned", "returncode", "rc",       NULL};
    static const char *const fillers[] = {"code", "status", "with", "value", NULL};
    static const char *const signals[] = {"signal", "sig", NULL};
    double number;
    if (words->count == 1 && natural(words, 0, &number))
        return number;
    for (size_t i = 0; i < words->count; i++) {
        bool is_signal = word_is_one_of(words, i, signals);
        size_t at = i + 1;
        if (!number_is_missing(signal_named(words, i)))
            return signal_named(words, i);
        if (!is_signal && !word_is_one_of(words, i, exits))
            continue;
        while (at < words->count && word_is_one_of(words, at, fillers))
            at++;
        if (at < words->count && natural(words, at, &number))
            return is_signal ? SIGNAL_CODES + number : number;
    }
    return NUMBER_MISSING;
}

/* ---- phrases ---- */

static bool denies(const struct words *words, bool exited)
{
    static const char *const denials[] = {"no", "not", "without", "never", NULL};
    static const char *const none[] = {"0", NULL};
    for (size_t i = 0; i < words->count; i++)
        if (word_is_one_of(words, i, denials) || (!exited && word_is_one_of(words, i, none)))
            return true;
    return false;
}

static bool is_success(enum record_ending ending)
{
    return ending == ENDING_SUCCEEDED || ending == ENDING_CACHED;
}

/* The word of most parts counts; of equal ones that which says most. */
static int weight_of(enum record_ending ending, size_t parts)
{
    if (ending == ENDING_UNKNOWN || is_success(ending))
        return 0;
    return ending == ENDING_UNFINISHED ? 1 : 2 * (int)parts + (ending != ENDING_FAILED);
}

static enum record_ending trouble_in(const struct words *words)
{
    enum record_ending heaviest = ENDING_UNKNOWN;
    int most = 0;
    for (size_t first = 0; first < words->count; first++)
        for (size_t end = first + 1; end <= words->count; end++) {
            enum record_ending ending = ending_of(words, first, end);
            int weight = weight_of(ending, end - first);
            if (weight > most) {
                most = weight;
                heaviest = ending;
            }
        }
    return heaviest;
}

/* "Completed (exit 0)", "job finished successfully": words for success and those about it alone. */
static bool all_is_success(const struct words *words)
{
    static const char *const about[] = {"exit",     "exited",  "with", "code", "status",
                                        "returned", "rc",      "task", "job",  "run",
                                        "step",     "process", "0",    NULL};
    for (size_t i = 0; i < words->count; i++)
        if (!is_success(ending_of(words, i, i + 1)) && !word_is_one_of(words, i, about))
            return false;
    return true;
}

static bool says_success(const struct words *words)
{
    for (size_t i = 0; i < words->count; i++)
        if (is_success(ending_of(words, i, i + 1)))
            return true;
    return false;
}

struct status status_of(struct text_slice text)
{
    struct words words;
    struct status status = {ENDING_UNKNOWN, NUMBER_MISSING};
    if (!split(text, &words))
        return status;
    status.ending = ending_of(&words, 0, words.count);
    if (status.ending != ENDING_UNKNOWN)
        return status;
    status.exit_code = exit_code_of(&words);
    bool exited = !number_is_missing(status.exit_code);
    if (!denies(&words, exited))
        status.ending = trouble_in(&words);
    if (exited && status.exit_code != 0 && status.ending == ENDING_UNKNOWN)
        status.ending = ENDING_FAILED;
    bool success = (exited && status.exit_code == 0) || says_success(&words);
    if (status.ending == ENDING_UNKNOWN && success && all_is_success(&words))
        status.ending = ENDING_SUCCEEDED;
    return status;
}
