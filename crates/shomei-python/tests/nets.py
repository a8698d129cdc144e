"""Random games on small graphs, with answers from retrograde analysis."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

import shomei

SIDES: Final = ("left", "right")


@dataclass(frozen=True)
class Cell:
    """A position as a frozen dataclass."""

    at: int


class Box:
    """A position that can be changed, so that its game needs ``key``."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and other.at == self.at

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Box({self.at})"


KINDS: Final = ("int", "large", "str", "bytes", "tuple", "set", "cell", "box")


class Net:
    """A game on a random graph: positions and moves of some type, with cycles or without."""

    name = "net"
    sides = SIDES

    def __init__(self, seed: int, most: int = 14) -> None:
        rng = random.Random(seed)
        self.seed = seed
        self.kind = rng.choice(KINDS)
        self.move_kind = rng.choice(("int", "str", "tuple"))
        self.can_repeat = rng.random() < 0.6
        self.rules = f"seed {seed}"
        count = rng.randint(3, most)
        self.mover = [rng.randrange(2) for _ in range(count)]
        self.end: list[Any] = [None] * count
        self.edges: list[list[int]] = []
        for node in range(count):
            others = range(count) if self.can_repeat else range(node + 1, count)
            degree = min(len(others), rng.choice((0, 1, 2, 2, 3, 4)) if node else 3)
            self.edges.append(rng.sample(others, degree))
            if not degree:
                self.end[node] = rng.choice((0, 0, 1, 1, shomei.DRAW))

    def put(self, node: int) -> Any:
        """The position of a node."""
        match self.kind:
            case "int":
                return node
            case "large":
                return -(1 << 70) - node
            case "str":
                return f"at {node}"
            case "bytes":
                return bytes([node])
            case "tuple":
                return (node, (None, 0.5, "x"))
            case "set":
                return frozenset({node, "x"})
            case "cell":
                return Cell(node)
            case _:
                return Box(node)

    def at(self, position: Any) -> int:
        """The node of a position."""
        match self.kind:
            case "int":
                node = position
            case "large":
                node = -(1 << 70) - position
            case "str":
                node = int(position.removeprefix("at "))
            case "bytes" | "tuple":
                node = position[0]
            case "set":
                (node,) = position - {"x"}
            case _:
                node = position.at
        if not 0 <= node < len(self.edges):
            raise LookupError(f"{position!r} is not a position of this game")
        return int(node)

    def _move(self, node: int) -> Any:
        return {"int": node, "str": f"to{node}", "tuple": ("to", node)}[self.move_kind]

    def start(self) -> Any:
        return self.put(0)

    def to_move(self, position: Any) -> Any:
        return self.mover[self.at(position)]

    def moves(self, position: Any) -> Any:
        return [self._move(node) for node in self.edges[self.at(position)]]

    def play(self, position: Any, move: Any) -> Any:
        targets = self.edges[self.at(position)]
        (node,) = (node for node in targets if self._move(node) == move)
        return self.put(node)

    def winner(self, position: Any) -> Any:
        return self.end[self.at(position)]

    def key(self, position: Any) -> Any:
        return ("net", self.at(position))

    def estimate(self, position: Any) -> Any:
        return (1 + self.at(position) % 3, 2)

    def format(self, position: Any) -> Any:
        return f"node {self.at(position)}"

    def parse(self, text: str) -> Any:
        word, number = text.split(" ")
        if word != "node":
            raise ValueError("expected the word node")
        return self.put(int(number))

    def format_move(self, position: Any, move: Any) -> Any:
        return "".join(str(move).split())

    def wins(self, attacker: int) -> set[int]:
        """The nodes from which a side can force a win, by retrograde analysis."""
        won = {node for node, end in enumerate(self.end) if end == attacker and end is not None}
        while True:
            more = {
                node
                for node, targets in enumerate(self.edges)
                if node not in won
                and targets
                and (any if self.mover[node] == attacker else all)(
                    target in won for target in targets
                )
            }
            if not more:
                return won
            won |= more

    def value(self, node: int) -> str:
        """The value of a node for the side to move."""
        mover = self.mover[node]
        if node in self.wins(mover):
            return "win"
        return "loss" if node in self.wins(1 - mover) else "draw"

    def length(self, node: int) -> int | None:
        """The plies of the shortest forced win of the side to move from a node."""
        attacker = self.mover[node]
        far: dict[int, int] = {n: 0 for n, end in enumerate(self.end) if end == attacker}
        for ply in range(1, len(self.edges) + 1):
            for n, targets in enumerate(self.edges):
                if n in far or not targets:
                    continue
                known = [target in far and far[target] < ply for target in targets]
                if any(known) if self.mover[n] == attacker else all(known):
                    far[n] = ply
        return far.get(node)
