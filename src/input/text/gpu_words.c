#include "input/text/gpu_words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "util/text_slice.h"

static const char gpu[] = "gpu";

/* "gpu0", "util.gpu" and "GPUTemp", but not "gpus". */
static bool holds_gpu(const char *name)
{
    const size_t size = sizeof gpu - 1;
    for (const char *at = strcasestr(name, gpu); at; at = strcasestr(at + size, gpu))
        if (tolower((unsigned char)at[size]) != 's' || isalnum((unsigned char)at[size + 1]))
            return true;
    return false;
}

static bool is_word_of_gpus(struct text_slice word)
{
    static const char *const words[] = {"acc",   "accelerator", "sm",      "graphics", "bar1",
                                        "thgpt", "encoder",     "decoder", "pstate"};
    return SLICE_IS_AMONG(word, words);
}

bool gpu_names_say(const char *name)
{
    if (holds_gpu(name) || strcasestr(name, "nvidia") || strcasestr(name, "dcgm"))
        return true;
    for (const char *at = name; *at;) {
        struct text_slice word = {at, 0};
        while (isalnum((unsigned char)at[word.size]))
            word.size++;
        if (is_word_of_gpus(word))
            return true;
        at += word.size ? word.size : 1;
    }
    return false;
}

bool gpu_names_say_any(const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (gpu_names_say(names[i]))
            return true;
    return false;
}
