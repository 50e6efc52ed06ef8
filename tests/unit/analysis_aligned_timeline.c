#include "activity_fixture.h"

static const enum span_side START = SPAN_START, STOP = SPAN_STOP;

static void ends_pair_by_host_name_and_task(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_end(&f, STOP, "h2", "save", "1", 9);
    fixture_end(&f, START, "h1", "save", "1", 3);
    fixture_end(&f, STOP, "h1", "draw", "1", 3);
    fixture_end(&f, START, "h1", "draw", "1", 1);
    fixture_end(&f, START, "h2", "save", "1", 4);
    fixture_end(&f, STOP, "h1", "save", "1", 4.5);
    fixture_end(&f, START, "h1", "save", "2", 2);
    fixture_end(&f, STOP, "h1", "save", "2", 8);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "h1 draw 1 1+2\nh1 save 2 2+6\nh1 save 1 3+1.5\nh2 save 1 4+5\n");
    CHECK_INT(f.aligned.pairs.paired, 4);
    CHECK_INT(f.activity.end_count, 0);
    CHECK_INT(diagnostics_rejected(f.diagnostics, NULL), 0);
    activity_fixture_release(&f);
}

static void kept_numbers_of_devices_are_those_of_the_source(void)
{
    CHECK_NEAR(device_metric_number(device_metric_value(DEVICE_POWER, 131.55)), 131.55, 0);
    CHECK_NEAR(device_metric_number(device_metric_value(DEVICE_TEMPERATURE, -41.9)), -41.9, 0);
    CHECK_NEAR(device_metric_number(device_metric_value(DEVICE_MEMORY_USED, 17179869184)),
               17179869184, 0);
    CHECK_NEAR(device_metric_number(0.0001234F), (double)0.0001234F, 0);
    CHECK(isnan(device_metric_number(device_metric_value(DEVICE_POWER, -1))));
    CHECK(isnan(device_metric_number(device_metric_value(DEVICE_POWER, INFINITY))));
}

static void ends_without_the_other_side_are_told_and_counted(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_end(&f, STOP, "h", "draw", "7", 1); /* before its START */
    fixture_end(&f, START, "h", "draw", "7", 2);
    fixture_end(&f, START, "h", "draw", "8", 3);
    fixture_end(&f, STOP, "h", "draw", "8", 4);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "h draw 8 3+1\n");
    CHECK_INT(f.aligned.pairs.open_starts, 1);
    CHECK_INT(f.aligned.pairs.orphan_stops, 1);
    CHECK_INT(diagnostics_rejected(f.diagnostics, "trace"), 2);
    CHECK_TEXT(diagnostics_at(f.diagnostics, 0)->reason, "STOP without an earlier START");
    CHECK_TEXT(diagnostics_at(f.diagnostics, 0)->text,
               "draw of task 7 on h; its START is 1 s later");
    CHECK_TEXT(diagnostics_at(f.diagnostics, 1)->reason, "START without a later STOP");
    CHECK_TEXT(diagnostics_at(f.diagnostics, 1)->text,
               "draw of task 7 on h; its STOP is 1 s earlier");
    activity_fixture_release(&f);
}

/* 0 [ 2 [ 5 ] 9 ]: 3 s and 9 s; a lost STOP leaves the retry whole. */
static void of_one_task_the_latest_start_is_closed(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_end(&f, START, "h", "a", "1", 0);
    fixture_end(&f, START, "h", "a", "1", 2);
    fixture_end(&f, STOP, "h", "a", "1", 5);
    fixture_end(&f, STOP, "h", "a", "1", 9);
    fixture_end(&f, START, "h", "b", "1", 1);
    fixture_end(&f, START, "h", "b", "1", 6);
    fixture_end(&f, STOP, "h", "b", "1", 7);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "h a 1 0+9\nh a 1 2+3\nh b 1 6+1\n");
    CHECK_INT(f.aligned.pairs.open_starts, 1);
    activity_fixture_release(&f);
}

static void ends_of_one_moment_pair_in_any_order(void)
{
    static const double moments[2][4] = {{0, 5, 5, 9}, {3, 3, 7, 7}};
    const enum span_side sides[][4] = {{START, START, STOP, STOP},
                                       {START, STOP, START, STOP},
                                       {STOP, START, START, STOP}};
    static const char *const spans[2][3] = {
        {"h a 1 0+5\nh a 1 5+4\n", "h a 1 0+5\nh a 1 5+4\n", "h a 1 5+4\n"},
        {"h a 1 3+4\nh a 1 3+4\n", "h a 1 3+0\nh a 1 7+0\n", "h a 1 3+0\nh a 1 7+0\n"},
    };
    for (size_t m = 0; m < 2; m++)
        for (size_t s = 0; s < 3; s++) {
            struct activity_fixture f;
            activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
            for (size_t i = 0; i < 4; i++)
                fixture_end(&f, sides[s][i], "h", "a", "1", moments[m][i]);
            activity_fixture_settle(&f, false);
            CHECK_TEXT(fixture_spans(&f), spans[m][s]);
            activity_fixture_release(&f);
        }
}

static void nested_ends_close_what_was_opened_last_on_their_lane(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_nested_end(&f, START, "t1", "main", 0);
    fixture_nested_end(&f, START, "t1", "step", 1);
    fixture_nested_end(&f, START, "t2", "copy", 1.5);
    fixture_nested_end(&f, STOP, "t1", NULL, 2);
    fixture_nested_end(&f, START, "t1", "step", 2);
    fixture_nested_end(&f, STOP, "t1", "step", 2);
    fixture_nested_end(&f, STOP, "t2", NULL, 2.5);
    fixture_nested_end(&f, STOP, "t1", NULL, 10);
    fixture_nested_end(&f, STOP, "t2", NULL, 11);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f),
               "h t1 main 0+10\nh t1 step 1+1\nh t1 step 2+0\nh t2 copy 1.5+1\n");
    CHECK_INT(f.aligned.pairs.orphan_stops, 1);
    activity_fixture_release(&f);
}

static void spans_and_lanes_are_in_natural_order(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_span(&f, "n10", "w1", "a", NULL, 1, 1, NAN);
    fixture_span(&f, "n2", "w10", "b", NULL, 7, 1, NAN);
    fixture_span(&f, "n2", "w9", "c", NULL, 6, 1, NAN);
    fixture_span(&f, "n2", "w9", "d", NULL, 5, 1, NAN);
    fixture_span(&f, "n2", "w9", "e", NULL, 5, 3, NAN);
    fixture_holding(&f, "n2", "w8", 2, 1);
    fixture_sample(&f, "n1", 1, 50, NAN);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f),
               "n2 w9 e 5+3\nn2 w9 d 5+1\nn2 w9 c 6+1\nn2 w10 b 7+1\nn10 w1 a 1+1\n");
    CHECK_INT(f.aligned.host_count, 3);
    CHECK_TEXT(aligned_host_name(&f.aligned, 0), "n1");
    CHECK_INT(f.aligned.hosts[0].lanes.count, 0);
    CHECK_INT(f.aligned.hosts[0].samples.count, 1);
    CHECK_INT(f.aligned.hosts[1].spans.count, 4);
    CHECK_INT(f.aligned.hosts[1].lanes.count, 3);
    CHECK_INT(f.aligned.lane_count, 4);
    CHECK_TEXT(aligned_lane_name(&f.aligned, 0), "w8");
    CHECK_INT(f.aligned.lanes[0].memory_samples.count, 1);
    CHECK_INT(f.aligned.lanes[3].host, 2);
    CHECK_INT(f.aligned.span_order[0], 4);
    CHECK_NEAR(aligned_time(&f.aligned, f.aligned.times.first), 1, 0);
    CHECK_NEAR(aligned_time(&f.aligned, f.aligned.times.last), 8, 0);
    activity_fixture_release(&f);
}

/* Four hosts' worth of spans, back to front: long enough for the sort that goes by digits. */
static void many_spans_are_sorted(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    for (int i = 999; i >= 0; i--)
        fixture_span(&f, i % 2 ? "b" : "a", "w", "x", NULL, i / 4, 1 + i % 4, NAN);
    activity_fixture_settle(&f, false);
    CHECK_INT(f.aligned.hosts[1].spans.first, 500);
    for (size_t i = 1; i < 500; i++) {
        const struct activity_span *span = &f.aligned.spans[i], *before = span - 1;
        CHECK(span->start > before->start ||
              (span->start == before->start && span->duration < before->duration));
        CHECK_NEAR(span->start + 250, f.aligned.spans[500 + i].start + 250, 0);
        CHECK_INT(f.aligned.span_order[i] % 2, 1);
    }
    activity_fixture_release(&f);
}

/* The samples of the span's host that the span holds, its ends included. */
static struct activity_rows samples_in(const struct aligned_timeline *aligned, size_t host,
                                       const struct activity_span *span)
{
    return sample_sums_between(&aligned->samples, aligned->hosts[host].samples, span->start,
                               aligned_end(span->start, span->duration));
}

static void samples_are_found_by_host_with_both_ends(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    static const double utilization[] = {10, 20, NAN, 40, 50};
    for (int i = 4; i >= 0; i--)
        fixture_sample(&f, "h", i + 1, utilization[i], NAN);
    fixture_sample(&f, "g", 3, 99, 1e9);
    fixture_span(&f, "h", "w", "a", NULL, 2, 2, NAN);
    fixture_span(&f, "h", "w", "b", NULL, 4.1, 0.8, NAN);
    activity_fixture_settle(&f, false);
    const struct sample_sums *sums = &f.aligned.samples;
    struct activity_rows rows = samples_in(&f.aligned, 1, &f.aligned.spans[0]);
    CHECK_INT(rows.count, 3);
    CHECK_INT(sample_sums_count(sums, DEVICE_UTILIZATION, rows), 2);
    CHECK_NEAR(sample_sums_mean(sums, DEVICE_UTILIZATION, rows), 30, 1e-12);
    CHECK(isnan(sample_sums_mean(sums, DEVICE_MEMORY_USED, rows)));
    CHECK(!sample_sums_have(sums, DEVICE_POWER));
    CHECK_INT(samples_in(&f.aligned, 1, &f.aligned.spans[1]).count, 0);
    activity_fixture_release(&f);
}

/* What ends when another begins, nested or behind it, has the same number for that moment. */
static void short_spans_of_unix_time_are_exact(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    f.activity.sources[0].origin = 1700000000;
    for (int i = 0; i < 1000; i++) {
        fixture_nested_end(&f, START, "w", "x", 3600 + (7 * i + 3) / 1e6);
        fixture_nested_end(&f, STOP, "w", "x", 3600 + (7 * i + 4) / 1e6);
        fixture_span(&f, "h", "w", "y", NULL, 3600 + (7 * i + 4) / 1e6, 6e-6, NAN);
    }
    activity_fixture_settle(&f, false);
    CHECK_NEAR(f.aligned.times.origin, 1700003600, 0);
    CHECK_INT(f.aligned.span_count, 2000);
    for (size_t i = 0; i + 1 < 2000; i++) {
        const struct activity_span *span = &f.aligned.spans[i];
        CHECK_NEAR(span->duration, i % 2 ? 6e-6 : 1e-6, 0);
        CHECK_NEAR(aligned_end(span->start, span->duration), span[1].start, 0);
    }
    activity_fixture_release(&f);
}

/* Whole Unix times have no more than microseconds. */
static void whole_unix_times_are_brought_to_microseconds(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_end(&f, START, "h", "a", "1", 1541664001.131);
    fixture_end(&f, STOP, "h", "a", "1", 1541664001.132);
    fixture_sample(&f, "h", 1541664001.132, 5, 6);
    activity_fixture_settle(&f, false);
    CHECK_NEAR(f.aligned.spans[0].duration, 0.001, 0);
    CHECK_INT(samples_in(&f.aligned, 0, &f.aligned.spans[0]).count, 1);
    activity_fixture_release(&f);
}

/* Two sources of Unix time, one told from an origin: on one clock. */
static void origins_of_sources_do_not_matter(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_span(&f, "h", "w", "x", NULL, 1700000001, 1, NAN);
    activity_begin_source(&f.activity, "other", ACTIVITY_CLOCK_UNIX);
    f.activity.sources[1].origin = 1700000000;
    fixture_span(&f, "h", "w", "y", NULL, 2.5, 1, NAN);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "h w x 1700000001+1\nh w y 1700000002+1\n");
    CHECK_NEAR(f.aligned.spans[1].start - f.aligned.spans[0].start, 1.5, 0);
    activity_fixture_release(&f);
}

/* Host clocks start anywhere; h1 is 1000 s behind Unix time by the median of three offsets. */
static void a_hosts_clock_is_moved_by_its_median_offset(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_HOST);
    fixture_span(&f, "h1", NULL, "a", NULL, 5, 1, NAN);
    fixture_span(&f, "h2", NULL, "b", NULL, 70, 1, NAN);
    fixture_span(&f, "h2", NULL, "c", NULL, 72, 1, NAN);
    const double offsets[] = {1004, 1000, 3};
    for (size_t i = 0; i < 3; i++)
        activity_add_offset(&f.activity,
                            (struct clock_offset){fixture_number(&f, "h1"), offsets[i]});
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "h1 a 1005+1\nh2 b 1005+1\nh2 c 1007+1\n");
    CHECK_INT(f.aligned.times.clock, SETTLED_UNIX);
    CHECK_INT(f.aligned.times.clocks_unknown, 1);
    CHECK(!f.aligned.times.comparable);
    activity_fixture_release(&f);
}

static void clocks_without_offsets_begin_at_0(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_HOST);
    fixture_span(&f, "h1", NULL, "a", NULL, 5, 1, NAN);
    fixture_holding(&f, "h1", NULL, 4.5, 1);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "h1 a 0.5+1\n");
    CHECK_INT(f.aligned.times.clock, SETTLED_FROM_BEGIN);
    CHECK(f.aligned.times.comparable);
    activity_fixture_release(&f);
    activity_fixture_init(&f, ACTIVITY_CLOCK_HOST);
    fixture_span(&f, "h1", NULL, "a", NULL, 5.25, 1, NAN);
    fixture_span(&f, "h2", NULL, "b", NULL, 70, 1, NAN);
    activity_add_offset(&f.activity, (struct clock_offset){fixture_number(&f, "h2"), 100});
    activity_fixture_settle(&f, true);
    CHECK_TEXT(fixture_spans(&f), "h1 a 0.25+1\nh2 b 65+1\n");
    activity_fixture_release(&f);
}

static void nothing_settles_to_nothing(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    activity_fixture_settle(&f, false);
    CHECK_INT(f.aligned.span_count + f.aligned.lane_count + f.aligned.host_count, 0);
    CHECK(isnan(f.aligned.times.first));
    activity_fixture_release(&f);
}

static void fixture_async_end(struct activity_fixture *f, enum span_side side, const char *host,
                              const char *name, const char *id, double time)
{
    activity_add_end(&f->activity,
                     (struct span_edge){time, fixture_subject(f, host, NULL, name, id),
                                        (uint8_t)side, PAIRED_ASYNC});
}

/* Ranks that have the same ids keep their own; what begins in one process may end in another, but
 * not in that of another file. */
static void asynchronous_ends_pair_in_their_process_first(void)
{
    struct activity_fixture f;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_async_end(&f, SPAN_START, "p1", "get", "7", 1);
    fixture_async_end(&f, SPAN_START, "p2", "get", "7", 2);
    fixture_async_end(&f, SPAN_STOP, "p1", "get", "7", 5);
    fixture_async_end(&f, SPAN_STOP, "p2", "get", "7", 4);
    fixture_async_end(&f, SPAN_START, "p1", "send", "8", 10);
    fixture_async_end(&f, SPAN_STOP, "p3", "send", "8", 16);
    fixture_async_end(&f, SPAN_START, "p1", "lost", "9", 20);
    activity_begin_source(&f.activity, "other", ACTIVITY_CLOCK_UNIX);
    fixture_async_end(&f, SPAN_STOP, "p1", "far", "9", 21);
    fixture_async_end(&f, SPAN_STOP, "p4", "lost", "9", 22);
    activity_fixture_settle(&f, false);
    CHECK_INT(f.aligned.pairs.paired, 3);
    CHECK_INT(f.aligned.pairs.traced, 3);
    CHECK_INT(f.aligned.pairs.open_starts, 1);
    CHECK_INT(f.aligned.pairs.orphan_stops, 2);
    CHECK(f.aligned.has_traces);
    CHECK_INT(f.aligned.span_count, 3);
    CHECK_NEAR(f.aligned.spans[0].duration, 4, 0);
    CHECK_NEAR(f.aligned.spans[1].duration, 6, 0);
    CHECK_NEAR(f.aligned.spans[2].duration, 2, 0);
    activity_fixture_release(&f);
}

CHECK_MAIN(TEST(short_spans_of_unix_time_are_exact),
           TEST(whole_unix_times_are_brought_to_microseconds),
           TEST(origins_of_sources_do_not_matter), TEST(ends_pair_by_host_name_and_task),
           TEST(asynchronous_ends_pair_in_their_process_first),
           TEST(kept_numbers_of_devices_are_those_of_the_source),
           TEST(ends_without_the_other_side_are_told_and_counted),
           TEST(of_one_task_the_latest_start_is_closed), TEST(ends_of_one_moment_pair_in_any_order),
           TEST(nested_ends_close_what_was_opened_last_on_their_lane),
           TEST(spans_and_lanes_are_in_natural_order), TEST(many_spans_are_sorted),
           TEST(samples_are_found_by_host_with_both_ends),
           TEST(a_hosts_clock_is_moved_by_its_median_offset),
           TEST(clocks_without_offsets_begin_at_0), TEST(nothing_settles_to_nothing))
