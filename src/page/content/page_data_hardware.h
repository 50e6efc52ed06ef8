/* Hardware facts: one row for a value that nodes share, however many they are. */
#ifndef PAGE_CONTENT_PAGE_DATA_HARDWARE_H
#define PAGE_CONTENT_PAGE_DATA_HARDWARE_H

#include "page/content/page.h"

/* What is known of the nodes' hardware, as a table; nothing when nothing is known. */
void data_add_hardware(const struct page_request *request, struct document *document,
                       struct section *section);

#endif
