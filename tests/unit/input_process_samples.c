#include "records_fixture.h"

#include "input/tasks/task_log_advice.h"
#include "util/strbuf.h"

/* Rows of two processes at each of `moments` moments, a minute apart; a row is made by `row` of the
 * moment's number and the process's. */
static void expect(bool are_tasks, const char *columns, const char *(*row)(int moment, int process),
                   int moments)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_format(&text, "%s\n", columns);
    for (int i = 0; i < moments; i++)
        for (int process = 0; process < 2; process++)
            strbuf_format(&text, "%s\n", row(i, process));
    const struct mapping content = {.bytes = text.text, .size = text.size};
    CHECK((reader_recognise(&content) != NULL) == are_tasks);
    CHECK((task_log_advice(text.text, text.size) == NULL) == are_tasks);
    strbuf_release(&text);
}

static char line[256];

static const char *minutes(int count)
{
    static char text[32];
    snprintf(text, sizeof text, "%d", 60 * count);
    return text;
}

#define ROW(name, ...)                                                                             \
    static const char *name(int i, int process)                                                    \
    {                                                                                              \
        (void)i, (void)process;                                                                    \
        snprintf(line, sizeof line, __VA_ARGS__);                                                  \
        return line;                                                                               \
    }

ROW(of_psutil, "%d,%d,solver,95.5,%d", 1714557600 + 60 * i, 100 + process, 1000 + i)
ROW(of_tasks, "%d,%d,solver,95.5,%d", 1714557600 + 60 * i, 100 + 2 * i + process, 1000 + i)
ROW(of_sh5util, "4711,0,n%d,Task_0,2024-05-01 10:%02d:00,%d,57.2,%d", process, i, 60 * i, 1000 + i)
ROW(of_other_starts, "4711,0,n%d,Task_0,2024-05-01 10:%02d:00,%d,57.2,%d", process, i, 60, 1000 + i)
ROW(of_late_starts, "4711,0,n%d,Task_0,2024-05-01 10:%02d:00,%s,57.2,%d", process, i,
    i ? minutes(i) : "", 1000 + i)
ROW(of_other_late_starts, "4711,0,n%d,Task_0,2024-05-01 10:%02d:00,%s,57.2,%d", process, i,
    i ? "60" : "", 1000 + i)
ROW(of_few_starts, "4711,0,n%d,Task_0,2024-05-01 10:%02d:00,%s,57.2,%d", process, i,
    i % 10 == 9 ? minutes(i) : "", 1000 + i)
ROW(of_jobs, "%d,%d,57.2,%d", 1714557600 + 60 * i, 4711 + process, 1000 + i)
ROW(that_ended, "%d,%d,57.2,%d,0", 1714557600 + 60 * i, 4711 + process, 1000 + i)

static void samples_of_processes_are_no_tasks(void)
{
    static const char psutil[] = "timestamp,pid,name,cpu_percent,rss_mb";
    static const char sh5util[] = "Job,Step,Node,Series,Date_Time,Elapsed_Time,CPU_Time,RSS";
    expect(false, psutil, of_psutil, 5);
    expect(true, psutil, of_psutil, 4);
    expect(true, psutil, of_tasks, 60);
    expect(false, sh5util, of_sh5util, 5);
    expect(true, sh5util, of_sh5util, 4);
    expect(true, sh5util, of_other_starts, 60);
    expect(false, sh5util, of_late_starts, 5);
    expect(true, sh5util, of_other_late_starts, 60);
    expect(true, sh5util, of_few_starts, 60);
    expect(false, "time,jobid,cpu_time_s,rss_kb", of_jobs, 5);
    expect(true, "time,jobid,cpu_time_s,rss_kb", of_jobs, 4);
    expect(true, "time,jobid,cpu_time_s,rss_kb,exit_code", that_ended, 60);
}

static void extracts_of_profiles_are_no_tasks(void)
{
    static const char text[] = "Step,Node,Series,ElapsedTime,Min_EpochTime,Max_EpochTime,Max_RSS\n"
                               "0,node01,0,6,1795325419,1795325424,64604\n"
                               "batch,node01,0,9,1795325419,1795325427,64604\n";
    const struct mapping content = {.bytes = text, .size = sizeof text - 1};
    CHECK(!reader_recognise(&content));
    CHECK(strstr(task_log_advice(text, sizeof text - 1), "extracted by sh5util"));
}

CHECK_MAIN(TEST(samples_of_processes_are_no_tasks), TEST(extracts_of_profiles_are_no_tasks))
