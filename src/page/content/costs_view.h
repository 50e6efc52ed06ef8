/* What attempts cost by the prices that were given, on pages. */
#ifndef PAGE_CONTENT_COSTS_VIEW_H
#define PAGE_CONTENT_COSTS_VIEW_H

#include "page/content/page.h"

/* "1,234.50 EUR"; without a currency the number alone. */
const char *money_text(struct arena *arena, double amount, const char *currency);
/* "12.3 kg" of CO2, in g. */
const char *co2_text(struct arena *arena, double grams);
/* The currency of the prices; "": none was given. */
const char *costs_currency(const struct tables *tables);
/* What the energy of the whole is of, in words: "whole nodes" …; NULL: none is known. */
const char *costs_energy_of(const struct tables *tables);

/* On the first page: the cost of all, and of those who cost most. */
void costs_add_short(const struct page_request *request, struct document *document,
                     struct section *section);
/* All of it. */
void costs_add(const struct page_request *request, struct document *document,
               struct section *section);
/* "… core-hours were held and not used: as much as … more tasks of …" */
void unused_work_add(const struct page_request *request, struct document *document,
                     struct section *section);

#endif
