"""The 32 scoring cards and the monsters' toll, one plain function each."""

from collections.abc import Callable

from .sheet import (
    SIZE,
    Grid,
    Space,
    all_spaces,
    clusters,
    groups,
    neighbours,
    spaces_of,
    surroundings,
)

RULEBOOKS = ("standard", "pl", "de", "hu", "el")


def has_neighbour(grid: Grid, r: int, c: int, terrain: str) -> bool:
    """Return whether at least one neighbour of (r, c) has *terrain*."""
    return any(terrain in grid[y][x].terrains for y, x in neighbours(r, c))


def touches(grid: Grid, cluster: set[Space], terrain: str) -> bool:
    """Return whether a space outside *cluster* and adjacent to it has *terrain*."""
    return any(terrain in grid[r][c].terrains for r, c in surroundings(cluster))


def is_on_edge(r: int, c: int) -> bool:
    """Return whether (r, c) lies along the edge of the map."""
    return r == 0 or r == SIZE - 1 or c == 0 or c == SIZE - 1


def is_row_filled(grid: Grid, r: int) -> bool:
    """Return whether all spaces of row *r* are filled, by whatever they hold."""
    # RULES 11: filled includes monsters, heroes, mountains, wasteland and destroyed spaces.
    return all(grid[r][c].filled for c in range(SIZE))


def is_column_filled(grid: Grid, c: int) -> bool:
    """Return whether all spaces of column *c* are filled, by whatever they hold."""
    return all(grid[r][c].filled for r in range(SIZE))


def is_walled_in(grid: Grid, r: int, c: int) -> bool:
    """Return whether no neighbour of (r, c) is empty: each is filled or off the map."""
    return all(grid[y][x].filled for y, x in neighbours(r, c))


# ---------------------------------------------------------------- forest, base


def sentinel_wood(grid: Grid) -> int:
    """One for each forest space along the edge."""
    stars = 0
    for r, c in spaces_of(grid, "forest"):
        # RULES 11, PITFALLS: a corner lies on two edges and still counts once.
        if is_on_edge(r, c):
            stars += 1
    return stars


def greenbough(grid: Grid) -> int:
    """One for each row and one for each column with a forest in it."""
    forest = spaces_of(grid, "forest")
    rows = {r for r, _ in forest}
    columns = {c for _, c in forest}
    return len(rows) + len(columns)


def treetower(grid: Grid) -> int:
    """One for each forest space with nothing empty around it."""
    stars = 0
    for r, c in spaces_of(grid, "forest"):
        # PITFALLS: wasteland, monsters and destroyed spaces close it in as well.
        if is_walled_in(grid, r, c):
            stars += 1
    return stars


def stoneside_forest(grid: Grid) -> int:
    """Three for each mountain that one forest cluster joins to another mountain."""
    mountains = spaces_of(grid, "mountain")
    forests = clusters(grid, "forest")
    stars = 0
    for mountain in mountains:
        joined = False
        for forest in forests:
            # RULES 11: both mountains touch the *same* cluster; forests of two clusters are
            # not joined by a mountain between them.
            around = surroundings(forest)
            if mountain not in around:
                continue
            if any(other != mountain and other in around for other in mountains):
                joined = True
        # RULES 11: three per mountain at most, however many connections it has.
        if joined:
            stars += 3
    return stars


# ---------------------------------------------------------------- farm and water, base


def canal_lake(grid: Grid) -> int:
    """One for each water beside a farm, and one for each farm beside water."""
    stars = 0
    # RULES 11: a space counts once however many neighbours qualify.
    for r, c in spaces_of(grid, "water"):
        if has_neighbour(grid, r, c, "farm"):
            stars += 1
    # RULES 1.4: a farm-and-village space is a farm here.
    for r, c in spaces_of(grid, "farm"):
        if has_neighbour(grid, r, c, "water"):
            stars += 1
    return stars


def mages_valley(grid: Grid) -> int:
    """Two for each water and one for each farm beside a mountain."""
    stars = 0
    # RULES 11, PITFALLS: spaces are counted, not contacts.
    for r, c in spaces_of(grid, "water"):
        if has_neighbour(grid, r, c, "mountain"):
            stars += 2
    for r, c in spaces_of(grid, "farm"):
        if has_neighbour(grid, r, c, "mountain"):
            stars += 1
    return stars


def golden_granary(grid: Grid) -> int:
    """One for each water beside ruins, three for each farm on ruins."""
    stars = 0
    for r, c in spaces_of(grid, "water"):
        # RULES 11: the ruins beside it count filled or empty (also destroyed, 1.3); the mark
        # under the water itself does not. PITFALLS: once per water, not per contact.
        if any(grid[y][x].ruins for y, x in neighbours(r, c)):
            stars += 1
    for r, c in spaces_of(grid, "farm"):
        if grid[r][c].ruins:
            stars += 3
    return stars


def shoreside_expanse(grid: Grid) -> int:
    """Three for each farm cluster off water and edge, and each water cluster off farm and edge."""
    stars = 0
    for kind, shunned in (("farm", "water"), ("water", "farm")):
        for cluster in clusters(grid, kind):
            # RULES 11, 12: the edge matters for water too; the Polish card is a misprint.
            if any(is_on_edge(r, c) for r, c in cluster):
                continue
            if touches(grid, cluster, shunned):
                continue
            stars += 3
    return stars


# ---------------------------------------------------------------- village, base


def large_villages(grid: Grid) -> int:
    """Return how many village clusters have six spaces or more."""
    return sum(1 for village in clusters(grid, "village") if len(village) >= 6)


def wildholds(grid: Grid) -> int:
    """Eight for each village cluster of six spaces or more."""
    return 8 * large_villages(grid)


def wildholds_greek(grid: Grid) -> int:
    """Six for each village cluster of six spaces or more."""
    # RULES 12: the Greek rulebook gives six.
    return 6 * large_villages(grid)


def great_city(grid: Grid) -> int:
    """One for each space of the largest village cluster away from all mountains."""
    largest = 0
    for village in clusters(grid, "village"):
        # RULES 11: clusters at a mountain are out first, then the largest left counts.
        if touches(grid, village, "mountain"):
            continue
        largest = max(largest, len(village))
    return largest


def greengold_plains(grid: Grid) -> int:
    """Three for each village cluster beside three or more other terrain types."""
    stars = 0
    for village in clusters(grid, "village"):
        types: set[str] = set()
        # RULES 11: wasteland, ruins, destroyed spaces and the edge are no types, mountain and
        # hero are. The farm of a farm-and-village space inside the cluster is no neighbour.
        for r, c in surroundings(village):
            types.update(grid[r][c].terrains)
        # A village next to the cluster would be part of it, so none can be in the set.
        assert "village" not in types
        if len(types) >= 3:
            stars += 3
    return stars


def shieldgate(grid: Grid) -> int:
    """Two for each space of the second largest village cluster."""
    sizes = sorted((len(village) for village in clusters(grid, "village")), reverse=True)
    # RULES 11: a lone cluster gives nothing; of two tied for largest the second one counts.
    if len(sizes) < 2:
        return 0
    return 2 * sizes[1]


# ---------------------------------------------------------------- spatial, base


def borderlands(grid: Grid) -> int:
    """Six for each filled row and each filled column."""
    rows = sum(1 for r in range(SIZE) if is_row_filled(grid, r))
    columns = sum(1 for c in range(SIZE) if is_column_filled(grid, c))
    return 6 * rows + 6 * columns


def lost_barony(grid: Grid) -> int:
    """Three for each space along one side of the largest filled square."""
    largest = 0
    for side in range(1, SIZE + 1):
        corners = [(top, left) for top in range(SIZE - side + 1) for left in range(SIZE - side + 1)]
        if not any(is_square_filled(grid, top, left, side) for top, left in corners):
            break  # a larger square would hold one of this side
        largest = side
    return 3 * largest


def is_square_filled(grid: Grid, top: int, left: int, side: int) -> bool:
    """Return whether all spaces of a square are filled."""
    return all(grid[r][c].filled for r in range(top, top + side) for c in range(left, left + side))


def broken_road(grid: Grid) -> int:
    """Three for each filled diagonal from the left edge down to the bottom edge."""
    stars = 0
    # RULES 11: down and to the right, eleven of them; the last is the bottom left corner alone.
    for start in range(SIZE):
        diagonal = [grid[start + step][step] for step in range(SIZE - start)]
        if all(cell.filled for cell in diagonal):
            stars += 3
    return stars


def cauldrons(grid: Grid) -> int:
    """One for each empty space with nothing empty around it."""
    stars = 0
    for r, c in all_spaces():
        # RULES 11: an empty ruins space is empty.
        if grid[r][c].empty and is_walled_in(grid, r, c):
            stars += 1
    return stars


# ---------------------------------------------------------------- forest, Heroes


def faunlost_thicket(grid: Grid) -> int:
    """Two for each space of the longest unbroken column of forest."""
    longest = 0
    # RULES 11: vertical runs only, and only one of them.
    for c in range(SIZE):
        run = 0
        for r in range(SIZE):
            if "forest" in grid[r][c].terrains:
                run += 1
            else:
                run = 0
            longest = max(longest, run)
    return 2 * longest


def heart_of_the_forest(grid: Grid) -> int:
    """Two for each forest space with only forest or the edge around it."""
    stars = 0
    for r, c in spaces_of(grid, "forest"):
        if all("forest" in grid[y][x].terrains for y, x in neighbours(r, c)):
            stars += 2
    return stars


def deepwood(grid: Grid) -> int:
    """Six for each forest cluster of five spaces or more away from all villages."""
    stars = 0
    for forest in clusters(grid, "forest"):
        # RULES 1.4: a farm-and-village space is a village too.
        if len(forest) >= 5 and not touches(grid, forest, "village"):
            stars += 6
    return stars


def sleepy_valley(grid: Grid) -> int:
    """Four for each row with three or more forest spaces, touching or not."""
    stars = 0
    for r in range(SIZE):
        count = sum(1 for c in range(SIZE) if "forest" in grid[r][c].terrains)
        if count >= 3:
            stars += 4
    return stars


# ---------------------------------------------------------------- farm and water, Heroes


def craylund(grid: Grid) -> int:
    """Seven for each farm cluster beside three or more water spaces."""
    stars = 0
    for farm in clusters(grid, "farm"):
        # RULES 11: distinct spaces, not contacts; `surroundings` holds each space once.
        water = {(r, c) for r, c in surroundings(farm) if "water" in grid[r][c].terrains}
        if len(water) >= 3:
            stars += 7
    return stars


def clawsgrave_peaks(grid: Grid) -> int:
    """Five for each mountain that a water cluster joins to a farm."""
    waters = clusters(grid, "water")
    stars = 0
    for mountain in spaces_of(grid, "mountain"):
        joined = False
        for water in waters:
            # RULES 11: mountain and farm meet through one and the same water cluster; their
            # direct contact is nothing.
            if mountain in surroundings(water) and touches(grid, water, "farm"):
                joined = True
        # RULES 11: five per mountain at most.
        if joined:
            stars += 5
    return stars


def ulems_wallow(grid: Grid) -> int:
    """Four for each water space beside two or more farms."""
    stars = 0
    for r, c in spaces_of(grid, "water"):
        farms = [(y, x) for y, x in neighbours(r, c) if "farm" in grid[y][x].terrains]
        if len(farms) >= 2:
            stars += 4
    return stars


def jorekburg(grid: Grid) -> int:
    """Four for each column with as many farms as waters, and some of each."""
    stars = 0
    for c in range(SIZE):
        # RULES 1.4: a farm-and-village space is counted among the farms.
        farms = sum(1 for r in range(SIZE) if "farm" in grid[r][c].terrains)
        waters = sum(1 for r in range(SIZE) if "water" in grid[r][c].terrains)
        if farms == waters and farms >= 1:
            stars += 4
    return stars


# ---------------------------------------------------------------- village, Heroes


def has_line_of_four(cluster: set[Space]) -> bool:
    """Return whether *cluster* contains four spaces in a row or in a column."""
    for r, c in cluster:
        across = {(r, c), (r, c + 1), (r, c + 2), (r, c + 3)}
        down = {(r, c), (r + 1, c), (r + 2, c), (r + 3, c)}
        if across <= cluster or down <= cluster:
            return True
    return False


def has_square_of_four(cluster: set[Space]) -> bool:
    """Return whether *cluster* contains two by two spaces."""
    for r, c in cluster:
        square = {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}
        if square <= cluster:
            return True
    return False


def traylo_monastery(grid: Grid) -> int:
    """Seven for each village cluster with four spaces in a straight line."""
    # RULES 11: once per cluster, however many lines it holds.
    return 7 * sum(1 for village in clusters(grid, "village") if has_line_of_four(village))


def gnomish_colony(grid: Grid) -> int:
    """Six for each village cluster with a two by two square."""
    # RULES 11: once per cluster, however many squares it holds.
    return 6 * sum(1 for village in clusters(grid, "village") if has_square_of_four(village))


def outer_enclave(grid: Grid) -> int:
    """One for each empty space beside the village cluster that has most of them."""
    most = 0
    for village in clusters(grid, "village"):
        # RULES 11: distinct spaces, not contacts. An empty ruins space is empty (1.2).
        empty = {(r, c) for r, c in surroundings(village) if grid[r][c].empty}
        most = max(most, len(empty))
    return most


def caravansary(grid: Grid) -> int:
    """One for each row and each column that the widest-reaching village cluster is in."""
    most = 0
    for village in clusters(grid, "village"):
        rows = {r for r, _ in village}
        columns = {c for _, c in village}
        # PITFALLS: both are counted, for one and the same cluster.
        most = max(most, len(rows) + len(columns))
    return most


# ---------------------------------------------------------------- spatial, Heroes


def dwarvenholds(grid: Grid) -> int:
    """Seven for each filled row and each filled column that holds a mountain."""
    mountains = spaces_of(grid, "mountain")
    stars = 0
    for r in range(SIZE):
        if is_row_filled(grid, r) and any((r, c) in mountains for c in range(SIZE)):
            stars += 7
    for c in range(SIZE):
        if is_column_filled(grid, c) and any((r, c) in mountains for r in range(SIZE)):
            stars += 7
    return stars


def banded_hills(grid: Grid) -> int:
    """Four for each row with five or more terrain types."""
    stars = 0
    for r in range(SIZE):
        types: set[str] = set()
        # RULES 11: seven types exist; destroyed and wasteland are none. A farm-and-village
        # space brings both its types (1.4).
        for c in range(SIZE):
            types.update(grid[r][c].terrains)
        if len(types) >= 5:
            stars += 4
    return stars


def silos(grid: Grid) -> int:
    """Ten for each filled column with an odd printed number."""
    stars = 0
    # PITFALLS: printed columns 1, 3, 5, 7, 9 and 11 are even when counted from 0.
    for printed in (1, 3, 5, 7, 9, 11):
        if is_column_filled(grid, printed - 1):
            stars += 10
    return stars


def starlit_sigil(grid: Grid) -> int:
    """Four for each hole of exactly three empty spaces."""
    # RULES 11: an empty ruins space is empty, and a hole may lie at the edge.
    # PITFALLS: three spaces inside a larger hole are nothing.
    empty = {(r, c) for r, c in all_spaces() if grid[r][c].empty}
    return 4 * sum(1 for hole in groups(empty) if len(hole) == 3)


CARDS: dict[str, Callable[[Grid], int]] = {
    "sentinel-wood": sentinel_wood,
    "greenbough": greenbough,
    "treetower": treetower,
    "stoneside-forest": stoneside_forest,
    "canal-lake": canal_lake,
    "mages-valley": mages_valley,
    "golden-granary": golden_granary,
    "shoreside-expanse": shoreside_expanse,
    "wildholds": wildholds,
    "great-city": great_city,
    "greengold-plains": greengold_plains,
    "shieldgate": shieldgate,
    "borderlands": borderlands,
    "lost-barony": lost_barony,
    "broken-road": broken_road,
    "cauldrons": cauldrons,
    "faunlost-thicket": faunlost_thicket,
    "heart-of-the-forest": heart_of_the_forest,
    "deepwood": deepwood,
    "sleepy-valley": sleepy_valley,
    "craylund": craylund,
    "clawsgrave-peaks": clawsgrave_peaks,
    "ulems-wallow": ulems_wallow,
    "jorekburg": jorekburg,
    "traylo-monastery": traylo_monastery,
    "gnomish-colony": gnomish_colony,
    "outer-enclave": outer_enclave,
    "caravansary": caravansary,
    "dwarvenholds": dwarvenholds,
    "banded-hills": banded_hills,
    "silos": silos,
    "starlit-sigil": starlit_sigil,
}


def score(card_id: str, grid: Grid, rulebook: str = "standard") -> int:
    """Return the stars that the scoring card gives for the map under *rulebook*."""
    if rulebook not in RULEBOOKS:
        raise ValueError(f"no such rulebook: {rulebook!r}")
    if card_id not in CARDS:
        raise ValueError(f"no such scoring card: {card_id!r}")
    # RULES 12: the only scoring card on which the rulebooks differ.
    if card_id == "wildholds" and rulebook == "el":
        return wildholds_greek(grid)
    return CARDS[card_id](grid)


def monsters_lost(grid: Grid) -> int:
    """Return the stars lost to monsters: one for each empty space beside at least one."""
    lost = 0
    for r, c in all_spaces():
        # RULES 7.2, PITFALLS: an empty space counts once however many monsters are around it.
        # A destroyed monster has no terrain left (1.3), so it costs nothing.
        if grid[r][c].empty and has_neighbour(grid, r, c, "monster"):
            lost += 1
    return lost
