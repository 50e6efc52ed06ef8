/* Names that only what is measured of GPUs has. */
#ifndef INPUT_TEXT_GPU_WORDS_H
#define INPUT_TEXT_GPU_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the name says that it is of a GPU, or of what only GPUs have: "gpu_temp", "sm_clock".
 * How many there are of them is of the node: "num_gpus". */
bool gpu_names_say(const char *name);
bool gpu_names_say_any(const char *const *names, size_t count);

#endif
