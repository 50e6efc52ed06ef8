#include "check.h"

#include "render/theme.h"

static void themes_are_found_by_name(void)
{
    CHECK(theme_by_name("light") && !theme_by_name("light")->dark);
    CHECK(theme_by_name("dark") && theme_by_name("dark")->dark);
    CHECK(theme_by_name("grey") == NULL);
}

static void ramp_has_ends_and_steps(void)
{
    CHECK_NEAR(theme_ramp(0).red * 255, 0x44, 1e-9);
    CHECK_NEAR(theme_ramp(0).blue * 255, 0x54, 1e-9);
    CHECK_NEAR(theme_ramp(1).red * 255, 0xfd, 1e-9);
    CHECK_NEAR(theme_ramp(1).green * 255, 0xe7, 1e-9);
    CHECK_NEAR(theme_ramp(7).blue * 255, 0x25, 1e-9);
    CHECK_NEAR(theme_ramp(-1).red, theme_ramp(0).red, 1e-9);
    CHECK_NEAR(theme_ramp(NAN).red, theme_ramp(0).red, 1e-9);
    int changes = 0;
    for (int i = 1; i <= 5000; i++) {
        struct rgb former = theme_ramp((i - 1) / 5000.0), now = theme_ramp(i / 5000.0);
        changes += former.red != now.red || former.green != now.green || former.blue != now.blue;
    }
    CHECK_INT(changes, THEME_RAMP_STEPS - 1);
}

static double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4);
}

static double luminance(struct rgb colour)
{
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) +
           0.0722 * linear(colour.blue);
}

static void letters_can_be_read(void)
{
    static const char *const names[] = {"light", "dark"};
    for (int i = 0; i < 2; i++) {
        const struct theme *theme = theme_by_name(names[i]);
        double back = luminance(theme->background);
        for (int colour = 0; colour < COLOUR_COUNT; colour++) {
            double front = luminance(theme_letters(theme, (enum colour)colour));
            CHECK((fmax(front, back) + 0.05) / (fmin(front, back) + 0.05) >= 4.5);
        }
    }
}

static void dashes_differ(void)
{
    int count;
    theme_dash(DASH_SOLID, &count);
    CHECK_INT(count, 0);
    for (int dash = DASH_LONG; dash < DASH_COUNT; dash++) {
        const double *lengths = theme_dash((enum dash)dash, &count);
        CHECK(count >= 2 && count % 2 == 0);
        for (int i = 0; i < count; i++)
            CHECK(lengths[i] > 0);
    }
}

CHECK_MAIN(TEST(themes_are_found_by_name), TEST(ramp_has_ends_and_steps), TEST(letters_can_be_read),
           TEST(dashes_differ))
