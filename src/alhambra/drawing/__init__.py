"""Pictures of cities and tables as SVG, from plain data."""

from alhambra.drawing.city import draw_city
from alhambra.drawing.pictures import (
    CardPicture,
    CityPicture,
    DirkPicture,
    PlacedTile,
    SeatPicture,
    TablePicture,
    TilePicture,
)
from alhambra.drawing.table import draw_table

__all__ = [
    "CardPicture",
    "CityPicture",
    "DirkPicture",
    "PlacedTile",
    "SeatPicture",
    "TablePicture",
    "TilePicture",
    "draw_city",
    "draw_table",
]
