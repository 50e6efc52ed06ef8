#include "check.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/arena.h"
#include "util/memory.h"

static void exit_with_4(void)
{
    _exit(4);
}

/* Exit code of a process in which `run` finds too little memory. */
static int exit_code_of(void (*run)(void))
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        memory_set_exhausted_handler(exit_with_4);
        run();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void allocations_are_zeroed_and_aligned(void)
{
    struct arena arena;
    arena_init(&arena);
    for (size_t size = 0; size < 300; size++) {
        unsigned char *memory = arena_alloc(&arena, size);
        CHECK_INT((uintptr_t)memory % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            CHECK_INT(memory[i], 0);
        memset(memory, 0xAA, size);
    }
    arena_release(&arena);
}

static void texts_lie_close_and_memory_behind_them_aligned(void)
{
    struct arena arena;
    arena_init(&arena);
    const char *first = arena_text(&arena, "one"), *second = arena_text(&arena, "three");
    CHECK(second == first + 4);
    for (size_t size = 0; size < 300; size++) {
        unsigned char *memory = arena_alloc(&arena, size);
        CHECK_INT((uintptr_t)memory % _Alignof(max_align_t), 0);
        memset(memory, 0xAA, size);
        CHECK_TEXT(arena_text(&arena, "one more"), "one more");
    }
    CHECK_TEXT(first, "one");
    CHECK_TEXT(second, "three");
    arena_release(&arena);
}

static void allocations_do_not_overlap(void)
{
    enum { COUNT = 2000 };
    static unsigned char *memory[COUNT];
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < COUNT; i++) {
        memory[i] = arena_alloc(&arena, i);
        memset(memory[i], (int)(i & 0xFF), i);
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < i; k++)
            CHECK_INT(memory[i][k], i & 0xFF);
    arena_release(&arena);
}

static void empty_allocations_are_memory_too(void)
{
    struct arena arena;
    arena_init(&arena);
    void *first = arena_alloc(&arena, 0), *second = arena_alloc_array(&arena, 0, 8);
    CHECK(first && second && first != second);
    arena_release(&arena);
}

static void a_large_allocation_leaves_the_rest_of_the_block_in_use(void)
{
    struct arena arena;
    arena_init(&arena);
    char *before = arena_alloc(&arena, 16);
    char *large = arena_alloc(&arena, 50 << 20);
    char *after = arena_alloc(&arena, 16);
    CHECK(after == before + 16);
    large[0] = large[(50 << 20) - 1] = 1;
    arena_release(&arena);
}

static void a_first_large_allocation_works(void)
{
    struct arena arena;
    arena_init(&arena);
    char *large = arena_alloc(&arena, 3 << 20);
    large[(3 << 20) - 1] = 1;
    CHECK_INT(large[0], 0);
    arena_release(&arena);
    arena_release(&arena);
    CHECK(!arena.newest);
}

static void texts_are_copied(void)
{
    struct arena arena;
    arena_init(&arena);
    char text[] = "node01";
    char *copy = arena_text(&arena, text);
    text[0] = 'x';
    CHECK_TEXT(copy, "node01");
    CHECK_TEXT(arena_text(&arena, ""), "");
    CHECK(arena_text(&arena, NULL) == NULL);
    CHECK_TEXT(arena_text_of_size(&arena, "node01", 4), "node");
    CHECK_TEXT(arena_text_of_size(&arena, NULL, 0), "");
    arena_release(&arena);
}

static void formatted_texts_may_be_long(void)
{
    struct arena arena;
    arena_init(&arena);
    CHECK_TEXT(arena_format(&arena, "%s:%d", "a", 7), "a:7");
    CHECK_TEXT(arena_format(&arena, "%s", ""), "");
    CHECK_INT(strlen(arena_format(&arena, "%*s", 100000, "x")), 100000);
    arena_release(&arena);
}

static void adopted_memory_lives_on(void)
{
    struct arena whole, part, none;
    arena_init(&whole);
    arena_init(&part);
    arena_init(&none);
    char *first = arena_text(&part, "first");
    arena_adopt(&whole, &part);
    CHECK(!part.newest);
    char *second = arena_text(&part, "second");
    arena_alloc(&part, 2 << 20);
    char *own = arena_text(&whole, "own");
    arena_adopt(&whole, &part);
    arena_adopt(&whole, &none);
    CHECK_TEXT(first, "first");
    CHECK_TEXT(second, "second");
    CHECK_TEXT(own, "own");
    arena_release(&part);
    arena_release(&whole);
}

static void ask_arena_for_everything(void)
{
    struct arena arena;
    arena_init(&arena);
    arena_alloc(&arena, SIZE_MAX);
}

static void ask_for_an_overflowing_array(void)
{
    struct arena arena;
    arena_init(&arena);
    arena_alloc_array(&arena, SIZE_MAX / 8 + 2, 8);
}

static void ask_for_a_text_of_every_byte(void)
{
    struct arena arena;
    arena_init(&arena);
    arena_text_of_size(&arena, "", SIZE_MAX);
}

static void ask_heap_for_an_overflowing_array(void)
{
    memory_alloc_array(SIZE_MAX / 2, 3);
}

static void impossible_sizes_end_the_program(void)
{
    CHECK_INT(exit_code_of(ask_arena_for_everything), 4);
    CHECK_INT(exit_code_of(ask_for_an_overflowing_array), 4);
    CHECK_INT(exit_code_of(ask_for_a_text_of_every_byte), 4);
    CHECK_INT(exit_code_of(ask_heap_for_an_overflowing_array), 4);
}

static void arrays_grow_in_the_arena(void)
{
    struct arena arena;
    size_t capacity = 0;
    int *items = NULL;
    arena_init(&arena);
    for (int i = 0; i < 1000; i++) {
        items = arena_reserve(&arena, items, (size_t)i, &capacity, sizeof *items);
        CHECK_INT(items[i], 0);
        items[i] = i + 1;
    }
    CHECK(capacity >= 1000 && capacity < 2000);
    CHECK(items == arena_reserve(&arena, items, 1000, &capacity, sizeof *items));
    for (int i = 0; i < 1000; i++)
        CHECK_INT(items[i], i + 1);
    arena_release(&arena);
}

static void the_heap_is_zeroed_and_grows(void)
{
    int *items = memory_alloc_array(3, sizeof *items);
    CHECK(items[0] == 0 && items[2] == 0);
    size_t capacity = 3;
    items[2] = 42;
    memory_reserve(&items, &capacity, 3, sizeof *items);
    CHECK_INT(capacity, 3);
    memory_reserve(&items, &capacity, 1000, sizeof *items);
    CHECK(capacity >= 1000);
    CHECK_INT(items[2], 42);
    items[999] = 1;
    items = memory_resize(items, 3, sizeof *items);
    CHECK_INT(items[2], 42);
    free(items);
    void *nothing = memory_alloc(0);
    CHECK(nothing);
    free(nothing);
}

CHECK_MAIN(TEST(allocations_are_zeroed_and_aligned), TEST(allocations_do_not_overlap),
           TEST(texts_lie_close_and_memory_behind_them_aligned),
           TEST(empty_allocations_are_memory_too),
           TEST(a_large_allocation_leaves_the_rest_of_the_block_in_use),
           TEST(a_first_large_allocation_works), TEST(texts_are_copied),
           TEST(formatted_texts_may_be_long), TEST(adopted_memory_lives_on),
           TEST(impossible_sizes_end_the_program), TEST(arrays_grow_in_the_arena),
           TEST(the_heap_is_zeroed_and_grows))
