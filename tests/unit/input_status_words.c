#include "check.h"

#include <math.h>
#include <string.h>

#include "input/text/status_words.h"

static struct status status(const char *text)
{
    return status_of((struct text_slice){text, strlen(text)});
}

static void words_mean_what_they_say(void)
{
    static const struct {
        const char *word;
        enum record_ending ending;
    } words[] = {
        {"ok", ENDING_SUCCEEDED},
        {"COMPLETED", ENDING_SUCCEEDED},
        {"Completed (exit 0)", ENDING_SUCCEEDED},
        {"Exited (0)", ENDING_SUCCEEDED},
        {"job finished successfully", ENDING_SUCCEEDED},
        {"exec_done", ENDING_SUCCEEDED},
        {"0", ENDING_SUCCEEDED},
        {"exit code: 0", ENDING_SUCCEEDED},
        {"no error", ENDING_SUCCEEDED},
        {"memo_done", ENDING_CACHED},
        {"CACHED", ENDING_CACHED},
        {"CRASHED", ENDING_FAILED},
        {"Terminated", ENDING_FAILED},
        {"errored", ENDING_FAILED},
        {"exception", ENDING_FAILED},
        {"rejected", ENDING_FAILED},
        {"Job failed", ENDING_FAILED},
        {"failed (exit 0)", ENDING_FAILED},
        {"Completed (exit 1)", ENDING_FAILED},
        {"137", ENDING_FAILED},
        {"exit 1", ENDING_FAILED},
        {"SIGKILL", ENDING_FAILED},
        {"killed by signal 9", ENDING_FAILED},
        {"TIMEOUT", ENDING_TIMED_OUT},
        {"Timed out", ENDING_TIMED_OUT},
        {"killed: wall-time limit", ENDING_TIMED_OUT},
        {"OOMKilled", ENDING_OUT_OF_MEMORY},
        {"OUT_OF_MEMORY", ENDING_OUT_OF_MEMORY},
        {"Failed: out of memory", ENDING_OUT_OF_MEMORY},
        {"killed by OOM killer", ENDING_OUT_OF_MEMORY},
        {"NODE_FAIL", ENDING_NODE_FAILED},
        {"worker lost", ENDING_LOST},
        {"preempted", ENDING_PREEMPTED},
        {"requeued", ENDING_REQUEUED},
        {"CANCELLED by 1000", ENDING_CANCELLED},
        {"aborted by user", ENDING_CANCELLED},
        {"running", ENDING_UNFINISHED},
        {"IN-PROGRESS", ENDING_UNFINISHED},
        {"failed, waiting for retry", ENDING_FAILED},
        {"frobnicated", ENDING_UNKNOWN},
        {"not completed", ENDING_UNKNOWN},
        {"completed with 0 errors", ENDING_UNKNOWN},
        {"completed 3 of 4", ENDING_UNKNOWN},
        {"3.5", ENDING_UNKNOWN},
        {"", ENDING_UNKNOWN},
        {"…", ENDING_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (status(words[i].word).ending != words[i].ending)
            CHECK_FAIL("%s means %d", words[i].word, (int)status(words[i].word).ending);
}

static void words_hold_exit_codes(void)
{
    CHECK_NEAR(status("137").exit_code, 137, 0);
    CHECK_NEAR(status("-9").exit_code, -9, 0);
    CHECK_NEAR(status("exit-1").exit_code, 1, 0);
    CHECK_NEAR(status("exited with status 3").exit_code, 3, 0);
    CHECK_NEAR(status("SIGSEGV").exit_code, 139, 0);
    CHECK_NEAR(status("killed by signal 15").exit_code, 143, 0);
    CHECK(isnan(status("FAILED").exit_code));
}

/* A thousand words are a story, not a status. */
static void long_texts_are_unknown(void)
{
    char text[4000];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = "failed "[i % 7];
    CHECK_INT(status_of((struct text_slice){text, sizeof text}).ending, ENDING_UNKNOWN);
    memset(text, 'a', sizeof text);
    CHECK_INT(status_of((struct text_slice){text, sizeof text}).ending, ENDING_UNKNOWN);
}

CHECK_MAIN(TEST(words_mean_what_they_say), TEST(words_hold_exit_codes),
           TEST(long_texts_are_unknown))
