#include "input_fixture.h"

static struct fixture fixture;

enum { ROWS = 40, HOSTS = 4 };

/* Rows of four hosts by turns: {time} is the moment of the host's sample, in ns since 1970, {late}
 * one of a task that took longer or shorter, {host}, {row} and {turn} (the row of the host) count,
 * {kind} is another one in each row of the host. */
static void add_row(struct strbuf *text, const char *row, int number)
{
    static const int late_s[] = {0, 13, 2, 19, 7, 31, 3, 11};
    int host = number % HOSTS, turn = number / HOSTS;
    long long moment_s = 1714557600 + 30LL * turn;
    for (const char *at = row; *at; at++) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        if (!end)
            strbuf_add(text, at, 1);
        else if (at[1] == 't' && at[2] == 'i')
            strbuf_format(text, "%lld000000000", moment_s);
        else if (at[1] == 'l')
            strbuf_format(text, "%lld", moment_s + late_s[(turn + 3 * host) % 8]);
        else if (at[1] == 'h')
            strbuf_format(text, "n%d", host);
        else
            strbuf_format(text, "%d", at[1] == 'r' ? number : at[1] == 'k' ? turn % 3 : turn);
        at = end ? end : at;
    }
    strbuf_add(text, "\n", 1);
}

static const char *reader_of(const char *header, const char *row, int rows)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_format(&text, "%s\n", header);
    for (int i = 0; i < rows; i++)
        add_row(&text, row, i);
    struct mapping content = {.bytes = text.text, .size = text.size};
    const struct reader *reader = reader_recognise(&content);
    strbuf_release(&text);
    return reader ? reader->name : "none";
}

static void takes_rows_of_hosts_at_equal_intervals_for_samples(void)
{
    static const char *const tables[][2] = {
        {"name,time,host,usage_user,usage_iowait", "cpu,{time},{host},20,60"},
        {"name,time,host,user,system,idle", "cpu,{time},{host},20,3,77"},
        {"name,tags,time,used", "mem,\"host={host}\",{time},5e9"},
        {"name,tags,time,used", "mem,\"a=b,host={host}\",{time},5e9"},
        {"time,host,type,cpu_percent", "{time},{host},compute,90"},
        {"timestamp,job_name,jobid,node,memory", "{time},md,7,{host},5e9"},
        {"timestamp,phase,node,cpu_percent,state", "{time},run,{host},90,idle"},
        {"#Time,ProducerName,job_id,MemFree", "{time},{host},7,5000"},
        {"#Time,component_id,job_id,MemFree", "{time},{host},7,5000"},
        {",result,table,_start,_stop,_time,host,usage_user", ",,0,1,2,{time},{host},20"},
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        CHECK_TEXT(reader_of(tables[i][0], tables[i][1], ROWS), "perfmon-csv");
}

/* The same columns, but times of tasks, other names in each row, or what only tasks have. */
static void takes_records_of_tasks_for_tasks(void)
{
    static const char *const tables[][2] = {
        {"task,host,time,memory_MB", "align,{host},{late},300"},
        {"task,host,time,memory_MB", "align{kind},{host},{time},300"},
        {"id,task,host,time,memory_MB", "{row},align,{host},{time},300"},
        {"task,host,time,status,memory_MB", "align,{host},{time},done,300"},
        {"task,host,time,success,memory_MB", "align,{host},{time},1,300"},
        {"task,host,time,exit_code,memory_MB", "align,{host},{time},0,300"},
        {"task,host,time,elapsed,memory_MB", "align,{host},{time},28,300"},
        {"task,host,time,cpu_time,memory_MB", "align,{host},{time},28,300"},
        {"task,host,time,requested_memory,memory_MB", "align,{host},{time},5e8,300"},
        {"task,host,start,end,memory_MB", "align,{host},{time},{time},300"},
        {"task,host,time,memory_MB", "align,{host},28.{turn},300"},
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        CHECK_TEXT(reader_of(tables[i][0], tables[i][1], ROWS), "table");
    CHECK_TEXT(reader_of("task,host,time,memory_MB", "align,{host},{time},300", 2 * HOSTS - 1),
               "table"); /* too few intervals */
}

static void read_rows(const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv", text);
}

/* The host is in a tag, and what a column measures in the name of the measurement. */
static void reads_what_influxdb_writes(void)
{
    read_rows("name,tags,time,used,used_percent,total,slab\n"
              "mem,\"rack=1,host=n1\",1714557600000000000,5e9,50,10e9,1\n"
              "mem,\"rack=1,host=n2\",1714557600000000000,6e9,60,10e9,2\n"
              "mem,rack=1,1714557600000000000,7e9,70,10e9,3\n");
    CHECK_TEXT(fixture_values(&fixture, "mem_used", "n1"), "5000000000");
    CHECK_TEXT(fixture_values(&fixture, "memory_percent", "n2"), "60");
    CHECK_TEXT(fixture_values(&fixture, "mem_slab", "n2"), "2");
    CHECK_INT(fixture.dataset.metric_count, 3);
    CHECK_TEXT(fixture.dataset.hardware[0].key, "mem_total");
    CHECK_NEAR(fixture_series(&fixture, "mem_used", "n1")->timeline->times[0], 1714557600, 0);
    CHECK_SAID(fixture, "4: no host");
}

/* What LDMS says of the sample itself is no metric. */
static void reads_what_ldms_writes(void)
{
    read_rows("#Time,Time_usec,DT,DT_usec,ProducerName,component_id,job_id,app_id,cores_up,freq\n"
              "1714557600.5,500000,60,0,n1,1,7,0,32,10\n1714557600.5,500000,60,0,n2,2,7,0,64,20\n");
    CHECK_INT(fixture.dataset.metric_count, 1);
    CHECK_TEXT(fixture_values(&fixture, "freq", "n2"), "20");
    CHECK_NEAR(fixture_series(&fixture, "freq", "n1")->timeline->times[0], 1714557600.5, 0);
    CHECK_TEXT(fixture.dataset.hardware[1].key, "num_cpus");
    CHECK_TEXT(fixture.dataset.hardware[1].value, "64");
}

/* Of InfluxDB 2: lines before the names, also again before the next table, and columns of the
 * query. */
static void reads_what_flux_answers(void)
{
    static const char head[] = "#group,false,false,true,true,false,true,false\n"
                               "#datatype,string,long,dateTime,dateTime,dateTime,string,double\n"
                               "#default,_result,,,,,,\n"
                               ",result,table,_start,_stop,_time,host,usage_user\n";
    struct strbuf text;
    strbuf_init(&text);
    strbuf_format(&text,
                  "%s,,0,2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,2024-05-01T10:00:00Z,n1,20\n"
                  "\n%s,,1,2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,2024-05-01T10:00:00Z,n2,30\n",
                  head, head);
    read_rows(text.text);
    CHECK_INT(fixture.dataset.metric_count, 1);
    CHECK_TEXT(fixture_values(&fixture, "cpu_user", "n1"), "20");
    CHECK_TEXT(fixture_values(&fixture, "cpu_user", "n2"), "30");
    CHECK_TEXT(fixture.said.text, "");
    strbuf_release(&text);
    CHECK_TEXT(reader_of(",result,table,_start,_stop,_time,_value,_field,host",
                         ",,0,1,2,{time},20,usage_user,{host}", ROWS),
               "none");
    CHECK_TEXT(reader_of(",result,table,_start,_stop,_time,memory", ",,0,1,2,{time},20", ROWS),
               "none");
}

/* Of rows of each processor and of all of them, those of all are of the host. */
static void reads_rows_of_all_processors(void)
{
    static const char note[] = "rows of single CPUs are not read";
    read_rows("name,time,cpu,host,usage_user,usage_idle\n"
              "cpu,1714557600,cpu-total,n1,20,80\ncpu,1714557600,cpu0,n1,1,99\n"
              "cpu,1714557610,cpu-total,n1,21,79\ncpu,1714557610,cpu0,n1,2,98\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_user", "n1"), "20 21");
    CHECK_SAID(fixture, note);
    read_rows("name,tags,time,usage_user,usage_idle\n"
              "cpu,\"cpu=cpu-total,host=n1\",1714557600,20,80\n"
              "cpu,\"cpu=cpu0,host=n1\",1714557600,1,99\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_user", "n1"), "20");
    CHECK_SAID(fixture, note);
    read_rows("time,host,cpu,comment\n1714557600,n1,150,as cpu-total\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n1"), "150");
}

/* Rows of disks are neither of hosts nor of tasks. */
static void refuses_rows_of_parts_of_hosts(void)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_format(&text, "name,time,device,host,used\n");
    for (int i = 0; i < 10; i++)
        strbuf_format(&text, "disk,%d,sda,n1,1e9\ndisk,%d,sdb,n1,2e9\n", 1714557600 + 10 * i,
                      1714557600 + 10 * i);
    struct mapping content = {.bytes = text.text, .size = text.size};
    CHECK_TEXT(reader_recognise(&content)->name, "perfmon-csv");
    read_rows(text.text);
    CHECK_INT(fixture.records, -1);
    CHECK(strstr(fixture.error.text, "several rows per host and time stamp") != NULL);
    strbuf_release(&text);
}

/* A column of a pivoted result is of the measurement that all rows are of. */
static void reads_what_flux_pivots(void)
{
    static const char mem[] = ",result,table,_time,_measurement,host,available,total,used_percent\n"
                              ",_result,0,2024-05-01T10:00:00Z,mem,n1,5e9,10e9,50\n"
                              ",_result,1,2024-05-01T10:00:00Z,mem,n2,4e9,10e9,60\n";
    static const char swap[] = ",result,table,_time,_measurement,host,total,used,used_percent\n"
                               ",_result,0,2024-05-01T10:00:00Z,swap,n1,8e9,1e9,12.5\n";
    static const char two[] = ",result,table,_time,_measurement,host,used\n"
                              ",_result,0,2024-05-01T10:00:00Z,mem,n1,5e9\n"
                              ",_result,1,2024-05-01T10:00:30Z,swap,n1,1e9\n";
    read_rows(mem);
    CHECK_TEXT(fixture_values(&fixture, "memory_percent", "n2"), "60");
    CHECK_TEXT(fixture_values(&fixture, "mem_used", "n2"), "6000000000");
    CHECK_TEXT(fixture.dataset.hardware[0].key, "mem_total");
    read_rows(swap);
    CHECK_TEXT(fixture_values(&fixture, "swap_used", "n1"), "1000000000");
    CHECK_TEXT(fixture_values(&fixture, "swap_used_percent", "n1"), "12.5");
    CHECK_TEXT(fixture.dataset.hardware[0].key, "swap_total");
    read_rows(two);
    CHECK_TEXT(fixture_values(&fixture, "used", "n1"), "5000000000 1000000000");
}

CHECK_MAIN(TEST(takes_rows_of_hosts_at_equal_intervals_for_samples),
           TEST(takes_records_of_tasks_for_tasks), TEST(reads_what_influxdb_writes),
           TEST(reads_what_ldms_writes), TEST(reads_what_flux_answers),
           TEST(reads_rows_of_all_processors), TEST(refuses_rows_of_parts_of_hosts),
           TEST(reads_what_flux_pivots))
