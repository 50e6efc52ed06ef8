/* Findings about limits that attempts exceeded together. */
#include "findings_fixture.h"

static void limits_hit_together_are_told(void)
{
    static const char columns[] = "task,resource,unit,attempts,alone,with_memory,used_max";
    begin();
    add_calm_campaign();
    add_rows("exceeded_limits", columns, "a,memory,B,3,3,0,70\na,disk,B,3,3,0,900\n");
    run();
    CHECK(!is_reported("limit, too"));
    fixture_release(&fixture);
    begin();
    add_calm_campaign();
    add_rows("exceeded_limits", columns,
             "a,memory,B,30,10,0,70\na,disk,B,35,15,20,5368709120\nb,memory,B,4,3,0,70\n"
             "b,disk,B,1,0,1,900\nb,cores,,1,0,1,\n");
    run();
    size_t row = row_of("limit, too");
    CHECK_TEXT(cell(row, "level"), "warn");
    CHECK_TEXT(cell(row, "finding"),
               "21 of 34 attempts that exceeded their memory limit exceeded their disk limit, too, "
               "20 of them of a. 15 more exceeded their disk limit and not that of memory.");
    CHECK_TEXT(cell(row, "advice"), "request more disk together with more memory; attempts used up "
                                    "to 5 GiB of disk");
    CHECK_NEAR(number(row, "value"), 21, 0);
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(limits_hit_together_are_told))
