/* Where a Chrome trace can be cut. */
#ifndef INPUT_TRACES_CHROME_CUT_H
#define INPUT_TRACES_CHROME_CUT_H

#include <stddef.h>

/* Where an event begins behind `at`: an object that follows another and has a phase; after so many
 * objects without one, any. A guess, for it may be inside of an event. `size` when there is none.
 */
size_t chrome_event_after(const char *text, size_t size, size_t at, int most_tries);

#endif
