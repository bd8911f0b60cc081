"""What a table's page shows at a moment, read in one look."""

from dataclasses import dataclass

from playwright.async_api import Page

_BUTTONS = (
    *("do", "undo", "restart", "ask-undo", "to-reserve", "give", "chain"),
    *("agree", "refuse", "take-seat-back"),
)
_LOOK = """(buttons) => {
  const count = (selector) =>
    [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility()).length;
  const named = (name) => count(`[data-testid=${name}]:not([aria-disabled=true], :disabled)`) > 0;
  const table = document.querySelector("[data-testid=table]");
  const sheet = count("[data-testid=scoring]") > 0;
  return {
    table: table !== null,
    phase: table?.dataset.phase ?? "",
    version: Number(table?.dataset.version ?? 0),
    mine: table?.dataset.mine === "true",
    scoring: sheet,
    dialog: !sheet && count("dialog[open]") > 0,
    ended: count(".places li") > 0,
    curtain: named("curtain"),
    lost: count(".lost") > 0,
    refused: count("[data-testid=bar] .sub.bad") > 0,
    places: count("[data-place]"),
    payable: count(".square:has(.pays) button.tile"),
    squares: count("button[data-square]"),
    fits: count("[role=gridcell][data-fits]"),
    swaps: count("[role=gridcell][data-swaps]"),
    waiting: count("[data-drop=waiting] [data-tile]"),
    reserve: count("[data-drop=reserve] [data-tile]"),
    cards: count("[data-card]"),
    payments: count("[role=radiogroup] [role=radio]"),
    tabs: count("[role=tab]"),
    buttons: buttons.filter(named),
  };
}"""


@dataclass(frozen=True)
class Sight:
    """What is there to be seen and pressed."""

    table: bool
    phase: str
    version: int
    mine: bool
    scoring: bool
    dialog: bool
    ended: bool  # the result is shown
    curtain: bool
    lost: bool  # the page says that the line is down
    refused: bool
    places: int
    payable: int
    squares: int
    fits: int
    swaps: int
    waiting: int
    reserve: int
    cards: int
    payments: int
    tabs: int
    buttons: list[str]

    @property
    def offers_action(self) -> bool:
        """Is there a control that leads to an action, or something to close first?"""
        if self.scoring or self.dialog or self.curtain:
            return True
        if not self.mine:
            return False
        acting = self.phase == "act" and (self.places or self.squares)
        placing = self.phase in ("place", "award") and (self.fits or self.waiting)
        return bool(acting or placing or {"do", "to-reserve", "give"} & set(self.buttons))


async def look(page: Page) -> Sight:
    """Look at the page."""
    return Sight(**await page.evaluate(_LOOK, _BUTTONS))
