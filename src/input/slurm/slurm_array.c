#include "input/slurm/slurm_array.h"

#include <string.h>

#include "util/number.h"

/* A job id has 26 bits of it at most, a task's number 22. */
enum { MOST = 4000000 };

bool slurm_array_begin(struct slurm_array *array, struct text_slice id)
{
    const char *open = id.size ? memmem(id.text, id.size, "_[", 2) : NULL;
    if (!open)
        return false;
    const char *end = id.text + id.size;
    const char *close = memchr(open, ']', (size_t)(end - open));
    const char *most = memchr(open, '%', (size_t)(end - open));
    end = close ? close : end;
    end = most && most < end ? most : end;
    *array = (struct slurm_array){.job = {id.text, (size_t)(open - id.text)},
                                  .rest = {open + 2, (size_t)(end - open - 2)},
                                  .cut = !close};
    return true;
}

static bool take_number(struct text_slice *text, unsigned long *number)
{
    size_t size = 0;
    double value;
    while (size < text->size && text->text[size] >= '0' && text->text[size] <= '9')
        size++;
    if (!size || !number_parse(text->text, size, &value) || value > MOST)
        return false;
    *number = (unsigned long)value;
    text->text += size;
    text->size -= size;
    return true;
}

static bool take_char(struct text_slice *text, char c)
{
    if (!text->size || *text->text != c)
        return false;
    text->text++;
    text->size--;
    return true;
}

/* "5", "3-10", "3-10:2" */
static bool begin_range(struct slurm_array *array, struct text_slice entry)
{
    array->step = 1;
    if (!take_number(&entry, &array->next))
        return false;
    array->last = array->next;
    if (take_char(&entry, '-') && !take_number(&entry, &array->last))
        return false;
    if (take_char(&entry, ':') && !take_number(&entry, &array->step))
        return false;
    return !entry.size && array->step > 0 && array->next <= array->last;
}

static bool next_range(struct slurm_array *array)
{
    while (array->rest.size) {
        const char *comma = memchr(array->rest.text, ',', array->rest.size);
        size_t size = comma ? (size_t)(comma - array->rest.text) : array->rest.size;
        struct text_slice entry = {array->rest.text, size};
        array->rest.text += size + (comma != NULL);
        array->rest.size -= size + (comma != NULL);
        if (begin_range(array, entry))
            return true;
        array->cut = true;
    }
    return false;
}

bool slurm_array_next(struct slurm_array *array, unsigned long *task)
{
    if (!array->within && !(array->within = next_range(array)))
        return false;
    *task = array->next;
    array->within = array->last - array->next >= array->step;
    array->next += array->step;
    return true;
}

unsigned long slurm_array_count(struct text_slice id, bool *cut)
{
    struct slurm_array array;
    unsigned long count = 0;
    *cut = false;
    if (!slurm_array_begin(&array, id))
        return 1;
    while (next_range(&array))
        count += (array.last - array.next) / array.step + 1;
    *cut = array.cut;
    return count;
}
