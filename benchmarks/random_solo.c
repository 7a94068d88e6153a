/* Random solo games of the base box in plain C: what compiled Python is measured against.
 *
 * compare_with_c.py writes the cards into tables.h, builds this, and runs it beside the compiled kernel. Both draw the
 * same random numbers in the same order, so their stars have to be equal.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned __int128 set;
#define SET(high, low) ((set)(high) << 64 | (low))
#include "tables.h"

enum { MOST_TURNS = 16 };
enum { FOREST, VILLAGE, FARM, WATER, MONSTER, TERRAINS };
enum { EXPLORE, RUINS_CARD, AMBUSH };

typedef struct {
    uint64_t chance;
    set terrain[TERRAINS];
    set mountain, ruins;
    int coins, season, time, pending, deck_size, top, gone_count;
    int deck[24], ambushes[4], gone[8];
} game;

static inline int below(game *g, uint64_t limit) {
    g->chance = g->chance * UINT64_C(0xD1342543DE82EF95) + 1;
    return (int)((set)g->chance * limit >> 64);
}

static inline int count(set spaces) {
    return __builtin_popcountll((uint64_t)spaces) + __builtin_popcountll((uint64_t)(spaces >> 64));
}

static inline int first(set spaces) {
    uint64_t low = (uint64_t)spaces;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(spaces >> 64));
}

static inline set beside(set s) {
    return (s >> 11) | ((s << 11) & BOARD) | ((s & NOT_LEFT) >> 1) | ((s & NOT_RIGHT) << 1);
}

static inline set filled(const game *g) {
    return g->terrain[0] | g->terrain[1] | g->terrain[2] | g->terrain[3] | g->terrain[4] | g->mountain;
}

static inline set cluster_of(set seed, set spaces) {
    set cluster = seed & spaces, grown = cluster | (beside(cluster) & spaces);
    while (grown != cluster) {
        cluster = grown;
        grown = cluster | (beside(cluster) & spaces);
    }
    return cluster;
}

#define EACH_CLUSTER(cluster, spaces) \
    for (set rest_ = (spaces), cluster; rest_ && (cluster = cluster_of(rest_ & -rest_, rest_), 1); rest_ &= ~cluster)

static int lines(set spaces) {
    int found = 0;
    for (int line = 0; line < 11; line++) found += ((spaces & ROW[line]) != 0) + ((spaces & COLUMN[line]) != 0);
    return found;
}

static int score(const game *g, int card) {
    const set *t = g->terrain;
    const set full = filled(g);
    int points = 0, best = 0, second = 0;
    switch (card) {
    case SENTINEL_WOOD: return count(t[FOREST] & EDGE);
    case GREENBOUGH: return lines(t[FOREST]);
    case TREETOWER: return count(t[FOREST] & ~beside(BOARD & ~full));
    case STONESIDE_FOREST: {
        set linked = 0;
        EACH_CLUSTER(cluster, t[FOREST]) {
            set joined = beside(cluster) & g->mountain;
            if (count(joined) >= 2) linked |= joined;
        }
        return 3 * count(linked);
    }
    case WILDHOLDS:
        EACH_CLUSTER(cluster, t[VILLAGE]) points += count(cluster) >= 6 ? 8 : 0;
        return points;
    case GREAT_CITY:
        EACH_CLUSTER(cluster, t[VILLAGE]) {
            int size = count(cluster);
            if (size > best && !(beside(cluster) & g->mountain)) best = size;
        }
        return best;
    case GREENGOLD_PLAINS:
        EACH_CLUSTER(cluster, t[VILLAGE]) {
            set around = beside(cluster) & ~cluster;
            int types = ((around & t[FOREST]) != 0) + ((around & t[FARM]) != 0) + ((around & t[WATER]) != 0) +
                        ((around & t[MONSTER]) != 0) + ((around & g->mountain) != 0);
            points += types >= 3 ? 3 : 0;
        }
        return points;
    case SHIELDGATE:
        EACH_CLUSTER(cluster, t[VILLAGE]) {
            int size = count(cluster);
            if (size > best) second = best, best = size;
            else if (size > second) second = size;
        }
        return 2 * second;
    case CANAL_LAKE: return count(t[FARM] & beside(t[WATER])) + count(t[WATER] & beside(t[FARM]));
    case MAGES_VALLEY: return 2 * count(t[WATER] & beside(g->mountain)) + count(t[FARM] & beside(g->mountain));
    case GOLDEN_GRANARY: return 3 * count(t[FARM] & g->ruins) + count(t[WATER] & beside(g->ruins));
    case SHORESIDE_EXPANSE:
        EACH_CLUSTER(cluster, t[FARM]) points += !(cluster & EDGE) && !(beside(cluster) & t[WATER]) ? 3 : 0;
        EACH_CLUSTER(cluster, t[WATER]) points += !(cluster & EDGE) && !(beside(cluster) & t[FARM]) ? 3 : 0;
        return points;
    case BORDERLANDS:
        for (int line = 0; line < 11; line++)
            points += 6 * ((full & ROW[line]) == ROW[line]) + 6 * ((full & COLUMN[line]) == COLUMN[line]);
        return points;
    case LOST_BARONY:
        for (set rest = full; rest; best++) {
            set left = (rest & NOT_LEFT) >> 1;
            rest &= left & (rest >> 11) & (left >> 11);
        }
        return 3 * best;
    case BROKEN_ROAD:
        for (int line = 0; line < 11; line++) points += 3 * ((full & DIAGONAL[line]) == DIAGONAL[line]);
        return points;
    case CAULDRONS: return count(BOARD & ~full & ~beside(BOARD & ~full));
    }
    return 0;
}

static set anchors(int turn, set free) {
    set places = TURN_ROOM[turn];
    for (int step = 0; step < TURN_SIZE[turn]; step++) places &= free >> TURN_STEPS[turn][step];
    return places;
}

static set nth(set spaces, int index) {
    while (index--) spaces &= spaces - 1;
    return spaces & -spaces;
}

static set random_place(game *g, int card, set free, set wanted, int *coin) {
    if (!wanted) return 0;
    int begin = FIRST_PLACEMENT[card], places = FIRST_PLACEMENT[card + 1] - begin;
    int tries = wanted == BOARD && count(free) >= ROOM ? TRIES : 0;
    while (tries--) {
        int place = begin + below(g, places);
        if (!(PLACEMENT[place] & ~free)) {
            *coin = PLACEMENT_COIN[place];
            return PLACEMENT[place];
        }
    }
    set where[MOST_TURNS];
    int total = 0, turns = FIRST_TURN[card + 1] - FIRST_TURN[card];
    for (int number = 0; number < turns; number++) {
        int turn = FIRST_TURN[card] + number;
        where[number] = anchors(turn, free);
        if (wanted != BOARD) {
            set reach = 0;
            for (int step = 0; step < TURN_SIZE[turn]; step++) reach |= wanted >> TURN_STEPS[turn][step];
            where[number] &= reach;
        }
        total += count(where[number]);
    }
    if (!total) return 0;
    int index = below(g, total), chosen = 0;
    for (; index >= count(where[chosen]); chosen++) index -= count(where[chosen]);
    *coin = TURN_COIN[FIRST_TURN[card] + chosen];
    return TURN_MASK[FIRST_TURN[card] + chosen] << first(nth(where[chosen], index));
}

static int random_field(game *g, int row) {
    int choices = CARD_TERRAINS[row][0];
    return CARD_TERRAINS[row][choices == 1 ? 1 : 1 + below(g, choices)];
}

static void draw(game *g, set spaces, int field, int coin) {
    set was_empty = BOARD & ~filled(g);
    g->terrain[field] |= spaces;
    set near = beside(spaces) & g->mountain;
    if (near) coin += count(near & ~beside(was_empty & ~spaces));
    g->coins = g->coins + coin > 14 ? 14 : g->coins + coin;
}

static void explore(game *g, int card) {
    set free = BOARD & ~filled(g);
    if (!free) return;
    int coin = 0;
    set spaces = random_place(g, card, free, g->pending ? g->ruins & free : BOARD, &coin);
    int field = random_field(g, card);
    if (!spaces) {
        coin = 0;
        spaces = nth(free, below(g, count(free)));
        field = random_field(g, ANY_TERRAIN);
    }
    draw(g, spaces, field, coin);
}

static void ambush(game *g, int card) {
    set places = anchors(FIRST_TURN[card], BOARD & ~filled(g));
    for (int step = FIRST_WALK[card]; step < FIRST_WALK[card + 1]; step++)
        if (places >> WALK[step] & 1) {
            draw(g, TURN_MASK[FIRST_TURN[card]] << WALK[step], MONSTER, 0);
            return;
        }
}

static void shuffle(game *g, int *cards, int size) {
    for (int place = size - 1; place > 0; place--) {
        int other = below(g, place + 1), card = cards[place];
        cards[place] = cards[other];
        cards[other] = card;
    }
}

static int is_gone(const game *g, int card) {
    for (int place = 0; place < g->gone_count; place++)
        if (g->gone[place] == card) return 1;
    return 0;
}

static void begin_season(game *g) {
    memcpy(g->deck, SEASON_CARDS, sizeof SEASON_CARDS);
    g->deck_size = sizeof SEASON_CARDS / sizeof *SEASON_CARDS;
    for (int taken = 0; taken <= g->season; taken++)
        if (!is_gone(g, g->ambushes[taken])) g->deck[g->deck_size++] = g->ambushes[taken];
    shuffle(g, g->deck, g->deck_size);
    g->top = g->time = g->pending = 0;
}

static int play(game *g, const int *edicts) {
    int total = 0;
    memcpy(g->ambushes, AMBUSH_POOL, sizeof g->ambushes);
    shuffle(g, g->ambushes, 4);
    for (g->season = 0; g->season < 4; g->season++) {
        begin_season(g);
        while (g->time < THRESHOLD[g->season]) {
            int card = g->deck[g->top++];
            if (KIND[card] == RUINS_CARD) g->pending = 1;
            else if (KIND[card] == EXPLORE) {
                g->time += CARD_TIME[card];
                explore(g, card);
                g->pending = 0;
            } else {
                g->gone[g->gone_count++] = card;
                ambush(g, card);
            }
        }
        total += score(g, edicts[g->season]) + score(g, edicts[(g->season + 1) % 4]) + g->coins;
        total -= count(beside(g->terrain[MONSTER]) & BOARD & ~filled(g));
    }
    return total;
}

int main(int arguments, char **values) {
    int games = atoi(values[1]), runs = atoi(values[2]);
    (void)arguments;
    double best = 1e9;
    long sum[TABLES];
    for (int run = 0; run < runs; run++) {
        clock_t start = clock();
        for (int table = 0; table < TABLES; table++) {
            uint64_t chance = CHANCE[table];
            sum[table] = 0;
            for (int number = 0; number < games; number++) {
                game g = {.chance = chance, .mountain = MOUNTAIN, .ruins = RUINS};
                sum[table] += play(&g, EDICTS[table]);
                chance = g.chance;
            }
        }
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (seconds < best) best = seconds;
    }
    printf("%.9f", best);
    for (int table = 0; table < TABLES; table++) printf(" %ld", sum[table]);
    printf("\n");
    return 0;
}
