/* Page breaks of the least total badness, as Knuth and Plass break lines ("Breaking Paragraphs into
 * Lines", Software: Practice and Experience 11, 1981). A page holds a bounded number of boxes, so
 * that the time is linear in them. */
#include "page/paper/layout_parts.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"

static const double gap_growth_pt = 22;
static const double filled_ratio = 0.72; /* a run's last page is stretched from here on */

/* Heights of the boxes [from, to) on one page. */
struct page_sum {
    double natural, least, most, gaps;
};

static double room(const struct flow *flow, size_t from)
{
    return flow->bottom - (from == 0 ? flow->first_top : flow->top);
}

static void sum_add(struct page_sum *sum, const struct box *box, bool is_first)
{
    double before = is_first ? 0 : box->before;
    sum->natural += before + box->height;
    sum->least += before + box->least;
    sum->most += before + box->most;
    sum->gaps += !is_first && box->gap_grows;
}

/* The page [from, to) whose boxes behind the first are summed in `rest`. */
static struct page_sum sum_page(const struct flow *flow, size_t from, struct page_sum rest)
{
    const struct box *first = &flow->boxes[from];
    double head = first->head ? first->head->height : 0;
    sum_add(&rest, first, true);
    rest.natural += head;
    rest.least += head;
    rest.most += head;
    return rest;
}

static bool ends_run(const struct flow *flow, size_t to)
{
    return to == flow->count || flow->boxes[to].new_page;
}

static bool may_break(const struct flow *flow, size_t at)
{
    return at == 0 || ends_run(flow, at) || !flow->boxes[at - 1].keep;
}

static double badness(const struct flow *flow, size_t from, size_t to, struct page_sum sum)
{
    double height = room(flow, from), cost = 1 + flow->boxes[to - 1].break_cost;
    if (sum.least > height)
        return 1e6 * (1 + sum.least - height);
    if (sum.natural > height)
        return cost + 0.5 * pow((sum.natural - height) / (sum.natural - sum.least), 2);
    if (ends_run(flow, to))
        return cost + (sum.natural < 0.15 * height ? 0.3 : 0);
    double stretched = fmin(sum.most + sum.gaps * gap_growth_pt, height);
    cost += 4 * pow((height - stretched) / height, 2);
    cost += 0.5 * pow((height - sum.natural) / height, 2);
    return cost;
}

struct choice {
    double cost;
    size_t from;
};

static struct choice best_page_before(const struct flow *flow, const struct choice *choices,
                                      size_t to)
{
    struct choice best = {INFINITY, 0};
    struct page_sum rest = {0};
    for (size_t from = to; from-- > 0;) {
        struct page_sum sum = sum_page(flow, from, rest);
        if (may_break(flow, from) && choices[from].cost < INFINITY) {
            double cost = choices[from].cost + badness(flow, from, to, sum);
            if (cost < best.cost)
                best = (struct choice){cost, from};
        }
        if (flow->boxes[from].new_page || (sum.least > room(flow, from) && best.cost < INFINITY))
            break;
        sum_add(&rest, &flow->boxes[from], false);
    }
    return best;
}

size_t flow_break(const struct flow *flow, size_t **starts)
{
    struct choice *choices = memory_alloc_array(flow->count + 1, sizeof *choices);
    for (size_t to = 1; to <= flow->count; to++) {
        choices[to] = may_break(flow, to) ? best_page_before(flow, choices, to)
                                          : (struct choice){INFINITY, 0};
    }
    size_t pages = 0;
    for (size_t at = flow->count; at > 0; at = choices[at].from)
        pages++;
    *starts = arena_alloc_array(flow->arena, pages + 1, sizeof **starts);
    (*starts)[pages] = flow->count;
    for (size_t at = flow->count, page = pages; at > 0; at = choices[at].from)
        (*starts)[--page] = choices[at].from;
    free(choices);
    return pages;
}

/* How a page's slack is shared: boxes first, then the spaces between them. */
struct filling {
    double shrink, stretch; /* 0 … 1 of what boxes can give or take */
    double gap_pt;          /* added to each space that grows */
};

static struct filling fill_page(const struct flow *flow, size_t from, size_t to,
                                struct page_sum sum)
{
    struct filling filling = {0};
    double slack = room(flow, from) - sum.natural;
    if (slack < 0 && sum.natural > sum.least)
        filling.shrink = fmin(1, -slack / (sum.natural - sum.least));
    bool wanted = !ends_run(flow, to) || sum.natural > filled_ratio * room(flow, from);
    if (slack <= 0 || !wanted)
        return filling;
    if (sum.most > sum.natural)
        filling.stretch = fmin(1, slack / (sum.most - sum.natural));
    slack -= filling.stretch * (sum.most - sum.natural);
    if (sum.gaps > 0)
        filling.gap_pt = fmin(gap_growth_pt, slack / sum.gaps);
    return filling;
}

void flow_place_page(struct flow *flow, struct layout_page *page, size_t from, size_t to)
{
    struct page_sum sum = {0};
    for (size_t i = to; i-- > from + 1;)
        sum_add(&sum, &flow->boxes[i], false);
    struct filling filling = fill_page(flow, from, to, sum_page(flow, from, sum));
    double y = from == 0 ? flow->first_top : flow->top;
    const struct box *head = flow->boxes[from].head;
    if (head) {
        head->place(flow, page, head, y, head->height);
        y += head->height;
    }
    for (size_t i = from; i < to; i++) {
        const struct box *box = &flow->boxes[i];
        double height = box->height + filling.stretch * (box->most - box->height) -
                        filling.shrink * (box->height - box->least);
        if (i > from)
            y += box->before + (box->gap_grows ? filling.gap_pt : 0);
        box->place(flow, page, box, y, height);
        y += height;
    }
    page->bottom = y;
}
