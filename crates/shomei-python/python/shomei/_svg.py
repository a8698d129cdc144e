"""Drawing in SVG without anything outside the picture: no style sheet, script, font file or id.

Several pictures stand in one page of a notebook, so none may name an element: two of one name would
clash. Every attribute therefore stands at its element.
"""

from __future__ import annotations

from html import escape
from typing import Final

PAPER: Final = "#f8f5ee"
INK: Final = "#22201c"
LAST: Final = "#b3261e"
SANS: Final = "Helvetica, Arial, sans-serif"


def number(value: float) -> str:
    """A coordinate with at most two decimals, always written the same way."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class Picture:
    """A picture that grows element by element; lengths are in units of its own width and height."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._parts: list[str] = []
        self.rect(0, 0, width, height, fill=PAPER, rx=6)

    def add(self, element: str, content: str | None, **attributes: str | float) -> None:
        """Add an element, with text in it or none; ``_`` in an attribute's name means ``-``."""
        words = [element]
        for name, value in attributes.items():
            text = value if isinstance(value, str) else number(value)
            words.append(f'{name.replace("_", "-")}="{escape(text)}"')
        inner = "/>" if content is None else f">{escape(content)}</{element}>"
        self._parts.append(f"<{' '.join(words)}{inner}")

    def rect(
        self, x: float, y: float, width: float, height: float, **attributes: str | float
    ) -> None:
        """Add a rectangle by its upper left corner."""
        self.add("rect", None, x=x, y=y, width=width, height=height, **attributes)

    def circle(self, x: float, y: float, radius: float, **attributes: str | float) -> None:
        """Add a circle by its centre."""
        self.add("circle", None, cx=x, cy=y, r=radius, **attributes)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, stroke: str, width: float = 1
    ) -> None:
        """Add a straight line."""
        self.add("line", None, x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width)

    def cross(self, x: float, y: float, radius: float, stroke: str, width: float) -> None:
        """Add the letter X, as two strokes."""
        left, right, top, bottom = map(number, (x - radius, x + radius, y - radius, y + radius))
        self.add(
            "path",
            None,
            d=f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}",
            stroke=stroke,
            stroke_width=width,
            stroke_linecap="round",
            fill="none",
        )

    def text(
        self, x: float, y: float, content: str, size: float, **attributes: str | float
    ) -> None:
        """Add text, centred at ``x`` and standing on the line ``y``, unless attributes say else."""
        given: dict[str, str | float] = {
            "font_family": SANS,
            "text_anchor": "middle",
            "fill": INK,
            **attributes,
        }
        self.add("text", content, x=x, y=y, font_size=size, **given)

    def came_from(self, x: float, y: float, side: float) -> None:
        """Mark the square that the last move left: a dashed frame."""
        self.rect(
            x + 2,
            y + 2,
            side - 4,
            side - 4,
            fill="none",
            stroke=LAST,
            stroke_width=2,
            stroke_dasharray="4 3",
        )

    def went_to(self, x: float, y: float, side: float) -> None:
        """Mark the square that the last move reached: a solid frame."""
        self.rect(x + 1.5, y + 1.5, side - 3, side - 3, fill="none", stroke=LAST, stroke_width=3)

    def svg(self, size: int, title: str, description: str) -> str:
        """The picture, ``size`` CSS pixels wide, with its title and description for readers."""
        height = round(size * self.height / self.width)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" '
            f'width="{size}" height="{height}" '
            f'viewBox="0 0 {number(self.width)} {number(self.height)}">'
            f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
            f"{''.join(self._parts)}</svg>"
        )
