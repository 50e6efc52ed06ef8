#include "analysis/tasks/job_attempts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/number.h"

static const double SLACK_S = 60; /* so late an end may be noticed */
static const double SAME_S = 1;   /* as whole seconds round */

/* sacct --numeric-uid gives numbers in place of names. */
static bool is_uid(const char *user)
{
    return user && *user && !user[strspn(user, "0123456789")];
}

struct job_attempt job_attempt_of(const struct records *records, const struct records_block *block,
                                  size_t row, int user_column, size_t record)
{
    const uint8_t *endings = records_endings(block);
    uint32_t user = user_column == RECORDS_NO_COLUMN ? 0 : records_text_at(block, user_column, row);
    struct job_attempt attempt = {
        .user = user,
        .user_is_uid = user && is_uid(records_text(records, user)),
        .ending = endings ? (enum record_ending)endings[row] : ENDING_UNSAID,
        .submit = records_number_at(block, RECORD_SUBMIT_COLUMN, row),
        .start = records_number_at(block, RECORD_START_COLUMN, row),
        .end = records_number_at(block, RECORD_END_COLUMN, row),
        .record = record,
    };
    if (isnan(attempt.end))
        attempt.end = attempt.start + records_number_at(block, RECORD_ELAPSED_COLUMN, row);
    return attempt;
}

static bool waits(const struct job_attempt *attempt)
{
    return attempt->ending == ENDING_UNFINISHED && isnan(attempt->start);
}

/* When the last of those that ended for good did; NaN: there is none. */
static double last_end(const struct job_attempt *attempts, size_t count)
{
    double last = NAN;
    for (size_t i = 0; i < count; i++)
        if (record_ending_is_final(attempts[i].ending))
            last = fmax(last, attempts[i].end);
    return last;
}

/* A job that waits to be started again may say when it was submitted first. One that had waited
 * before another record of it ended is of an older export. */
static void set_moments(struct job_attempt *attempts, size_t count)
{
    double ended = last_end(attempts, count);
    for (size_t i = 0; i < count; i++) {
        struct job_attempt *attempt = &attempts[i];
        if (!isnan(attempt->start))
            attempt->moment = attempt->start;
        else if (waits(attempt))
            attempt->moment = attempt->submit <= ended ? attempt->submit : INFINITY;
        else
            attempt->moment = isnan(attempt->end) ? attempt->submit : attempt->end;
    }
}

/* Of two that started at the same moment one is of an older export: that which had not ended. */
static int compare_moments(const void *left, const void *right)
{
    const struct job_attempt *l = left, *r = right;
    int difference = numbers_order(l->moment, r->moment);
    if (!difference)
        difference = (l->ending != ENDING_UNFINISHED) - (r->ending != ENDING_UNFINISHED);
    return difference ? difference : (l->record > r->record) - (l->record < r->record);
}

static int compare_jobs(const void *left, const void *right)
{
    const struct job_attempt *l = left, *r = right;
    return l->job != r->job ? (l->job > r->job) - (l->job < r->job) : compare_moments(left, right);
}

/* Whose uid a name has is not known here. */
static bool users_differ(const struct job_attempt *first, const struct job_attempt *second)
{
    return first->user && second->user && first->user != second->user &&
           first->user_is_uid == second->user_is_uid;
}

/* Of two attempts of which the second one is later. */
static bool are_of_one_job(const struct job_attempt *first, const struct job_attempt *second)
{
    bool is_same_start = fabs(second->start - first->start) <= SAME_S;
    bool was_submitted_anew = second->submit > first->submit + SAME_S;
    return is_same_start || !((second->start < first->end - SLACK_S) ||
                              (was_submitted_anew && second->submit < first->end - SLACK_S));
}

static bool is_of_other_user(const struct job_attempt *attempts, size_t number, size_t job)
{
    for (size_t i = 0; i < number; i++)
        if (attempts[i].job == job && users_differ(&attempts[i], &attempts[number]))
            return true;
    return false;
}

/* Each attempt goes to the job whose latest attempt it can follow. */
static size_t find_job(const struct job_attempt *attempts, size_t number)
{
    size_t jobs = 0;
    for (size_t i = 0; i < number; i++)
        jobs = attempts[i].job + 1 > jobs ? attempts[i].job + 1 : jobs;
    for (size_t job = 0; job < jobs; job++) {
        size_t latest = number;
        while (attempts[latest - 1].job != job)
            latest--;
        if (!is_of_other_user(attempts, number, job) &&
            are_of_one_job(&attempts[latest - 1], &attempts[number]))
            return job;
    }
    return jobs;
}

static bool have_moments(const struct job_attempt *attempts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (isnan(attempts[i].moment))
            return false;
    return true;
}

void job_attempts_part(struct job_attempt *attempts, size_t count)
{
    enum { MOST_COMPARED = 256 }; /* what is requeued that often is one job */
    set_moments(attempts, count);
    if (!have_moments(attempts, count))
        return;
    qsort(attempts, count, sizeof *attempts, compare_moments);
    for (size_t i = 0; i < count && count <= MOST_COMPARED; i++)
        attempts[i].job = find_job(attempts, i);
    qsort(attempts, count, sizeof *attempts, compare_jobs);
}
