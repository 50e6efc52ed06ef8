#include "analysis/nodes/link_rates.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/number.h"

static const double GBIT = 1.25e8; /* B/s */

/* Four lanes, in Gbit/s of data. */
static const struct {
    const char *name;
    double gbit;
} generations[] = {{"QDR", 32},     {"FDR", 54.5},   {"EDR", 100},   {"HDR", 200},
                   {"HDR100", 100}, {"HDR200", 200}, {"NDR", 400},   {"NDR200", 200},
                   {"NDR400", 400}, {"XDR", 800},    {"OPA100", 100}};

/* The rate that stands at `text`, behind whose number a unit must follow: "100 Gb/sec", "10GbE",
 * "25 Gbit/s", "100GBASE-SR4", "12.5 GB/s". */
static double rate_at(const char *text)
{
    static const struct {
        const char *unit;
        double scale;
    } units[] = {{"b", 0.125}, {"BASE", 0.125}, {"B/s", 1}};
    char *end;
    double number = strtod(text, &end);
    while (*end == ' ')
        end++;
    const char *prefixes = "MGT";
    const char *prefix = *end ? strchr(prefixes, *end) : NULL;
    for (size_t i = 0; prefix && i < sizeof units / sizeof units[0]; i++)
        if (strncmp(end + 1, units[i].unit, strlen(units[i].unit)) == 0)
            return number * pow(1000, (double)(prefix - prefixes) + 2) * units[i].scale;
    return NUMBER_MISSING;
}

double link_rate_of(const char *value)
{
    double rate = NUMBER_MISSING, generation = NUMBER_MISSING;
    for (const char *at = value; *at;) {
        size_t size = 0;
        while (isalnum((unsigned char)at[size]) || (size && at[size] == '.'))
            size++;
        if (isdigit((unsigned char)*at))
            rate = fmax(rate, rate_at(at));
        for (size_t i = 0; i < sizeof generations / sizeof generations[0]; i++)
            if (size == strlen(generations[i].name) &&
                strncasecmp(at, generations[i].name, size) == 0)
                generation = fmax(generation, generations[i].gbit * GBIT);
        at += size ? size : 1;
    }
    rate = isnan(rate) ? generation : rate;
    return rate > 0 && isfinite(rate) ? rate : NUMBER_MISSING;
}

/* Whether a word of a key, of those between dots, is this one; "speed" of "net.eth0.speed". */
static bool has_word(const char *key, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = key; *at; at += *at == '.') {
        size_t its = strcspn(at, ".");
        if (its == size && strncasecmp(at, word, size) == 0)
            return true;
        at += its;
    }
    return false;
}

static bool is_of(const char *key, enum link link)
{
    static const char *const words[LINKS][4] = {{"interconnect", "infiniband", "ib", "omnipath"},
                                                {"network", "ethernet", "net", "nic"}};
    for (size_t i = 0; i < sizeof words[link] / sizeof words[link][0]; i++)
        if (has_word(key, words[link][i]))
            return true;
    return false;
}

/* Linux gives the speed of a network interface as a number of Mbit/s. */
static double rate_of_fact(const struct hardware_fact *fact)
{
    double mbit;
    if (has_word(fact->key, "speed") && number_parse(fact->value, strlen(fact->value), &mbit))
        return mbit > 0 ? mbit * GBIT / 1000 : NUMBER_MISSING;
    return link_rate_of(fact->value);
}

static void add_fact(struct link_rates *rates, const struct hardware_fact *fact)
{
    bool is_ethernet =
        strcasestr(fact->value, "eth") || strstr(fact->value, "bE") || strstr(fact->value, "BASE");
    for (int link = 0; link < LINKS; link++) {
        int its = is_ethernet ? LINK_NETWORK : link;
        double rate = is_of(fact->key, (enum link)link) ? rate_of_fact(fact) : NUMBER_MISSING;
        if (isnan(rate) || rate <= rates->rates[its])
            continue;
        rates->rates[its] = rate;
        rates->values[its] = fact->value;
    }
}

struct link_rates *link_rates_find(const struct dataset *dataset, struct arena *arena)
{
    struct link_rates *rates = arena_alloc_array(arena, dataset->node_count, sizeof *rates);
    for (size_t i = 0; i < dataset->node_count; i++)
        for (int link = 0; link < LINKS; link++)
            rates[i].rates[link] = NUMBER_MISSING;
    for (size_t i = 0; i < dataset->hardware_count; i++) {
        uint32_t node = dataset_find_node(dataset, dataset->hardware[i].node);
        if (node != NAME_INDEX_NONE)
            add_fact(&rates[node], &dataset->hardware[i]);
    }
    return rates;
}

const struct link_metric link_metrics[] = {
    {"ib_io_counters.port_xmit_data", LINK_INTERCONNECT},
    {"ib_io_counters.port_rcv_data", LINK_INTERCONNECT},
    {"ib_xmit", LINK_INTERCONNECT},
    {"ib_recv", LINK_INTERCONNECT},
    {"net_io_counters.bytes_sent", LINK_NETWORK},
    {"net_io_counters.bytes_recv", LINK_NETWORK},
    {"net_bytes_out", LINK_NETWORK},
    {"net_bytes_in", LINK_NETWORK},
};
const size_t link_metric_count = sizeof link_metrics / sizeof link_metrics[0];
