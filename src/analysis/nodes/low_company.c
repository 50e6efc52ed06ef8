#include "analysis/nodes/low_company.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/nodes/work_rates.h"
#include "analysis/nodes/work_signs.h"
#include "util/memory.h"
#include "util/number.h"

static const double FELL = 0.55, KEPT = 0.8, ROSE = 1.5; /* of a rate otherwise */
static const double AS_MUCH = 0.8;                       /* as the rate that rose most */
static const double GPUS_WORK = 0.1;                     /* of a stretch */

/* The means of all rates, of each beside all stretches. */
struct means {
    struct work_rates rates;
    struct low_mean **of_rates;
};

/* By how much a rate is higher beside a stretch, per node; 0: it did not rise. */
static double rise_of(const struct means *means, size_t rate, size_t stretch)
{
    double mean = means->of_rates[rate][stretch + 1].value;
    double otherwise = means->of_rates[rate][0].value;
    bool rises = means->rates.items[rate].kind != WORK_RATE_OF_PROCESSORS &&
                 mean >= fmax(ROSE * otherwise, WORK_RATE_LEAST);
    return rises ? mean - otherwise : 0;
}

static void find_risen(struct low_company *company, const struct means *means, size_t stretch)
{
    double most = 0;
    for (size_t i = 0; i < means->rates.count; i++)
        most = fmax(most, rise_of(means, i, stretch));
    for (size_t i = 0; most > 0 && i < means->rates.count; i++) {
        const struct work_rate *rate = &means->rates.items[i];
        bool is_of_files = rate->kind == WORK_RATE_FILES;
        bool comes_before =
            company->rose == LOW_COMPANY_NONE || (is_of_files && !company->is_of_files);
        if (rise_of(means, i, stretch) < AS_MUCH * most || !comes_before)
            continue;
        company->rose = rate->number;
        company->is_of_files = is_of_files;
        company->rate = means->of_rates[i][stretch + 1];
        company->rate_otherwise = means->of_rates[i][0];
    }
}

static void add_rate(struct low_company *company, const struct signals *signals,
                     const struct work_rate *rate, double mean, double otherwise,
                     struct arena *arena)
{
    if (rate->kind == WORK_RATE_OF_PROCESSORS)
        company->goes_on |= mean >= fmax(KEPT * otherwise, WORK_RATE_LEAST);
    if (rate->adds_up && otherwise >= WORK_RATE_LEAST && mean <= FELL * otherwise)
        company->fell =
            arena_format(arena, "%s%s%s", company->fell, *company->fell ? METRICS_BETWEEN : "",
                         signals->metrics[rate->number].name);
}

static bool gpus_work(const struct low_stretch *stretch, const struct work_signs *gpus)
{
    size_t working = 0;
    for (size_t slot = stretch->first; slot < stretch->end; slot++)
        working += gpus->shown[slot];
    return (double)working > GPUS_WORK * (double)(stretch->end - stretch->first);
}

struct low_company *low_company_find(const struct low_stretches *stretches,
                                     const struct analysis_request *request,
                                     const struct tables *tables, struct arena *arena)
{
    const struct signals *signals = request->signals;
    struct work_rates rates = work_rates_of(signals);
    struct low_company *companies = arena_alloc_array(arena, stretches->count, sizeof *companies);
    struct work_signs gpus;
    work_signs_of_gpus(&gpus, request, tables, &stretches->metric->grid);
    for (size_t k = 0; k < stretches->count; k++)
        companies[k] = (struct low_company){.fell = "",
                                            .rose = LOW_COMPANY_NONE,
                                            .gpus_work = gpus_work(&stretches->items[k], &gpus)};
    work_signs_release(&gpus);
    struct means means = {rates, memory_alloc_array(rates.count + 1, sizeof *means.of_rates)};
    for (size_t i = 0; stretches->count && i < rates.count; i++) {
        struct low_mean *its = low_stretches_means(stretches, signals, rates.items[i].number);
        for (size_t k = 0; k < stretches->count; k++)
            add_rate(&companies[k], signals, &rates.items[i], its[k + 1].value, its[0].value,
                     arena);
        means.of_rates[i] = its;
    }
    for (size_t k = 0; k < stretches->count; k++)
        find_risen(&companies[k], &means, k);
    for (size_t i = 0; i < rates.count; i++)
        free(means.of_rates[i]);
    free(means.of_rates);
    return companies;
}

struct low_company_risen low_company_risen(const struct low_company *company,
                                           const struct signals *signals)
{
    if (company->rose == LOW_COMPANY_NONE)
        return (struct low_company_risen){"", NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING,
                                          NUMBER_MISSING};
    return (struct low_company_risen){
        .rose = signals->metrics[company->rose].name,
        .rate = company->rate.value,
        .rate_samples = (double)company->rate.samples,
        .rate_otherwise = company->rate_otherwise.value,
        .of_files = company->is_of_files,
    };
}
