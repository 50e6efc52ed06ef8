/* Which cores are named that do the work of nodes. */
#include "findings_fixture.h"

/* Means of each core of a node in %, and what is said of them. */
static void cores_are_named_where_they_alone_work(void)
{
    static const struct {
        double n1[8], n2[8];
        const char *said;
    } cases[] = {
        {{97, 96}, {98, 95}, ", nearly always cores 0 and 1."},
        {{0, 0, 0, 99}, {0, 0, 0, 99}, ", nearly always core 3."},
        {{99, 0, 99, 0, 0, 99}, {99, 0, 99, 0, 0, 99}, ", nearly always cores 0, 2 and 5."},
        {{97, 96}, {97, 0, 96}, NULL}, /* others on another node */
        {{97, 96, 50}, {97, 96}, NULL},
        {{12, 12, 12, 12}, {12, 12, 12, 12}, NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fixture_init(&fixture);
        for (size_t node = 0; node < 2; node++) {
            const double *loads = node ? cases[i].n2 : cases[i].n1;
            const char *name = node ? "n2" : "n1";
            double sum = 0;
            for (size_t core = 0; core < 8; core++) {
                char of_core[16];
                snprintf(of_core, sizeof of_core, "%s core %zu", name, core);
                fixture_flat(&fixture, "cpu_percent_sys.core", of_core, 20, 60, loads[core]);
                sum += loads[core];
            }
            fixture_flat(&fixture, "cpu_percent_sys", name, 20, 60, sum / 8);
            dataset_add_hardware(&fixture.dataset, name, "cpus", "8");
        }
        fixture_run(&fixture);
        const char *said = "";
        for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++)
            if (strncmp(cell(row, "finding"), "Low CPU load:", 13) == 0)
                said = cell(row, "finding");
        CHECK(strstr(said, cases[i].said ? cases[i].said : " cores per node were busy ("));
        CHECK(cases[i].said || !strstr(said, "nearly"));
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(cores_are_named_where_they_alone_work))
