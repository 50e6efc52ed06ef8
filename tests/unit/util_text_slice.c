#include "util/text_slice.h"

#include "check.h"

static void slices_are_compared_letter_by_letter(void)
{
    const struct text_slice node = {"nodes", 4}, none = {NULL, 0}, empty = {"x", 0};
    CHECK(text_slice_is(node, "node"));
    CHECK(!text_slice_is(node, "nodes"));
    CHECK(!text_slice_is(node, "Node"));
    CHECK(text_slices_equal(node, text_slice_of("node")));
    CHECK(!text_slices_equal(node, text_slice_of("mode")));
    CHECK(text_slices_equal(none, empty));
    CHECK(text_slices_equal(none, text_slice_of(NULL)));
    CHECK(text_slice_is(none, ""));
    CHECK(!text_slice_is(none, "node"));
}

static void words_are_the_same_whatever_their_case(void)
{
    static const char *const words[] = {"CPU", "node"};
    CHECK(text_slice_is_word(text_slice_of("Node"), "nODE"));
    CHECK(!text_slice_is_word(text_slice_of("Node"), "nodes"));
    CHECK(!text_slice_is_word(text_slice_of("nodes"), "node"));
    CHECK(text_slice_is_among(text_slice_of("cpu"), words, 2));
    CHECK(text_slice_is_among(text_slice_of("NODE"), words, 2));
    CHECK(!text_slice_is_among(text_slice_of("NODE"), words, 1));
    CHECK(!text_slice_is_among((struct text_slice){NULL, 0}, words, 2));
}

CHECK_MAIN(TEST(slices_are_compared_letter_by_letter), TEST(words_are_the_same_whatever_their_case))
