#include "analysis/naive_times.h"

#include "util/named_few.h"
#include "util/path.h"
#include "util/texts.h"

static bool has_tasks(const struct dataset *dataset, const char *path)
{
    for (size_t i = 0; dataset->records && i < dataset->records->source_count; i++)
        if (texts_equal(dataset->records->sources[i].path, path))
            return true;
    return false;
}

static bool has_samples(const struct dataset *dataset, const char *path)
{
    for (size_t i = 0; i < dataset->sampled_count; i++)
        if (texts_equal(dataset->sampled[i].path, path))
            return true;
    return false;
}

struct naive_times naive_times_of(const struct dataset *dataset)
{
    struct naive_times naive = {false, false};
    for (size_t i = 0; i < dataset->read_count; i++) {
        const struct read_input *input = &dataset->read[i];
        if (!input->has_naive_times)
            continue;
        naive.in_tasks = naive.in_tasks || has_tasks(dataset, input->path);
        naive.in_samples = naive.in_samples || has_samples(dataset, input->path);
    }
    return naive;
}

bool naive_times_has(const struct dataset *dataset, const char *path)
{
    for (size_t i = 0; i < dataset->read_count; i++)
        if (dataset->read[i].has_naive_times && texts_equal(dataset->read[i].path, path))
            return true;
    return false;
}

void naive_times_tell(struct strbuf *text, const struct dataset *dataset)
{
    struct named_few few = {0};
    for (size_t i = 0; i < dataset->read_count; i++) {
        const struct read_input *input = &dataset->read[i];
        if (input->has_naive_times &&
            (has_tasks(dataset, input->path) || has_samples(dataset, input->path)))
            named_few_add(&few, path_base_name(input->path));
    }
    if (few.count)
        strbuf_format(text, "; the times of %s name no zone and were read as UTC%s",
                      named_few_text(&few),
                      dataset->work_shift.shift_s != 0
                          ? ", by which the nodes would have worked at other times: those of jobs "
                            "were moved to when they worked"
                          : "");
    named_few_release(&few);
}
