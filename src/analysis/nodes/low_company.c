#include "analysis/nodes/low_company.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/nodes/work_rates.h"
#include "analysis/nodes/work_signs.h"
#include "util/number.h"

static const double FELL = 0.55, KEPT = 0.8, ROSE = 1.5; /* of a rate otherwise */
static const double GPUS_WORK = 0.1;                     /* of a stretch */

static void add_rate(struct low_company *company, const struct signals *signals,
                     const struct work_rate *rate, double mean, double otherwise,
                     struct arena *arena)
{
    bool rises = mean >= fmax(ROSE * otherwise, WORK_RATE_LEAST);
    if (rate->kind == WORK_RATE_OF_PROCESSORS)
        company->goes_on |= mean >= fmax(KEPT * otherwise, WORK_RATE_LEAST);
    else if (rises && (company->rose == LOW_COMPANY_NONE ||
                       mean - otherwise > company->rate - company->rate_otherwise)) {
        company->rose = rate->number;
        company->is_of_files = rate->kind == WORK_RATE_FILES;
        company->rate = mean;
        company->rate_otherwise = otherwise;
    }
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
    for (size_t i = 0; stretches->count && i < rates.count; i++) {
        double *means = low_stretches_means(stretches, signals, rates.items[i].number);
        for (size_t k = 0; k < stretches->count; k++)
            add_rate(&companies[k], signals, &rates.items[i], means[k + 1], means[0], arena);
        free(means);
    }
    return companies;
}

void low_company_put_risen(struct table *table, const struct low_company *company,
                           const struct signals *signals)
{
    bool has_risen = company->rose != LOW_COMPANY_NONE;
    table_put_text(table, has_risen ? signals->metrics[company->rose].name : "");
    table_put_number(table, has_risen ? company->rate : NUMBER_MISSING);
    table_put_number(table, has_risen ? company->rate_otherwise : NUMBER_MISSING);
    table_put_number(table, has_risen ? (double)company->is_of_files : NUMBER_MISSING);
}
