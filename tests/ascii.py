"""Cities drawn in text, so that a test of the building rules shows its position.

One word a cell, the top line the northmost: `@` the fountain, `.` an empty cell, tile names
elsewhere. Tile names say their walls, so the drawing needs no legend.

    .     P6n   .
    T11   @     G8nw
"""

Cell = tuple[int, int]


def parse_city(text: str) -> dict[Cell, str]:
    """The city in a drawing: tiles by cell, the fountain at (0, 0), y growing north.

    >>> parse_city('''
    ...     .     P6n
    ...     T11   @
    ... ''')
    {(0, 1): 'P6n', (-1, 0): 'T11', (0, 0): '@'}
    """
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if len({len(line) for line in lines}) != 1:
        raise ValueError("every line of a drawing needs the same number of words")
    at = [(x, y) for y, line in enumerate(lines) for x, word in enumerate(line) if word == "@"]
    if len(at) != 1:
        raise ValueError("a drawing needs exactly one fountain, @")
    column, row = at[0]
    return {
        (x - column, row - y): word
        for y, line in enumerate(lines)
        for x, word in enumerate(line)
        if word != "."
    }


def draw_city(city: dict[Cell, str]) -> str:
    """The drawing of a city; `parse_city` reads it back.

    >>> print(draw_city({(0, 0): '@', (0, 1): 'P6n', (-1, 0): 'T11', (1, 0): 'G8nw'}))
    .     P6n   .
    T11   @     G8nw
    """
    columns = range(min(x for x, _ in city), max(x for x, _ in city) + 1)
    rows = range(max(y for _, y in city), min(y for _, y in city) - 1, -1)
    width = max(len(tile) for tile in city.values())
    lines = ["  ".join(city.get((x, y), ".").ljust(width) for x in columns) for y in rows]
    return "\n".join(line.rstrip() for line in lines)
