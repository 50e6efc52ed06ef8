/* Phases of file I/O that come back: which are a period, and what is said of them. */
#include "findings_fixture.h"

/* Of 240 samples, one each 30 s: two of each `period` read files at `rate`, from `first` to
 * before `end`, at `load` of 60; else 60 and 1 MB/s. */
struct job {
    size_t period, first, end;
    double rate, load;
    double shift; /* of every other phase, in samples */
};

static void run_job(const struct job *job)
{
    double times[240], loads[240], rates[240];
    for (size_t i = 0; i < 240; i++) {
        size_t phase = i / job->period, place = i % job->period;
        size_t begin = phase % 2 ? (size_t)job->shift : 0;
        bool reads = i >= job->first && i < job->end && place >= begin && place < begin + 2;
        times[i] = 30 * (double)i;
        loads[i] = reads ? job->load : 60;
        rates[i] = reads ? job->rate : 1e6;
    }
    fixture_init(&fixture);
    SERIES(&fixture, "cpu_load", "n1", times, loads);
    SERIES(&fixture, "file_bw", "n1", times, rates);
    fixture_run(&fixture);
}

static void periods_have_thresholds(void)
{
    static const struct {
        struct job job;
        size_t rows;
    } cases[] = {
        {{20, 0, 240, 1e9, 3, 0}, 1},  {{20, 0, 240, 99e6, 3, 0}, 0},
        {{20, 0, 240, 1e8, 3, 0}, 1},  {{20, 0, 240, 1e9, 14.9, 0}, 1},
        {{20, 0, 240, 1e9, 15, 0}, 0}, {{60, 0, 240, 1e9, 3, 0}, 1},
        {{60, 0, 180, 1e9, 3, 0}, 0},  {{20, 0, 140, 1e9, 3, 0}, 1},
        {{20, 0, 110, 1e9, 3, 0}, 0},  {{20, 0, 240, 1e9, 3, 2}, 1},
        {{20, 0, 240, 1e9, 3, 3}, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_job(&cases[i].job);
        CHECK_INT(fixture_rows(&fixture, "file_periods"), cases[i].rows);
        fixture_release(&fixture);
    }
}

static void a_period_is_a_note(void)
{
    run_job(&(struct job){20, 0, 240, 1e9, 3, 0});
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "finding"),
               "Computation paused for file I/O 12 times, about every 10 min. Each pause took "
               "about 1 min, at 954 MiB/s; all together 10 % of the run.");
    CHECK_TEXT(cell(0, "level"), "note");
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(periods_have_thresholds), TEST(a_period_is_a_note))
