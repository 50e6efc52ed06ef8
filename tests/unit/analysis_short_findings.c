/* Findings about short tasks, at their thresholds. */
#include "findings_fixture.h"

/* Of 100 cores, or as many attempts, and 1,000 waiting; of 16 workers without any that wait. */
static void short_tasks_have_thresholds(void)
{
    static const char columns[] = "attempts,run_s,wait_s,workers,gap_s,idle_share,waited_share,"
                                  "waiting,busy,capacity,unit";
    static const struct {
        const char *row, *text;
    } cases[] = {
        {"100,2,4,0,,,0.3,1000,50,100,cores", "50 of 100 cores of the workers were busy"},
        {"99,2,4,0,,,0.3,1000,50,100,cores", NULL},
        {"100,2,3.9,0,,,0.3,1000,50,100,cores", NULL},
        {"100,2,4,0,,,0.29,1000,50,100,cores", NULL},
        {"100,2,4,0,,,0.3,1000,51,100,cores", NULL},
        {"100,2,4,0,,,0.3,49,50,100,cores", NULL}, /* too few for what is idle */
        {"100,2,4,0,,,0.3,2,1,3,attempts", NULL},
        {"100,2,4,0,,,0.3,1000,50,100,attempts",
         "(median 2 s from start to end) and waited 4 s (median). While 1,000 waited, 50 of up to "
         "100 ran on average."},
        {"160,5,,16,5,0.5,,,,,attempts", "16 workers were idle for 50 % of the time"},
        {"159,5,,16,5,0.5,,,,,attempts", NULL},
        {"160,5,,16,4.9,0.5,,,,,attempts", NULL},
        {"160,5,,16,301,0.9,,,,,attempts", NULL},
        {"160,5,,16,5,0.49,,,,,attempts", NULL},
        {"160,5,1,16,5,0.5,,,,,attempts", NULL}, /* nothing waited: there was nothing to run */
        {"1000,0.9,,0,,,,,,,attempts", "Starting them may take longer"},
        {"999,0.9,,0,,,,,,,attempts", NULL},
        {"1000,1,,0,,,,,,,attempts", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_calm_campaign();
        add_rows("short_tasks", columns, cases[i].row);
        run();
        if (cases[i].text)
            CHECK(is_reported(cases[i].text));
        else
            CHECK(!is_reported(" are short ") && !is_reported("Starting them"));
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(short_tasks_have_thresholds))
