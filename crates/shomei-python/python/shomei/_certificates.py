"""Certificates: saving, checking, and inspecting their nodes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal, NamedTuple

from . import _shomei
from ._arguments import bytes_of, perhaps, seconds_of
from ._errors import Error, InputError, Interrupted
from ._games import Game, as_game, open_game
from ._results import Verdict

__all__ = [
    "BundleVerdict",
    "Certificate",
    "Node",
    "Rejected",
    "Size",
    "check",
    "check_bundle",
]


class Rejected(Error):
    """A certificate or a bundle does not show what it claims.

    Attributes:
        verdict: The result of the check.
    """

    def __init__(self, verdict: Verdict | BundleVerdict) -> None:
        what = "bundle" if isinstance(verdict, BundleVerdict) else "certificate"
        super().__init__(f"the {what} is rejected: {verdict.reason}")
        self.verdict = verdict

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.verdict,), {"result": self.result}


@dataclass(frozen=True)
class BundleVerdict:
    """The result of checking a bundle.

    Attributes:
        accepted: Whether the certificates prove the results.
        reason: The reason of a rejection, with the file or the place in the manifest.
        limit: Whether a limit of this check is the reason for the rejection; the bundle may then be
            correct.
        certificates: The number of certificates.
        records: The number of their records.
        manifest: The question and the results, as ``docs/reference/bundle-format.md`` describes
            them; empty for a rejected bundle.
    """

    accepted: bool
    reason: str | None
    limit: bool
    certificates: int
    records: int
    manifest: dict[str, Any]

    @property
    def results(self) -> list[dict[str, Any]]:
        """The results of the manifest, one for each position."""
        results: list[dict[str, Any]] = self.manifest.get("results", [])
        return results


class Size(NamedTuple):
    """The size of the part of a certificate below a node.

    Attributes:
        longest_line: The plies of the longest line below the node, without re-solved positions;
            None if a line can repeat a position.
        as_tree: The number of records if all lines are counted separately; None if a line can
            repeat a position.
        parents: The number of moves in the certificate that lead to this position.
    """

    longest_line: int | None
    as_tree: int | None
    parents: int


class Certificate:
    """A certificate: a file that shows that a position is proved or disproved.

    Opening a certificate does not check it: call :meth:`check`. Only visited nodes are unpacked.

    Args:
        data: The bytes of the file.
        game: The game, if it is one of your own.

    Raises:
        InputError: If the certificate is damaged, or if its game is not available.
    """

    def __init__(self, data: bytes, game: Any = None) -> None:
        self._data = bytes(data)
        head, self._plies = _shomei.header(self._data)
        self._game_name, self._rules, self._attacker, self._position, self._claim = head
        self._given = None if game is None else as_game(game)
        self._reader: _shomei.Reader | None = None

    @classmethod
    def open(cls, path: str | os.PathLike[str], game: Any = None) -> Certificate:
        """Opens a file.

        Args:
            path: The file.
            game: The game, if it is one of your own.

        Raises:
            OSError: If the file cannot be read.
            InputError: If the certificate is damaged, or if its game is not available.
        """
        return cls(Path(path).read_bytes(), game)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._game_name

    @property
    def rules(self) -> str:
        """The rules; empty if the game has only one set."""
        return self._rules

    @property
    def attacker(self) -> str:
        """The side that can force a win if the claim is ``proved``, and cannot otherwise."""
        return self._attacker

    @property
    def position(self) -> str:
        """The root position on one line."""
        return self._position

    @property
    def claim(self) -> Literal["proved", "disproved"]:
        """The claim. If :attr:`plies` is not None, it is about a win within these plies."""
        return "proved" if self._claim == "proved" else "disproved"

    @property
    def plies(self) -> int | None:
        """The number of plies within which the attacker wins, or cannot win; None: any number."""
        return self._plies

    @property
    def records(self) -> int:
        """The number of records, as stated at the end of the file."""
        return self._open().records

    def __bytes__(self) -> bytes:
        return self._data

    def __len__(self) -> int:
        """The size of the file in bytes."""
        return len(self._data)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> Path:
        """Writes the certificate to a file, which appears under its name when it is complete.

        Args:
            path: The file. A certificate for the same position and rules is replaced.
            force: Whether any other file may be replaced, too.

        Returns:
            The path.

        Raises:
            FileExistsError: If another file exists there.
            OSError: If the file cannot be written.
        """
        purpose = _shomei.Purpose.certificate(self._game_name, self._rules, self._position)
        _shomei.write(path, purpose, self._data, force)
        return Path(path)

    def check(self, *, strict: bool = True, **limits: Any) -> Verdict:
        """Checks the certificate with the rules of the game alone: see :func:`shomei.check`."""
        return check(self, strict=strict, **limits)

    @property
    def root(self) -> Node:
        """The node of the root position."""
        reader = self._open()
        return Node._of(reader, reader.root(), None)

    def follow(self, moves: Iterable[Any]) -> Node:
        """The node after these moves, played from the root.

        Args:
            moves: Texts, or moves of a game of your own.

        Raises:
            InputError: If a move is not legal, or if the certificate does not contain it.
                ``place`` has the number of the move.
        """
        reader, game = self._open(), self._game()
        texts: list[str] = []
        position = game.position(self._position) if game.is_own else None
        for move in moves:
            texts.append(move if position is None else position.move_text(move))
            position = position and position.play(move)
        return Node._of(reader, reader.follow(texts), texts[-1] if texts else None)

    def _game(self) -> Game:
        if self._given is None:
            self._given = open_game_of(self._game_name, self._rules)
        return self._given

    def _open(self) -> _shomei.Reader:
        if self._reader is None:
            self._reader = _shomei.Reader(self._game(), self._data)
        return self._reader

    def __repr__(self) -> str:
        side = self.attacker.capitalize()
        claim = f"{side} wins" if self.claim == "proved" else f"{side} cannot force a win"
        if self._plies is not None:
            claim += f" within {self._plies} plies"
        # The rules are part of the claim: those of a score contain the discs that a win needs.
        rules = f", {self.rules}" if self.rules else ""
        shown = rules if len(rules) <= 40 else f"{rules[:37]}..."
        return f"<Certificate {self.game}{shown}: {self.claim}: {claim}; {len(self):,} bytes>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Certificate) and self._data == other._data

    def __hash__(self) -> int:
        return hash(self._data)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._data, self._given)

    def _repr_html_(self) -> str:
        from ._notebook import certificate_html

        return certificate_html(self)


class Node:
    """A position in a certificate, with its record.

    Attributes:
        number: The number of the record; None if the position is finished.
        position: The position.
        says: The kind of the record. ``"choice"``: one move is enough, and it is the only child.
            ``"all"``: every legal move has a child. ``"resolved"``: the checker decides the
            position by plain search within ``search_nodes`` nodes; there are no children.
            ``"finished"``: the rules decide the position, or too few plies remain for a win.
        move: The text of the move that led to the position; None at the root.
        search_nodes: The nodes of that plain search; 0 for other kinds.
    """

    __slots__ = ("_reader", "move", "number", "position", "says", "search_nodes")

    def __init__(
        self,
        reader: _shomei.Reader,
        number: int | None,
        position: _shomei.Position,
        says: str,
        search_nodes: int,
        move: str | None,
    ) -> None:
        self._reader = reader
        self.number = number
        self.position = position
        self.says = says
        self.search_nodes = search_nodes
        self.move = move

    @classmethod
    def _of(
        cls,
        reader: _shomei.Reader,
        parts: tuple[int | None, _shomei.Position, str, int],
        move: str | None,
    ) -> Node:
        number, position, says, nodes = parts
        return cls(reader, number, position, says, nodes, move)

    @property
    def moves(self) -> list[str]:
        """The texts of the moves in the record, in the order of the rules."""
        return [child.move or "" for child in self.children()]

    def children(self) -> list[Node]:
        """The nodes after the moves in the record, in the order of the rules.

        Raises:
            InputError: If the certificate is wrong at this record.
        """
        if self.number is None:
            return []
        found = []
        for move, position, number in self._reader.children(self.number, self.position):
            if number is None:
                found.append(Node(self._reader, None, position, "finished", 0, move))
            else:
                found.append(Node._of(self._reader, self._reader.node(number, position), move))
        return found

    @property
    def size(self) -> Size | None:
        """The size of the part below the node; None if the position is finished.

        The first use reads all records once, which takes some seconds for millions of records.
        """
        if self.number is None:
            return None
        size = self._reader.size(self.number)
        return None if size is None else Size(*size)

    def __repr__(self) -> str:
        return f"<Node {self.number}: {self.says}, {self.position.text}>"


def open_game_of(name: str, rules: str) -> Game:
    """The built-in game of a certificate."""
    if name not in _BUILTIN:
        raise InputError(
            f"the certificate is about the game {name!r}, which is not built in: give game="
        )
    return open_game(name, rules)


def _builtin() -> frozenset[str]:
    import json

    return frozenset(info["name"] for info in json.loads(_shomei.games()))


_BUILTIN = _builtin()


def check(
    certificate: Certificate | bytes | str | os.PathLike[str],
    *,
    game: Any = None,
    strict: bool = True,
    time: float | str | timedelta | None = None,
    positions: int | None = None,
    held: int | str | None = None,
    edges: int | None = None,
    leaf_nodes: int | None = None,
    search_nodes: int | None = None,
) -> Verdict:
    """Checks a certificate with the rules of the game alone.

    Args:
        certificate: The certificate, its bytes, or its file.
        game: The game, if it is one of your own. A built-in game is opened by the name and the
            rules in the certificate.
        strict: Whether a certificate that is not accepted raises an exception.
        time: The time limit in seconds, as ``timedelta``, or as a text such as ``"5m"``; one hour
            by default.
        positions: The maximum number of positions held at once; by default a million, and 4 more
            for each byte of the file.
        held: The maximum number of bytes for these positions, or a text such as ``"1GiB"``; by
            default 256 MiB, and 1 KiB more for each byte of the file, at most 4 GiB.
        edges: The maximum number of moves in all records; by default 10 million, and 24 more for
            each byte of the file.
        leaf_nodes: The maximum number of nodes searched for one record; 10 million by default.
        search_nodes: The maximum number of nodes searched for all records; by default 20 million,
            and 4,096 more for each byte of the file.

    Returns:
        The verdict. Its ``position``, ``attacker`` and ``claim`` name what the certificate shows,
        which can be a disproof.

    Raises:
        Rejected: If the certificate does not show what it claims, or if a limit was reached,
            unless ``strict`` is False.
        InputError: If the game is not built in, and ``game`` is not given.
        OSError: If the file cannot be read.
        Interrupted: After Ctrl-C.
    """
    if isinstance(certificate, Certificate):
        data = bytes(certificate)
        own = certificate._given if game is None else as_game(game)
    else:
        data = certificate if isinstance(certificate, bytes) else Path(certificate).read_bytes()
        own = None if game is None else as_game(game)
    limits = _limits(
        time=time,
        positions=positions,
        held=held,
        edges=edges,
        leaf_nodes=leaf_nodes,
        search_nodes=search_nodes,
    )
    report, interrupt = _shomei.check(data, own, limits)
    _raise_interrupt(interrupt)
    import json

    known = json.loads(report)
    names = [name for name in Verdict.__dataclass_fields__ if name != "data"]
    verdict = Verdict(**{name: known[name] for name in names}, data=known)
    if strict and not verdict.accepted:
        raise Rejected(verdict)
    return verdict


def check_bundle(
    bundle: bytes | str | os.PathLike[str],
    *,
    game: Any = None,
    strict: bool = True,
    time: float | str | timedelta | None = None,
    positions: int | None = None,
    held: int | str | None = None,
    edges: int | None = None,
    leaf_nodes: int | None = None,
    search_nodes: int | None = None,
) -> BundleVerdict:
    """Checks a bundle: its certificates, and that its results follow from them.

    ``shomei.solve(..., certificate="x.zip")`` and ``shomei solve ... --proof x.zip`` write bundles.

    Args:
        bundle: The file, or its bytes.
        game: The game, if it is one of your own. A built-in game is opened by the name and the
            rules in the bundle. If it is given, too, a bundle of another game is rejected.
        strict: Whether a bundle that is not accepted raises an exception.
        time: The time limit in seconds, as ``timedelta``, or as a text such as ``"5m"``; one hour
            by default.
        positions: The other limits apply to each certificate: see :func:`check`.
        held: See :func:`check`.
        edges: See :func:`check`.
        leaf_nodes: See :func:`check`.
        search_nodes: See :func:`check`.

    Returns:
        The verdict with the results.

    Raises:
        Rejected: If the results do not follow from the certificates, or if a limit was reached,
            unless ``strict`` is False.
        InputError: If the game is not built in, and ``game`` is not given.
        OSError: If the file cannot be read.
        Interrupted: After Ctrl-C.
    """
    own = None if game is None else as_game(game)
    data = bundle if isinstance(bundle, bytes) else Path(bundle).read_bytes()
    limits = _limits(
        time=time,
        positions=positions,
        held=held,
        edges=edges,
        leaf_nodes=leaf_nodes,
        search_nodes=search_nodes,
    )
    report, interrupt = _shomei.check_bundle(data, own, limits)
    _raise_interrupt(interrupt)
    import json

    known = json.loads(report)
    verdict = BundleVerdict(**{**known, "manifest": known["manifest"] or {}})
    if strict and not verdict.accepted:
        raise Rejected(verdict)
    return verdict


def _limits(
    *,
    time: float | str | timedelta | None,
    held: int | str | None,
    **counts: int | None,
) -> dict[str, float | None]:
    # A number of bytes may be small here, unlike the memory of a search.
    size = bytes_of(held, "held") if isinstance(held, str) else perhaps("held", held)
    checked = {name: perhaps(name, count) for name, count in counts.items()}
    return {"time": seconds_of(time), "held": size, **checked}


def _raise_interrupt(interrupt: BaseException | None) -> None:
    if isinstance(interrupt, KeyboardInterrupt):
        raise Interrupted from interrupt
    if interrupt is not None:
        raise interrupt
