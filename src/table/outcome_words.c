#include "table/outcome_words.h"

#include <string.h>

#include "table/rows.h"

static const char word[] = "ucceeded task";

/* The text with the words at `at`, where "succeeded task" begins, in place of it. */
static const char *replace(struct arena *arena, const char *text, const char *at, bool are_all)
{
    bool is_first = *at == 'S';
    const char *with = are_all    ? is_first ? "Task" : "task"
                       : is_first ? "Succeeded or unrecorded task"
                                  : "succeeded or unrecorded task";
    return arena_format(arena, "%.*s%s%s", (int)(at - text), text, with, at + sizeof word);
}

const char *outcome_words(const struct tables *tables, struct arena *arena, const char *text)
{
    const struct campaign_rows campaign = campaign_rows(tables);
    double unrecorded = campaign.rows ? campaign.unrecorded[0] : 0;
    if (!text || !(unrecorded > 0))
        return text;
    bool are_all = unrecorded >= campaign.tasks[0];
    for (size_t i = strlen(text); i-- > 1;) /* what is put in is not found again */
        if (strncmp(text + i, word, sizeof word - 1) == 0)
            text = replace(arena, text, text + i - 1, are_all);
    return text;
}
