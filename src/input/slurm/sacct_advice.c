#include "input/slurm/sacct_advice.h"

#include <string.h>

#include "input/slurm/sacct_cells.h"
#include "input/slurm/slurm_state.h"
#include "input/text/lines.h"

static const char blanks[] = " \t\r";

/* Takes the first word of a line. */
static struct text_slice take_word(struct text_slice *line)
{
    while (line->size && strchr(blanks, *line->text)) {
        line->text++;
        line->size--;
    }
    struct text_slice word = {line->text, 0};
    while (word.size < line->size && !strchr(blanks, word.text[word.size]))
        word.size++;
    line->text += word.size;
    line->size -= word.size;
    return word;
}

static bool is_rule(struct text_slice line)
{
    size_t words = 0;
    for (struct text_slice word = take_word(&line); word.size; word = take_word(&line), words++)
        for (size_t i = 0; i < word.size; i++)
            if (word.text[i] != '-')
                return false;
    return words > 1;
}

/* "JobID JobName Partition … State ExitCode" */
static bool names_columns(struct text_slice line)
{
    enum { LONGEST_NAME = 64 };
    struct sacct_column column;
    char name[LONGEST_NAME];
    size_t words = 0, known = 0;
    for (struct text_slice word = take_word(&line); word.size; word = take_word(&line), words++) {
        size_t size = word.size < LONGEST_NAME ? word.size : LONGEST_NAME - 1;
        memcpy(name, word.text, size);
        name[size] = '\0';
        known += sacct_name_column(&column, name);
    }
    return words > 1 && known == words;
}

/* "123.batch   batch   physics   1   COMPLETED   0:0" */
static bool is_row(struct text_slice line)
{
    struct text_slice id = take_word(&line), word = take_word(&line);
    bool state = false;
    for (; word.size; word = take_word(&line))
        state = state || slurm_is_state(word);
    return sacct_is_id(id) && state;
}

const char *sacct_advice(const char *text, size_t size)
{
    enum { LOOKED_AT = 65536 };
    struct lines lines;
    size = size < LOOKED_AT ? size : LOOKED_AT;
    lines_init(&lines, text, size);
    if (!size || memchr(text, '\0', size) || !lines_next(&lines))
        return NULL;
    bool named = names_columns(lines.line), row = is_row(lines.line);
    if (!lines_next(&lines) || !(named ? is_rule(lines.line) : row && is_row(lines.line)))
        return NULL;
    return "the default output of sacct cuts columns off: use sacct --parsable2, without "
           "--allocations (-X), to include job steps";
}
