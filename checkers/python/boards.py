"""The rules of Connect Four, Hex, Breakthrough, five in a row and ultimate tic-tac-toe within a
number of plies for check.py, as results/boards/README.md has them. In the first four a position has
the stones of both sides as sets of bits, and the side to move."""

import itertools
import re

import check
from check import OPEN, Game, need


class Board(Game):
    """Bit `row * columns + column`; row 0 is the one that the text names last."""

    sides, known_rules, bytes_each = ("first", "second"), "([2-9])x([2-9])", 200

    def __init__(self, rules, attacker):
        super().__init__(rules, attacker)
        self.columns, self.rows = int(self.rules[1]), int(self.rules[2])
        self.squares = range(self.columns * self.rows)

    def stones(self, text):
        rows = text.split("/")
        fits = len(rows) == self.rows and {len(row) for row in rows} == {self.columns}
        need(fits and re.fullmatch("[.xo/]+", text), "the root is not a position of the game")
        text = "".join(reversed(rows))
        return [sum(1 << at for at in self.squares if text[at] == man) for man in "xo"]

    def alternating(self, text):  # the stones, and the side to move by their numbers
        stones = self.stones(text)
        side = stones[0].bit_count() - stones[1].bit_count()
        need(side in (0, 1), "the root has too many stones of a side")
        return *stones, side

    def at(self, column, row):  # the bit of a square, 0 if it is outside the board
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return 1 << row * self.columns + column if inside else 0

    def play(self, position, move):  # A move is the bit of a new stone.
        first, second, side = position
        return (first, second | move, 0) if side else (first | move, second, 1)


class ConnectFour(Board):
    known_rules = "([4-9])x([4-9])(?:,plies=([1-9][0-9]?))?"

    def __init__(self, rules, attacker):
        super().__init__(rules, attacker)
        self.plies = int(self.rules[3] or len(self.squares))
        fits = self.plies < len(self.squares) or not self.rules[3]
        need(fits and len(self.squares) <= 56, "there are no such rules of the game")
        self.fours, wide, high = [], range(self.columns), range(self.rows)
        for x, y, (dx, dy) in ((x, y, d) for x in wide for y in high for d in DIRECTIONS):
            line = [self.at(x + n * dx, y + n * dy) for n in range(4)]
            self.fours += [sum(line)] * all(line)
        self.in_columns = [[self.at(x, y) for y in high] for x in wide]

    def has_four(self, stones):
        return any(stones & four == four for four in self.fours)

    def parse(self, text):
        first, second, side = self.alternating(text)
        taken = first | second
        columns = [[bool(taken & bit) for bit in column] for column in self.in_columns]
        need(all(column == sorted(column)[::-1] for column in columns), "a stone has none below it")
        need(not (self.has_four(first) and self.has_four(second)), "both sides have four in a line")
        return first, second, side

    def state(self, position):
        first, second, _ = position
        for player, stones in enumerate((first, second)):
            if self.has_four(stones):
                return player, ()
        taken = first | second
        if taken.bit_count() >= self.plies:
            return -1, ()
        landings = [[bit for bit in column if not taken & bit] for column in self.in_columns]
        return OPEN, [free[0] for free in landings if free]


DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Hex(Board):
    """Row 0 is the lowest one, so a row is shifted to the right of the one with a higher number."""

    known_rules = r"([2-7])x(\1)(,bridges)?"

    def __init__(self, rules, attacker):
        super().__init__(rules, attacker)
        last = self.columns - 1
        line = range(self.columns)
        self.edges = [
            [sum(self.at(n, y) for n in line) for y in (last, 0)],
            [sum(self.at(x, n) for n in line) for x in (0, last)],
        ]
        beside = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
        self.beside = {
            self.at(x, y): sum(self.at(x + dx, y + dy) for dx, dy in beside)
            for x in line
            for y in line
        }
        self.moves = [self.at(x, y) for y in reversed(line) for x in line]

    def parse(self, text):
        return self.alternating(text)

    def around(self, cells):
        near = 0
        for bit in bits(cells):
            near |= self.beside[bit]
        return near

    def joined(self, new, stones):
        """Some stones, and all stones that are connected to them."""
        reached = new
        while new:
            new = self.around(new) & stones & ~reached
            reached |= new
        return reached

    def state(self, position):
        first, second, _ = position
        for player, stones in enumerate((first, second)):
            start, goal = self.edges[player]
            if self.joined(stones & start, stones) & goal:
                return player, ()
        moves = [bit for bit in self.moves if not (first | second) & bit]
        winner = self.bridged(position, moves) if self.rules[3] else None
        return (OPEN, moves) if winner is None else (winner, ())

    def bridged(self, position, moves):
        """The side that wins by bridges: the one that waits, or the other with one more stone."""
        *stones, side = position
        for player, more in ((1 - side, (0,)), (side, moves)):
            for move in more:
                own, free = stones[player] | move, sum(moves) & ~move
                if self.is_connected(
                    player, own, free, self.joined(own & self.edges[player][0], own)
                ):
                    return player
        return None

    def is_connected(self, player, own, free, reached):
        """Whether bridges over different free cells lead from one edge, and the stones that are
        reached from it, to the other."""
        start, goal = self.edges[player]
        near = (start | self.around(reached)) & free
        if reached & goal or (near & goal).bit_count() >= 2:
            return True
        rest = own & ~reached & self.around(near)
        while rest:
            group = self.joined(rest & -rest, own)
            rest &= ~group
            for pair in itertools.combinations(bits(near & self.around(group)), 2):
                if self.is_connected(player, own, free & ~sum(pair), reached | group):
                    return True
        return False


def bits(cells):
    """The bits of a set, in order."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


class FiveInARow(Board):
    """The first side makes a line of five, and the second prevents it."""

    known_rules = r"([5-8])x(\1)(,pairs)?"

    def __init__(self, rules, attacker):
        super().__init__(rules, attacker)
        line = range(self.columns)
        directions = ((1, 0), (0, 1), (1, 1), (-1, 1))
        lines = [
            [self.at(x + n * dx, y + n * dy) for n in range(5)]
            for y in line
            for x in line
            for dx, dy in directions
        ]
        self.lines = [sum(line) for line in lines if all(line)]

    def parse(self, text):
        return self.alternating(text)

    def state(self, position):
        first, second, _ = position
        if any(first & line == line for line in self.lines):
            return 0, ()
        # The free squares of the lines that the first side can still make.
        lines = [line & ~first for line in self.lines if not line & second]
        if self.has_pairs(lines) if self.rules[3] else not lines:
            return 1, ()
        taken = first | second
        return OPEN, [1 << at for at in self.squares if not taken >> at & 1]

    def has_pairs(self, lines):
        """Whether each line gets a pair of its own squares: always the pair in the most lines, of
        those of the first line with the fewest squares."""
        while lines:
            pairs = itertools.combinations(bits(min(lines, key=int.bit_count)), 2)
            pairs = [sum(pair) for pair in pairs]
            if not pairs:
                return False
            pair = max(pairs, key=lambda pair: sum(line & pair == pair for line in lines))
            lines = [line & ~pair for line in lines if line & pair != pair]
        return True


class Breakthrough(Board):
    known_rules = "([2-8])x([4-8])(,races)?"

    def __init__(self, rules, attacker):
        super().__init__(rules, attacker)
        line, last = range(self.columns), self.rows - 1
        self.goals = [sum(self.at(x, y) for x in line) for y in (last, 0)]
        # The squares that a pawn can step to: left, ahead and right.
        self.ahead = [
            {
                self.at(x, y): [self.at(x + dx, y + dy) for dx in (-1, 0, 1)]
                for y in range(self.rows)
                for x in line
            }
            for dy in (1, -1)
        ]

    def parse(self, text):
        found = re.fullmatch(r"(\S+) ([xo])", text)
        need(found, "the root is not a position of the game")
        pawns, side = self.stones(found[1]), "xo".index(found[2])
        arrived = [own & goal for own, goal in zip(pawns, self.goals)]
        over = arrived[side] or not pawns[1 - side] or arrived[1 - side].bit_count() > 1
        need(not over, "the game was over before the last move")
        return *pawns, side

    def state(self, position):
        *pawns, side = position
        for player in (0, 1):
            if pawns[player] & self.goals[player] or not pawns[1 - player]:
                return player, ()
        if self.rules[3]:
            for player in (0, 1):
                if self.has_race(player, pawns, side):
                    return player, ()
        own, enemy, moves = pawns[side], pawns[1 - side], []
        for origin, (left, ahead, right) in self.ahead[side].items():
            if own & origin:
                free = (left & ~own, ahead & ~own & ~enemy, right & ~own)
                moves += [(origin, target) for target in free if target]
        return OPEN, moves

    def has_race(self, player, pawns, side):
        """Whether a pawn of the player reaches the last row on squares on which it cannot be
        captured or blocked, before the fastest pawn of the enemy arrives."""
        # Columns and rows as the player sees them, who moves up.
        own, enemy = (
            {
                (column, row if player == 0 else self.rows - 1 - row)
                for column in range(self.columns)
                for row in range(self.rows)
                if some & self.at(column, row)
            }
            for some in (pawns[player], pawns[1 - player])
        )
        wait = int(side != player)
        fastest = min(row for _, row in enemy)

        def can_come(column, row, moves, is_capture):
            for other, top in enemy:
                down, aside = top - row, abs(other - column)
                is_able = not is_capture or down > 1 or (down, aside) == (1, 1)
                if 0 <= down <= moves and aside <= down and is_able:
                    return True
            return False

        for start in own:
            steps = self.rows - 1 - start[1]
            if steps + wait > fastest or can_come(*start, wait, True):
                continue
            places = {start[0]}
            for step in range(1, steps + 1):
                row, moves = start[1] + step, step - 1 + wait
                places = {
                    column
                    for column in range(self.columns)
                    if (column, row) not in own
                    and not can_come(column, row, moves + 1, True)
                    and (
                        not places.isdisjoint({column - 1, column + 1})
                        or (column in places and not can_come(column, row, moves, False))
                    )
                }
            if places:
                return True
        return False

    def play(self, position, move):
        *pawns, side = position
        origin, target = move
        pawns[side] ^= origin | target
        pawns[1 - side] &= ~target
        return *pawns, 1 - side


class UtttWithin(check.UltimateTicTacToe):
    """The rules `open`, in which O wins as soon as X has fewer moves left than it lacks marks."""

    known_rules = "[1-9]|[1-7][0-9]|8[01]"

    def __init__(self, rules, attacker):
        super().__init__(rules, attacker)
        self.plies, self.rules = int(rules), (rules, "open", ",play-out")

    def lacking(self, board):
        """The marks that X lacks for a line in a board; more than 81 if it can make none."""
        name, cells = board[0], board[1:]
        if name != "." or not cells:
            return 0 if name == "X" else 99
        rows = [[cells[at] for at in row] for row in self.rows]
        return min((3 - row.count("X") for row in rows if "O" not in row), default=99)

    def state(self, position):
        winner, moves = super().state(position)
        _, boards, side = position
        free = sum(board[1:].count(".") for board in boards)
        left = max(0, self.plies - (81 - free)) + (side == 0) >> 1
        lacking = [self.lacking(board) for board in boards]
        in_time = any(sum(lacking[at] for at in row) <= left for row in self.rows)
        return (winner, moves) if winner is not None or in_time else (1, ())


check.GAMES |= {"connect-four": ConnectFour, "hex": Hex, "breakthrough": Breakthrough}
check.GAMES |= {"five-in-a-row": FiveInARow, "uttt-within": UtttWithin}
