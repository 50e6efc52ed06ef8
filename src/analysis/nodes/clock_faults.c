#include "analysis/nodes/clock_faults.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "analysis/statistics/statistic.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

static const double FARTHEST_S = 31 * 86400.0;
static const double MOST_BACK = 2, LONGEST_STEP = 3; /* sampling intervals */
static const double SHORTEST_STEP = 0.6;
static const double LEAST_ADVANCE = 0.5; /* of the intervals that passed */

enum { STEPS_PER_STEP_BACK = 10, FEW_STEPS_BACK = 2, MOST_PIECES = 4096 };
static const double MOST_WORK = 1e8; /* pieces × samples */

/* Samples from a place of `places` to before another one. */
struct piece {
    size_t first, behind;
    double low, high;
    size_t best;   /* samples of the best chain that ends here */
    size_t before; /* the piece before it in that chain; itself: there is none */
};

struct fault_search {
    struct kept_samples *kept;
    const double *times;
    double interval_s;
    LIST_OF(struct piece) pieces;
};

static double time_at(const struct fault_search *search, size_t index)
{
    return search->times[search->kept->places[index]];
}

static double step_to(const struct fault_search *search, size_t index)
{
    return time_at(search, index) - time_at(search, index - 1);
}

/* ---- stamps far away ---- */

/* The span of the largest group of stamps without a gap of 31 days. */
static void find_group(double *sorted, size_t count, double *low, double *high)
{
    size_t first = 0, most = 0;
    if (count)
        qsort(sorted, count, sizeof *sorted, number_compare);
    for (size_t i = 0; i < count; i++) {
        bool is_last = i + 1 == count || sorted[i + 1] - sorted[i] > FARTHEST_S;
        if (!is_last)
            continue;
        if (i + 1 - first >= most) {
            most = i + 1 - first;
            *low = sorted[first];
            *high = sorted[i];
        }
        first = i + 1;
    }
}

static void keep_group(struct fault_search *search, size_t count)
{
    struct kept_samples *kept = search->kept;
    double *sorted = memory_alloc_array(count + 1, sizeof *sorted), low = 0, high = -1;
    size_t finite = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(search->times[i]))
            sorted[finite++] = search->times[i];
    find_group(sorted, finite, &low, &high);
    free(sorted);
    for (size_t i = 0; i < count; i++)
        if (search->times[i] >= low && search->times[i] <= high)
            kept->places[kept->count++] = i;
}

/* ---- pieces ---- */

static double median_step(const struct fault_search *search)
{
    double *steps = memory_alloc_array(search->kept->count + 1, sizeof *steps);
    size_t used = 0;
    for (size_t i = 1; i < search->kept->count; i++) {
        steps[used] = fabs(step_to(search, i));
        used += steps[used] > 0;
    }
    double median = statistic_median(steps, used);
    free(steps);
    return median;
}

static void add_piece(struct fault_search *search, size_t first, size_t behind)
{
    struct piece piece = {first, behind, INFINITY, -INFINITY, behind - first, search->pieces.count};
    for (size_t i = first; i < behind; i++) {
        piece.low = fmin(piece.low, time_at(search, i));
        piece.high = fmax(piece.high, time_at(search, i));
    }
    *list_add(&search->pieces) = piece;
}

/* Cuts the samples where the clock jumps; false when it nowhere jumps back, or when the samples are
 * not in the order in which they were taken. */
static bool cut(struct fault_search *search)
{
    size_t count = search->kept->count, back = 0, jumps = 0, first = 0;
    for (size_t i = 1; i < count; i++) {
        double step = step_to(search, i);
        back += step < 0;
        jumps += step < -MOST_BACK * search->interval_s;
    }
    if (jumps == 0 || back > count / STEPS_PER_STEP_BACK + FEW_STEPS_BACK)
        return false;
    for (size_t i = 1; i <= count; i++) {
        double step = i < count ? step_to(search, i) : INFINITY;
        if (step >= -MOST_BACK * search->interval_s && step <= LONGEST_STEP * search->interval_s)
            continue;
        add_piece(search, first, i);
        first = i;
    }
    return search->pieces.count <= MOST_PIECES &&
           (double)search->pieces.count * (double)count <= MOST_WORK;
}

static int compare_pieces(const void *left, const void *right)
{
    const struct piece *l = left, *r = right;
    if (l->low != r->low)
        return l->low < r->low ? -1 : 1;
    return (l->first > r->first) - (l->first < r->first);
}

/* Blocks that were only written in another order. */
static bool pieces_fit(const struct fault_search *search)
{
    size_t count = search->pieces.count;
    struct piece *sorted = memory_alloc_array(count + 1, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = search->pieces.items[i];
    if (count)
        qsort(sorted, count, sizeof *sorted, compare_pieces);
    bool fit = true;
    for (size_t i = 1; i < count && fit; i++) {
        double gap = sorted[i].low - sorted[i - 1].high;
        bool in_turn = sorted[i].first == sorted[i - 1].behind;
        fit = gap >= 0 && (in_turn || gap <= LONGEST_STEP * search->interval_s);
    }
    free(sorted);
    return fit;
}

/* ---- stamps in order of time ---- */

struct stamp {
    double time;
    size_t place;
};

static int compare_stamps(const void *left, const void *right)
{
    const struct stamp *l = left, *r = right;
    if (l->time != r->time)
        return l->time < r->time ? -1 : 1;
    return (l->place > r->place) - (l->place < r->place);
}

/* To be freed. */
static struct stamp *sort_stamps(const struct fault_search *search)
{
    const struct kept_samples *kept = search->kept;
    struct stamp *stamps = memory_alloc_array(kept->count + 1, sizeof *stamps);
    for (size_t i = 0; i < kept->count; i++)
        stamps[i] = (struct stamp){time_at(search, i), kept->places[i]};
    if (kept->count)
        qsort(stamps, kept->count, sizeof *stamps, compare_stamps);
    return stamps;
}

/* Samples that were only written in another order: by time they follow each other regularly. Stamps
 * of a clock that is wrong fall between, or on, those of others, or leave a hole. */
static bool is_shuffled(const struct fault_search *search)
{
    struct stamp *stamps = sort_stamps(search);
    bool is_regular = true;
    for (size_t i = 1; i < search->kept->count && is_regular; i++) {
        double step = stamps[i].time - stamps[i - 1].time;
        bool in_turn = stamps[i].place == stamps[i - 1].place + 1;
        is_regular = in_turn || (step >= SHORTEST_STEP * search->interval_s &&
                                 step <= LONGEST_STEP * search->interval_s);
    }
    free(stamps);
    return is_regular;
}

/* ---- repeats ---- */

static bool is_repeat(const struct stamp *stamps, size_t count, struct stamp sample,
                      same_sample *same, const void *context)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (stamps[middle].time < sample.time)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < count && stamps[low].time == sample.time && stamps[low].place < sample.place;
         low++)
        if (same(context, stamps[low].place, sample.place))
            return true;
    return false;
}

/* Takes out the samples behind a jump back that say again what was said. */
static void drop_repeats(struct fault_search *search, same_sample *same, const void *context)
{
    struct kept_samples *kept = search->kept;
    struct stamp *stamps = sort_stamps(search);
    size_t count = kept->count, used = 0;
    double latest = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        struct stamp sample = {time_at(search, i), kept->places[i]};
        bool is_behind = sample.time <= latest;
        latest = fmax(latest, sample.time);
        if (is_behind && (i == 0 || sample.time != search->times[kept->places[i] - 1]) &&
            is_repeat(stamps, count, sample, same, context))
            kept->repeated++;
        else
            kept->places[used++] = sample.place;
    }
    kept->count = used;
    free(stamps);
}

/* ---- the chain ---- */

static size_t count_behind(const struct fault_search *search, const struct piece *piece,
                           double time)
{
    size_t count = 0;
    if (piece->low > time)
        return piece->behind - piece->first;
    if (piece->high <= time)
        return 0;
    for (size_t i = piece->first; i < piece->behind; i++)
        count += time_at(search, i) > time;
    return count;
}

/* Returns the last piece of the best chain. */
static size_t find_chain(struct fault_search *search)
{
    size_t last = 0;
    for (size_t p = 0; p < search->pieces.count; p++) {
        struct piece *piece = &search->pieces.items[p];
        for (size_t q = 0; q < p; q++) {
            const struct piece *before = &search->pieces.items[q];
            size_t count = count_behind(search, piece, before->high);
            if (count && before->best + count > piece->best) {
                piece->best = before->best + count;
                piece->before = q;
            }
        }
        if (piece->best > search->pieces.items[last].best)
            last = p;
    }
    return last;
}

static void add_restart(struct kept_samples *kept, double time)
{
    kept->restarts = memory_resize(kept->restarts, kept->restart_count + 1, sizeof *kept->restarts);
    kept->restarts[kept->restart_count++] = time;
}

/* Keeps what the piece has behind `latest`, at places[used]. */
static size_t keep_piece(struct fault_search *search, const struct piece *piece, double latest,
                         size_t used)
{
    struct kept_samples *kept = search->kept;
    size_t last_place = used ? kept->places[used - 1] : 0;
    bool is_first = true;
    for (size_t i = piece->first; i < piece->behind; i++) {
        double time = time_at(search, i);
        if (!(time > latest))
            continue;
        double passed = (double)(kept->places[i] - last_place) * search->interval_s;
        if (used && is_first && time - latest < LEAST_ADVANCE * passed)
            add_restart(kept, time);
        is_first = false;
        kept->places[used++] = kept->places[i];
    }
    return used;
}

static void keep_chain(struct fault_search *search)
{
    size_t *chain = memory_alloc_array(search->pieces.count + 1, sizeof *chain), count = 0;
    size_t p = find_chain(search), used = 0;
    for (; search->pieces.items[p].before != p; p = search->pieces.items[p].before)
        chain[count++] = p;
    chain[count++] = p;
    double latest = -INFINITY;
    while (count--) {
        const struct piece *piece = &search->pieces.items[chain[count]];
        used = keep_piece(search, piece, latest, used);
        latest = piece->high;
    }
    search->kept->count = used;
    free(chain);
}

/* ---- the whole ---- */

void kept_samples_find(struct kept_samples *kept, const double *times, size_t count, bool in_order,
                       double first, double last, same_sample *same, const void *context)
{
    *kept = (struct kept_samples){0};
    if (count == 0 || (in_order && last - first <= FARTHEST_S))
        return;
    struct fault_search search = {.kept = kept, .times = times};
    kept->places = memory_alloc_array(count, sizeof *kept->places);
    keep_group(&search, count);
    search.interval_s = median_step(&search);
    if (cut(&search)) {
        drop_repeats(&search, same, context);
        search.pieces.count = 0;
        if (cut(&search) && !pieces_fit(&search) && !is_shuffled(&search))
            keep_chain(&search);
    }
    free(search.pieces.items);
    kept->set_aside = count - kept->count - kept->repeated;
    if (kept->count == count)
        kept_samples_release(kept);
}

void kept_samples_release(struct kept_samples *kept)
{
    free(kept->places);
    free(kept->restarts);
    *kept = (struct kept_samples){0};
}
