/* Single attempts, and those that failed alike: which they were, why, and where their logs are. */
#ifndef PAGE_CONTENT_ATTEMPT_VIEWS_H
#define PAGE_CONTENT_ATTEMPT_VIEWS_H

#include "page/content/page.h"
#include "page/document.h"

#define FAILED_ATTEMPTS_HEADING "Failed attempts"
#define ATTEMPT_LOG_HEAD "log or work directory"

/* What leads to the list of failed, cancelled or unfinished ones. */
const char *attempt_list_anchor(struct arena *arena, const char *list);

/* Each adds nothing where there is nothing of it. */
void failure_groups_add(const struct page_request *request, struct document *document,
                        struct section *section);
/* Failed and unfinished ones, one by one. */
void lost_attempts_add(const struct page_request *request, struct document *document,
                       struct section *section);
/* The slowest, those of most memory, and of most core time unused. */
void extreme_attempts_add(const struct page_request *request, struct document *document,
                          struct section *section);

#endif
