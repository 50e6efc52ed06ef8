#include "analysis/statistics/bin_rule.h"
#include "check.h"

#include <math.h>

enum { VALUES = 150 };

static double values[VALUES], scratch[VALUES], edges[BIN_RULE_MOST + 1];
static size_t counts[BIN_RULE_MOST];

static double uniform(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return ((*state >> 8) + 0.5) / (double)(1u << 24);
}

static void make_values(void)
{
    unsigned state = 7;
    for (size_t i = 0; i < VALUES; i++) {
        double first = uniform(&state);
        values[i] = 200 * first * uniform(&state);
    }
}

struct expected {
    struct bin_rule rule;
    size_t bins, first[4], last, all;
    double second_edge;
};

/* By numpy 1.24: histogram_bin_edges and histogram. */
static void bins_are_those_of_numpy(void)
{
    static const struct expected all[] = {
        {{BIN_RULE_OF_NUMBER, 10, true, 0, 100}, 10, {27, 23, 14, 15}, 9, 128, 10},
        {{.kind = BIN_RULE_FD}, 7, {55, 29, 23, 12}, 6, 150, 22.891671530141444},
        {{.kind = BIN_RULE_SCOTT}, 6, {61, 33, 21, 18}, 9, 150, 26.69818728202049},
        {{BIN_RULE_FD, 0, true, 0, 100}, 6, {45, 26, 21, 14}, 10, 128, 16.666666666666668},
        {{BIN_RULE_SCOTT, 0, true, 20, 120}, 5, {29, 24, 12, 13}, 9, 87, 40},
        {{.number = 40}, 40, {15, 6, 14, 10}, 1, 150, 4.049418558340161},
    };
    make_values();
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        size_t bins = bin_rule_count(&all[i].rule, values, VALUES, scratch, edges, counts), sum = 0;
        CHECK_INT(bins, all[i].bins);
        for (size_t k = 0; k < bins; k++)
            sum += counts[k];
        CHECK_INT(sum, all[i].all);
        for (size_t k = 0; k < 4; k++)
            CHECK_INT(counts[k], all[i].first[k]);
        CHECK_INT(counts[bins - 1], all[i].last);
        CHECK_NEAR(edges[1], all[i].second_edge, 1e-12 * all[i].second_edge);
    }
}

static void odd_values_have_bins_or_none(void)
{
    static const double same[] = {5, 5, NAN, 5, INFINITY};
    const struct bin_rule fd = {.kind = BIN_RULE_FD}, four = {.number = 4};
    const struct bin_rule beyond = {BIN_RULE_OF_NUMBER, 4, true, 6, 7};
    CHECK_INT(bin_rule_count(&fd, same, 5, scratch, edges, counts), 1);
    CHECK(edges[0] == 4.5 && edges[1] == 5.5 && counts[0] == 3);
    CHECK_INT(bin_rule_count(&four, same, 5, scratch, edges, counts), 4);
    CHECK(edges[1] == 4.75 && counts[2] == 3);
    CHECK_INT(bin_rule_count(&beyond, same, 5, scratch, edges, counts), 0);
    CHECK_INT(bin_rule_count(&four, NULL, 0, scratch, edges, counts), 0);
}

static void widths_of_far_outliers_make_no_endless_list(void)
{
    const struct bin_rule fd = {.kind = BIN_RULE_FD};
    make_values();
    values[0] = 1e12;
    CHECK_INT(bin_rule_count(&fd, values, VALUES, scratch, edges, counts), BIN_RULE_MOST);
    CHECK_INT(counts[BIN_RULE_MOST - 1], 1);
    CHECK_INT(counts[0], VALUES - 1);
}

static void rules_have_names(void)
{
    struct arena arena;
    const struct bin_rule range = {BIN_RULE_SCOTT, 0, true, 0, 1e8}, number = {.number = 40};
    arena_init(&arena);
    CHECK_TEXT(bin_rule_text(&range, &arena), "scott; 0 to 100000000");
    CHECK_TEXT(bin_rule_text(&number, &arena), "40");
    CHECK(bin_rules_equal(&range, &range) && !bin_rules_equal(&range, &number));
    arena_release(&arena);
}

CHECK_MAIN(TEST(bins_are_those_of_numpy), TEST(odd_values_have_bins_or_none),
           TEST(widths_of_far_outliers_make_no_endless_list), TEST(rules_have_names))
