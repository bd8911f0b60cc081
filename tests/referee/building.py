"""What a city may look like: RULES.md section 5. And its outer wall: section 6."""

import itertools

from .pieces import FOUNTAIN, has_wall

Cell = tuple[int, int]
City = dict[Cell, str]

SIDES = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}


def neighbour(cell: Cell, side: str) -> Cell:
    """The cell beyond a side."""
    dx, dy = SIDES[side]
    return cell[0] + dx, cell[1] + dy


def shared_sides(city: City, cell: Cell) -> list[str]:
    """Section 5, rule 2: the sides a tile in this cell shares with tiles of the city."""
    return [side for side in SIDES if neighbour(cell, side) in city]


def walls_meet(city: City, tile: str, cell: Cell) -> bool:
    """Section 5, rule 3: every shared side is a wall on both tiles or on neither."""
    return all(
        has_wall(tile, side) == has_wall(city[neighbour(cell, side)], OPPOSITE[side])
        for side in shared_sides(city, cell)
    )


def on_foot(city: City) -> set[Cell]:
    """Section 5, rule 4: the cells that can be reached from the fountain over open sides."""
    reached = {(0, 0)}
    to_visit = [(0, 0)]
    while to_visit:
        cell = to_visit.pop()
        for side in shared_sides(city, cell):
            beyond = neighbour(cell, side)
            closed = has_wall(city[cell], side) or has_wall(city[beyond], OPPOSITE[side])
            if not closed and beyond not in reached:
                reached.add(beyond)
                to_visit.append(beyond)
    return reached


def has_hole(city: City) -> bool:
    """Section 5, rule 5: some empty cell cannot be reached from outside, side by side."""
    columns = range(min(x for x, _ in city) - 1, max(x for x, _ in city) + 2)
    rows = range(min(y for _, y in city) - 1, max(y for _, y in city) + 2)
    empty = {(x, y) for x in columns for y in rows if (x, y) not in city}
    outside = {(columns[0], rows[0])}
    to_visit = [(columns[0], rows[0])]
    while to_visit:
        cell = to_visit.pop()
        for side in SIDES:
            beyond = neighbour(cell, side)
            if beyond in empty and beyond not in outside:
                outside.add(beyond)
                to_visit.append(beyond)
    return outside != empty


def may_stand(city: City, tile: str, cell: Cell) -> bool:
    """Section 5, rules 1 to 5: whether the tile may be added in this cell."""
    if cell in city:
        return False
    after = {**city, cell: tile}
    return (
        len(shared_sides(city, cell)) > 0
        and walls_meet(city, tile, cell)
        and cell in on_foot(after)
        and not has_hole(after)
    )


def may_remove(city: City, cell: Cell) -> bool:
    """Section 5: removing must leave every tile reachable and no hole; never the fountain."""
    if cell not in city or city[cell] == FOUNTAIN:
        return False
    after = {c: t for c, t in city.items() if c != cell}
    return on_foot(after) == set(after) and not has_hole(after)


def may_swap(city: City, tile: str, cell: Cell) -> bool:
    """Section 5: the tile takes the very cell of another, by rules 1 to 4."""
    if cell not in city or city[cell] == FOUNTAIN:
        return False
    others = {c: t for c, t in city.items() if c != cell}
    return (
        len(shared_sides(others, cell)) > 0
        and walls_meet(others, tile, cell)
        and cell in on_foot({**others, cell: tile})
    )


def spots(city: City, tile: str) -> set[Cell]:
    """Section 5: every cell where the tile may be added."""
    nearby = {neighbour(cell, side) for cell in city for side in SIDES}
    return {cell for cell in nearby if may_stand(city, tile, cell)}


def wall_sides(city: City) -> set[tuple[Cell, str]]:
    """Section 6: the outer walls, as cell and side; those between two tiles are inner."""
    return {
        (cell, side)
        for cell, tile in city.items()
        for side in SIDES
        if has_wall(tile, side) and neighbour(cell, side) not in city
    }


def outline(city: City) -> list[tuple[Cell, str]]:
    """Section 6: the sides of a legal city's outline, in the order of a walk around it.

    Each side goes from corner to corner with its tile on the left. A legal city has no hole
    and no two tiles that touch just at a corner, so one walk meets every side.
    """
    begins_at: dict[Cell, tuple[Cell, str, Cell]] = {}
    for (x, y), side in itertools.product(city, SIDES):
        if neighbour((x, y), side) not in city:
            begin, end = {
                "s": ((x, y), (x + 1, y)),
                "e": ((x + 1, y), (x + 1, y + 1)),
                "n": ((x + 1, y + 1), (x, y + 1)),
                "w": ((x, y + 1), (x, y)),
            }[side]
            assert begin not in begins_at, "tiles touch just at a corner"
            begins_at[begin] = ((x, y), side, end)
    start = corner = min(begins_at)
    walk = []
    while True:
        cell, side, corner = begins_at[corner]
        walk.append((cell, side))
        if corner == start:
            break
    assert len(walk) == len(begins_at), "the city has a hole"
    return walk


def longest_wall(city: City) -> int:
    """Section 6: the sides of the longest unbroken run of outer wall along the outline."""
    walk = outline(city)
    walled = [has_wall(city[cell], side) for cell, side in walk]
    if all(walled):
        return len(walled)
    gap = walled.index(False)
    longest = run = 0
    for wall in walled[gap:] + walled[:gap]:
        run = run + 1 if wall else 0
        longest = max(longest, run)
    return longest
