/* What kind of task a command line is. */
#include "input/tasks/command_kind.h"
#include "input/tasks/task_log_advice.h"

#include <string.h>

#include "check.h"

static void kinds_are_programs_without_arguments(void)
{
    static const char *const cases[][2] = {
        {"./sim --seed 7", "sim"},
        {"/opt/bin/sim", "sim"},
        {"python3 -u /opt/fit.py --seed 7", "fit.py"},
        {"python3.11 fit.py", "fit.py"},
        {"python3 -c 'print(1)'", "python3"},
        {"python3 -m fit.all 3", "fit.all"},
        {"pythonic x", "pythonic"},
        {"bash run.sh 3", "run.sh"},
        {"Rscript --vanilla model.R 4", "model.R"},
        {"java -jar tool.jar x", "tool.jar"},
        {"cd run7 && OMP_NUM_THREADS=4 ./solve in.dat", "solve"},
        {"cd run7; ./solve in.dat", "solve"},
        {"time -p nice ./solve", "solve"},
        {"env A=1 B=2 solve x=3", "solve"},
        {"'my prog' x", "my"},
        {"nice -n 10 ./solve in.dat", "solve"},
        {"nice -10 ./solve", "solve"},
        {"sudo -u carol nice -n 5 ./other x", "other"},
        {"sudo -E --user=carol ./other x", "other"},
        {"/usr/bin/env -u HOME A=1 ./third y", "third"},
        {"/usr/bin/time -v -o t.log ./solve", "solve"},
        {"exec -a name ./solve", "solve"},
        {"python -W ignore fit.py 3", "fit.py"},
        {"python3.11 -X dev -u fit.py", "fit.py"},
        {"java -cp a.jar -Xmx4g Main x", "Main"},
        {"julia -t 4 fit.jl", "fit.jl"},
        {"sbatch -c 4 -e err.log run.sh", "run.sh"},
        {"perl -e 'print 1'", "perl"},
        {"solve -n 10", "solve"},
        {"nice -n", "nice -n"},
        {"A=1", "A=1"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        struct text_slice kind =
            command_kind((struct text_slice){cases[i][0], strlen(cases[i][0])});
        snprintf(text, sizeof text, "%.*s", (int)kind.size, kind.text);
        CHECK_TEXT(text, cases[i][1]);
    }
}

static bool is_advised(const char *text, const char *word)
{
    const char *advice = task_log_advice(text, strlen(text));
    return advice && strstr(advice, word);
}

static void logs_that_are_not_read_get_advice(void)
{
    CHECK(
        is_advised("000 (12.000.000) 2023-10-05 12:00:00 Job submitted from host: <10.0.0.1>\n...",
                   "HTCondor"));
    CHECK(is_advised("command,mean,stddev,median,user,system,min,max\na,1,0,1,1,0,1,1\n",
                     "single runs"));
    CHECK(is_advised("{\"results\":[{\"command\":\"a\",\"stddev\":0,\"times\":[1,2]}]}",
                     "single runs"));
    CHECK(!task_log_advice("{\"times\":[1,2]}", 15));
    CHECK(!task_log_advice("", 0));
    CHECK(!task_log_advice("task,elapsed\na,1\n", 17));
}

CHECK_MAIN(TEST(kinds_are_programs_without_arguments), TEST(logs_that_are_not_read_get_advice))
