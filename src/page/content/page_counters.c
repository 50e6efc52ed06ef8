#include "page/content/figure_sections.h"

static void add_counters(const struct page_request *request, struct document *document)
{
    figure_sections_add(request->figures, "counters", true, document);
}

const struct page page_counters = {"counters", add_counters};
