#!/usr/bin/env python3
"""A second checker of certificates, written from docs/certificate-format.md alone.

It shares no code with the program that writes certificates, nor with that program's own checker:
files, plain search and the rules of the games are here once more, as plainly as they go.

Usage: python3 check.py FILE.proof [...]
It prints a line for each file. Exit code 0: all accepted; 1: one was rejected; 2: one could not be
checked (unreadable, an unknown game or version, or past a limit).
"""

import argparse
import re
import struct
import sys
import time
import zlib

WON, FAILED, OPEN = "won", "failed", None  # how a position stands, as the attacker sees it
BLOCK_RAW, BLOCK_PACKED, RECORDS_BEGIN = 16_777_216, 16_908_288, 65_536
LONGEST_PATH = 1 << 18
ALL64 = (1 << 64) - 1


class Rejected(Exception):
    """The certificate breaks a rule."""


class Unchecked(Exception):
    """Nothing is known of the certificate: a limit, or something that this checker lacks."""


def need(condition, reason):
    if not condition:
        raise Rejected(reason)


def shown(text, most=120):
    """A text that a stranger wrote, in printable ASCII."""
    text = ascii(text)[1:-1]
    return text if len(text) <= most else text[:most] + "..."


# The games. Each has `sides` and for its options `look`: how a position stands, whether the
# attacker is to move, and the moves in their order; and `play`. Positions are tuples that are equal
# exactly if the positions are the same. `parse` takes nothing but the text that the format fixes.


class LinesOfAction:
    """Positions: the men of Black, those of White (bits from a1, row by row), and who moves."""

    sides = ("black", "white")
    rules = {
        "olympiad": ("draw", "pass"),
        "sackson": ("mover-wins", "loss"),
        "simultaneous=draw,no-move=loss": ("draw", "loss"),
        "simultaneous=mover-wins,no-move=pass": ("mover-wins", "pass"),
    }
    position_bytes, move_bytes = 250, 72
    jumps = []  # of each square and axis: the line, and of each number of men on it the jumps

    def __init__(self, rules, attacker):
        need(rules in self.rules, "there are no such rules of Lines of Action")
        self.both_joined, self.no_move = self.rules[rules]
        self.attacker = attacker
        if not self.jumps:
            self.jumps.extend(self.axes(square) for square in range(64))

    @staticmethod
    def axes(square):
        found = []
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            rays = []
            for sign in (1, -1):
                x, y, ray = square % 8 + sign * dx, square // 8 + sign * dy, []
                while 0 <= x < 8 and 0 <= y < 8:
                    ray.append(8 * y + x)
                    x, y = x + sign * dx, y + sign * dy
                rays.append(ray)
            line = sum(1 << at for at in rays[0] + rays[1]) | 1 << square
            reach = [[] for _ in range(9)]
            for ray in rays:
                for steps, target in enumerate(ray, 1):
                    over = sum(1 << at for at in ray[: steps - 1])
                    reach[steps].append((target, over))
            found.append((line, reach))
        return found

    def parse(self, text):
        need(re.fullmatch(r"[.xo]{64} [xo]", text), "no position of Lines of Action")
        black, white = (sum(1 << i for i in range(64) if text[i] == man) for man in "xo")
        need(black and white, "a side has no men")
        return black, white, "xo".index(text[-1])

    @staticmethod
    def joined(men):
        group, before = men & -men, 0
        while group != before:
            before = group
            near = group | (group & 0x7F7F7F7F7F7F7F7F) << 1 | (group & 0xFEFEFEFEFEFEFEFE) >> 1
            group = (near | near << 8 | near >> 8) & men
        return group == men

    def look(self, position):
        side = position[2]
        ours = side == self.attacker
        mover, other = self.joined(position[side]), self.joined(position[1 - side])
        if mover and other:
            won = self.both_joined == "mover-wins" and not ours
            return (WON if won else FAILED), ours, ()
        if mover or other:
            return (WON if mover == ours else FAILED), ours, ()
        moves = self.moves(position[side], position[1 - side])
        if not moves and self.no_move == "loss":
            return (FAILED if ours else WON), ours, ()
        return OPEN, ours, moves or [None]

    def moves(self, own, enemy):
        found = []
        for origin in range(64):
            if own >> origin & 1:
                targets = []
                for line, reach in self.jumps[origin]:
                    for target, over in reach[(line & (own | enemy)).bit_count()]:
                        if not over & enemy and not own >> target & 1:
                            targets.append(target)
                found.extend((origin, target) for target in sorted(targets))
        return found

    def play(self, position, move):
        men, side = list(position[:2]), position[2]
        if move is not None:
            men[side] ^= 1 << move[0] | 1 << move[1]
            men[1 - side] &= ~(1 << move[1])
        return men[0], men[1], 1 - side


class Othello:
    """Positions: the discs of Black, those of White (bits from a1, row by row), and who moves."""

    sides = ("black", "white")
    position_bytes, move_bytes = 250, 48
    inner = 0x7E7E7E7E7E7E7E7E
    directions = ((1, inner), (8, ALL64), (7, inner), (9, inner))

    def __init__(self, rules, attacker):
        found = re.fullmatch(r"(black|white)>=(0|-?[1-9][0-9]?)", rules)
        need(rules == "standard" or found, "there are no such rules of Othello")
        self.attacker, self.side, self.least = attacker, attacker, 1
        if found:
            self.side, self.least = self.sides.index(found[1]), int(found[2])
            need(-64 <= self.least <= 64, "nobody can be more than 64 discs ahead")

    def parse(self, text):
        need(re.fullmatch(r"[-XO]{64} [XO]", text), "no position of Othello")
        black, white = (sum(1 << i for i in range(64) if text[i] == disc) for disc in "XO")
        need(black | white, "the board is empty")
        return black, white, "XO".index(text[-1])

    def moves(self, own, enemy):
        found = 0
        for by, mask in self.directions:
            inside = enemy & mask
            up, down = own << by & inside, own >> by & inside
            for _ in range(5):
                up |= up << by & inside
                down |= down >> by & inside
            found |= up << by | down >> by
        return found & ~(own | enemy) & ALL64

    def look(self, position):
        side = position[2]
        own, enemy = position[side], position[1 - side]
        ours, left, moves = side == self.attacker, self.moves(own, enemy), []
        while left:
            moves.append(left & -left)
            left &= left - 1
        if moves or self.moves(enemy, own):
            return OPEN, ours, moves or [0]
        ahead = position[self.side].bit_count() - position[1 - self.side].bit_count()
        if ahead:
            empty = 64 - (own | enemy).bit_count()
            ahead += empty if ahead > 0 else -empty
        reached = ahead >= self.least
        return (WON if reached == (self.side == self.attacker) else FAILED), ours, ()

    def play(self, position, move):
        side = position[2]
        own, enemy = position[side], position[1 - side]
        flipped = 0
        for by, mask in self.directions if move else ():
            inside = enemy & mask
            up, down = move << by & inside, move >> by & inside
            while up << by & inside & ~up:
                up |= up << by & inside
            while down >> by & inside & ~down:
                down |= down >> by & inside
            flipped |= up if up << by & own else 0
            flipped |= down if down >> by & own else 0
        own, enemy = own | move | flipped, enemy & ~flipped
        return (own, enemy, 1) if side == 0 else (enemy, own, 0)


class UltimateTicTacToe:
    """Positions: who moves, the board to play on or None, and nine boards. An open board is the
    cells of X and those of O (as 9 bits each), a closed one who has won it: 0, 1, or None."""

    sides = ("x", "o")
    position_bytes, move_bytes = 1300, 72
    lines = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)

    def __init__(self, rules, attacker):
        need(rules in ("standard", "standard,play-out"), "there are no such rules of this game")
        self.attacker, self.early = attacker, rules == "standard"

    def line(self, cells):
        return any(cells & line == line for line in self.lines)

    def board(self, marks):
        for side in (0, 1):
            if self.line(marks[side]):
                return side
        return None if marks[0] | marks[1] == 0o777 else marks

    def parse(self, text):
        need(re.fullmatch(r"[XO];[.XO#@]{9};[XO.]{9}(/[XO.]{9}){8}", text), "no position")
        to_move, whole, cells = text.split(";")
        side, boards = "XO".index(to_move), []
        for name, board in zip(whole, cells.split("/")):
            marks = tuple(sum(1 << i for i in range(9) if board[i] == m) for m in "XO")
            boards.append(self.board(marks))
            closed = "XO"[boards[-1]] if boards[-1] in (0, 1) else "#"
            is_open = isinstance(boards[-1], tuple)
            need(name in ".@" if is_open else name == closed, "a board is not as its cells are")
        sent = [at for at in range(9) if whole[at] == "@"]
        need(len(sent) <= 1, "a side cannot be sent to two boards")
        return side, sent[0] if sent else None, tuple(boards)

    def look(self, position):
        side, sent, boards = position
        ours = side == self.attacker
        for winner in (0, 1):
            if self.line(sum(1 << i for i in range(9) if boards[i] == winner)):
                return (WON if winner == self.attacker else FAILED), ours, ()
        free = [at for at in range(9) if isinstance(boards[at], tuple)]
        if not free or self.early and self.hopeless(boards):
            return FAILED, ours, ()
        if sent is not None:
            free = [sent]
        marked = [(at, boards[at][0] | boards[at][1]) for at in free]
        return OPEN, ours, [(at, c) for at, cells in marked for c in range(9) if not cells >> c & 1]

    def hopeless(self, boards):
        def lost(board):
            if isinstance(board, tuple):
                return all(board[1 - self.attacker] & line for line in self.lines)
            return board != self.attacker

        gone = sum(1 << at for at in range(9) if lost(boards[at]))
        return all(gone & line for line in self.lines)

    def play(self, position, move):
        side, _, boards = position
        at, cell = move
        marks, boards = list(boards[at]), list(boards)
        marks[side] |= 1 << cell
        boards[at] = self.board(tuple(marks))
        return 1 - side, cell if isinstance(boards[cell], tuple) else None, tuple(boards)


# Shogi. A square is 9 * (file - 1) + rank, rank a as 0. A piece is a kind (1 to 8: PLNSGBRK), 8 more
# if it is promoted, and 16 more if it is White's. Of the eight directions each piece has a reach.
EIGHT = ((0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (0, 1))
PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, KING = range(1, 9)
LETTERS = " PLNSGBRK"
ONE, FAR = 1, 2


def shogi_tables():
    rays = [[[] for _ in EIGHT] for _ in range(81)]
    jumps = [[[] for _ in range(81)] for _ in "bw"]
    for square in range(81):
        for way, (dx, dy) in enumerate(EIGHT):
            x, y = square // 9 + dx, square % 9 + dy
            while 0 <= x < 9 and 0 <= y < 9:
                rays[square][way].append(9 * x + y)
                x, y = x + dx, y + dy
        for side, dy in ((0, -2), (1, 2)):
            x, y = square // 9, square % 9 + dy
            jumps[side][square] = [9 * at + y for at in (x - 1, x + 1) if 0 <= at < 9 and 0 <= y < 9]
    gold, diagonal, straight = (0, 1, 2, 3, 4, 7), (1, 2, 5, 6), (0, 3, 4, 7)
    ways = {PAWN: (0,), LANCE: (), KNIGHT: (), SILVER: (0, 1, 2, 5, 6), GOLD: gold, KING: range(8)}
    ways |= {8 + kind: gold for kind in (PAWN, LANCE, KNIGHT, SILVER)}
    ways |= {8 + BISHOP: straight, 8 + ROOK: diagonal}
    far = {LANCE: (0,), BISHOP: diagonal, 8 + BISHOP: diagonal, ROOK: straight, 8 + ROOK: straight}
    reach = [[0] * 8 for _ in range(32)]
    for table, steps in ((ways, ONE), (far, FAR)):
        for piece, directions in table.items():
            for way in directions:
                reach[piece][way] = reach[16 + piece][7 - way] = steps
    return rays, jumps, reach


class Shogi:
    """Positions: the board as 81 bytes, the hands as 7 bytes each (from pawn on), who moves."""

    sides = ("black", "white")
    position_bytes, move_bytes = 400, 260
    rays, jumps, reach = shogi_tables()

    def __init__(self, rules, attacker):
        need(rules in ("tsume", "tsume-mudaai", "full"), "there are no such rules of shogi")
        self.attacker, self.full, self.mudaai = attacker, rules == "full", rules == "tsume-mudaai"

    def parse(self, text):
        found = re.fullmatch(r"([1-9A-Za-z+/]+) ([bw]) (-|[0-9A-Za-z]+) 1", text)
        need(found, "no position of shogi")
        board, rows = bytearray(81), found[1].split("/")
        need(len(rows) == 9, "a board of shogi has nine rows")
        for rank, row in enumerate(rows):
            need(not re.search(r"[1-9][1-9]", row), "empty squares are one number")
            squares = []
            for plus, letter in re.findall(r"(\+?)(.)", row):
                if letter in "123456789" and not plus:
                    squares.extend([0] * int(letter))
                    continue
                kind = LETTERS.find(letter.upper(), 1)
                need(kind > 0 and not (plus and kind in (GOLD, KING)), "no piece of shogi")
                squares.append(kind + 8 * bool(plus) + 16 * letter.islower())
            need(len(squares) == 9, "a row of shogi has nine squares")
            for file, piece in enumerate(reversed(squares)):
                need(not self.stuck(piece, 9 * file + rank), "a piece could never move")
                board[9 * file + rank] = piece
        hands = [0] * 14
        one = r"([2-9]|1[0-8])?"
        order = "".join(f"(?P<{c}>{one}{c})?" for c in "RBGSNLPrbgsnlp")
        held = re.fullmatch(order, "" if found[3] == "-" else found[3])
        need(held, "no hands of shogi")
        for side, letters in enumerate((LETTERS[1:8], LETTERS[1:8].lower())):
            for kind, letter in enumerate(letters):
                if held[letter]:
                    hands[7 * side + kind] = int(held[letter][:-1] or 1)
        position = bytes(board), bytes(hands), "bw".index(found[2])
        self.sound(position)
        return position

    def sound(self, position):
        board, hands, side = position
        for kind, most in zip(range(1, 8), (18, 4, 4, 4, 4, 2, 2)):
            pieces = sum(board.count(kind + more) for more in (0, 8, 16, 24))
            need(pieces + hands[kind - 1] + hands[kind + 6] <= most, "too many pieces of a kind")
        for colour in (0, 16):
            need(board.count(KING + colour) <= 1, "a side has two kings")
            for file in range(9):
                pawns = board[9 * file : 9 * file + 9].count(PAWN + colour)
                need(pawns <= 1, "two pawns of a side on a file")
        need(KING + 16 * (1 - self.attacker) in board, "the defender has no king")
        need(not self.checkers(board, 1 - side), "a king could be taken")

    @staticmethod
    def stuck(piece, square):
        kind, rank = piece & 15, 8 - square % 9 if piece & 16 else square % 9
        return rank == 0 and kind in (PAWN, LANCE, KNIGHT) or rank == 1 and kind == KNIGHT

    def checkers(self, board, side):
        """The squares of the pieces that check the king of a side."""
        king, found = board.find(KING + 16 * side), []
        if king < 0:
            return found
        for way, ray in enumerate(self.rays[king]):
            for square in ray:
                piece = board[square]
                if piece:
                    near = self.reach[piece][7 - way]
                    if piece >> 4 != side and (near == FAR or near and square == ray[0]):
                        found.append(square)
                    break
        knight = KNIGHT + 16 * (1 - side)
        return found + [at for at in self.jumps[side][king] if board[at] == knight]

    def targets(self, board, origin):
        piece, found = board[origin], []
        side = piece >> 4
        for way, ray in enumerate(self.rays[origin]):
            reach = self.reach[piece][way]
            for target in ray if reach == FAR else ray[:1] if reach else ():
                if not board[target] or board[target] >> 4 != side:
                    found.append(target)
                if board[target]:
                    break
        if piece & 15 == KNIGHT:
            found.extend(t for t in self.jumps[side][origin] if not board[t] or board[t] >> 4 != side)
        return sorted(found)

    def moved(self, position, origin, target):
        """The positions after a move, with promotion and without, where they are legal."""
        board, hands, side = position
        piece, taken = board[origin], board[target]
        zone = (0, 1, 2) if side == 0 else (6, 7, 8)
        promotes = piece & 15 in (PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK)
        promotes = promotes and (origin % 9 in zone or target % 9 in zone)
        for new in (piece + 8, piece) if promotes else (piece,):
            if not self.stuck(new, target):
                after, hand = bytearray(board), bytearray(hands)
                after[origin], after[target] = 0, new
                if taken:
                    hand[7 * side + (taken & 7) - 1] += 1
                if not self.checkers(after, side):
                    yield bytes(after), bytes(hand), 1 - side

    def dropped(self, position, kind, target):
        """The position after a drop, if it is legal."""
        board, hands, side = position
        held, piece = 7 * side + kind - 1, kind + 16 * side
        start = target // 9 * 9
        if not hands[held] or board[target] or self.stuck(piece, target):
            return
        if kind == PAWN and board[start : start + 9].count(piece):
            return
        after, hand = bytearray(board), bytearray(hands)
        after[target] = piece
        hand[held] -= 1
        child = bytes(after), bytes(hand), 1 - side
        if self.checkers(after, side):
            return
        if kind == PAWN and target in self.checkers(after, 1 - side) and not any(self.legal(child)):
            return
        yield child

    def men(self, position, kings):
        board, _, side = position
        for origin in range(81):
            piece = board[origin]
            if piece and piece >> 4 == side and (piece & 15 == KING) == kings:
                for target in self.targets(board, origin):
                    yield origin, target

    def legal(self, position):
        """The positions after every legal move, in the order of lists 2 and 3."""
        board, _, side = position
        checkers = self.checkers(board, side)
        for origin, target in self.men(position, True):
            yield from self.moved(position, origin, target)
        if not checkers:
            for origin, target in self.men(position, False):
                yield from self.moved(position, origin, target)
            for kind in (ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN):
                for target in range(81):
                    yield from self.dropped(position, kind, target)
        elif len(checkers) == 1:
            between = self.between(board, side, checkers[0])
            for target, origin in sorted((t, o) for o, t in self.men(position, False)):
                if target in between or target == checkers[0]:
                    yield from self.moved(position, origin, target)
            for target in between:
                for kind in range(PAWN, KING):
                    yield from self.dropped(position, kind, target)

    def between(self, board, side, checker):
        """The squares between a king and what checks it, from the one next to the king on."""
        for ray in self.rays[board.index(KING + 16 * side)]:
            if checker in ray:
                return ray[: ray.index(checker)]
        return []

    def checks(self, position):
        """The positions after every legal check, in the order of list 1."""
        kinds = (GOLD, SILVER, ROOK, BISHOP, LANCE, KNIGHT, PAWN)
        lists = [self.dropped(position, kind, at) for kind in kinds for at in range(81)]
        for kings in (False, True):
            lists.extend(self.moved(position, *move) for move in self.men(position, kings))
        for found in lists:
            yield from (child for child in found if self.checkers(child[0], child[2]))

    def look(self, position):
        ours = position[2] == self.attacker
        moves = list(self.checks(position) if ours and not self.full else self.legal(position))
        if not moves:
            return (FAILED if ours else WON), ours, ()
        if not ours and self.mudaai and self.wasted(position):
            return WON, ours, ()
        return OPEN, ours, moves

    def wasted(self, position):
        """Whether every defence is a drop that the slider takes, and then it is mate."""
        board, hands, side = position
        checkers = self.checkers(board, side)
        between = self.between(board, side, checkers[0]) if len(checkers) == 1 else []
        held = sum(hands)
        if not between or any(sum(child[1]) >= held for child in self.legal(position)):
            return False  # a move, not a drop
        turned = board, hands, 1 - side
        for at, square in enumerate(between):
            # What is dropped there is taken and given back: the slider moves, and nothing else.
            for after in self.moved(turned, checkers[0], square):
                checked = self.checkers(after[0], side) == [square]
                if at == 0 and checked and not any(self.legal(after)) or self.wasted(after):
                    break
            else:
                return False
        return True

    def play(self, position, move):
        return move


GAMES = {"loa": LinesOfAction, "othello": Othello, "uttt": UltimateTicTacToe, "shogi": Shogi}


class Limits:
    """What a check may take, and what it has taken."""

    def __init__(self, options):
        self.options, self.until = options, time.monotonic() + options.time
        self.held, self.nodes = 0, 0

    def hold(self, more):
        self.held += more
        if self.held > self.options.memory << 20:
            raise Unchecked(f"it takes more than {self.options.memory} MiB (--memory)")

    def tick(self):
        if time.monotonic() > self.until:
            raise Unchecked(f"it takes more than {self.options.time} seconds (--time)")


def plain_search(game, position, allowed, limits):
    """Section 4 of the format, without recursion: the value, or None if it is undecided."""
    if allowed > limits.options.limit:
        raise Unchecked(f"a record asks for {allowed} nodes, more than {limits.options.limit} (--limit)")
    path, visited, nodes, held = [], set(), 0, limits.held
    while True:
        nodes += 1
        if nodes > allowed or len(path) >= LONGEST_PATH:
            break
        if nodes % 1024 == 0:
            limits.tick()
        value, ours, moves = game.look(position)
        if value is OPEN and position in visited:
            value = FAILED
        if value is OPEN:
            limits.hold(game.position_bytes + len(moves) * game.move_bytes)
            visited.add(position)
            path.append((position, WON if ours else FAILED, iter(moves), limits.held))
        while path:
            above, decisive, moves, limits.held = path[-1]
            move = None if value == decisive else next(moves, path)
            if value != decisive and move is not path:
                position, value = game.play(above, move), OPEN
                break
            if value != decisive:
                value = FAILED if decisive == WON else WON
            visited.remove(above)
            path.pop()
        else:
            limits.held = held
            return value
    limits.held = held
    return OPEN


class Input:
    """A file from its first byte to its last, with the checksum of the part at hand."""

    def __init__(self, file):
        self.file, self.at, self.crc = file, 0, 0

    def take(self, count):
        data = self.file.read(count)
        need(len(data) == count, "the file ends too early")
        self.at, self.crc = self.at + count, zlib.crc32(data, self.crc)
        return data

    def number(self, form):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))[0]

    def text(self, most, name):
        length = self.number("I")
        need(length <= most, f"the {name} is longer than {most} bytes")
        try:
            return self.take(length).decode()
        except UnicodeDecodeError:
            raise Rejected(f"the {name} is not UTF-8") from None

    def checksum(self, part):
        found = self.crc
        need(self.number("I") == found, f"the checksum of the {part} is wrong")
        self.crc = 0


def unpacked(packed, length):
    """The bytes of the one frame of a block."""
    try:
        import zstandard
    except ImportError:
        raise Unchecked("the blocks are packed with zstd: pip install zstandard") from None
    need(packed[:4] == b"\x28\xb5\x2f\xfd", "a block is no zstd frame")
    try:
        frame = zstandard.get_frame_parameters(packed)
        need(frame.dict_id == 0, "a block needs a dictionary")
        known = frame.content_size != zstandard.CONTENTSIZE_UNKNOWN
        need(not known or frame.content_size == length, "a block has another length than it says")
        tool = zstandard.ZstdDecompressor()
        raw = tool.decompress(packed, max_output_size=length, allow_extra_data=False)
    except zstandard.ZstdError as error:
        raise Rejected(f"a block cannot be unpacked: {shown(str(error))}") from None
    need(len(raw) == length, "a block has another length than it says")
    return raw


class Certificate:
    """One certificate, read from front to back."""

    def __init__(self, file, options):
        self.input, self.limits = Input(file), Limits(options)
        self.title, self.number = "", None  # what it claims, and the record at hand
        self.records = self.edges = self.terminals = self.resolved = 0
        self.positions = {}  # of the records that are named: not yet read, or in a disproof all

    def check(self):
        self.header()
        blocks, first = [], self.input.at
        while True:
            at, tag = self.input.at, self.input.take(1)
            if tag != b"B":
                break
            blocks.append((at, self.records))
            self.block()
        need(tag == b"I", "neither a block nor the index begins where one should")
        self.number = None
        need(self.records or self.root_status is not OPEN, "the root is open, and there is no record")
        missing = [named for named in self.positions if named >= self.records]
        need(not missing, "a record is named that the file does not have")
        for entry in blocks:
            need((self.input.number("Q"), self.input.number("Q")) == entry, "the index is wrong")
        self.input.checksum("index")
        index = at if blocks else first
        need(self.input.take(1) == b"T", "there is no trailer behind the index")
        counted = index, len(blocks), self.records, self.edges, self.terminals, self.resolved
        names = "place of the index", "blocks", "records", "children", "terminal", "resolved"
        for name, count in zip(names, counted):
            need(self.input.number("Q") == count, f"the trailer is wrong: {name}")
        self.input.checksum("trailer")
        need(self.input.take(5) == b"\x89qed\n", "the file does not end as it must")
        need(not self.input.file.read(1), "there are bytes behind the end")

    def header(self):
        need(self.input.take(8) == b"\x89shomei\n", "this is no certificate")
        version = self.input.number("H")
        if version != 1:
            raise Unchecked(f"version {version} of the format is unknown")
        claim = self.input.number("B")
        need(claim in (1, 2), "the claim is neither proved nor disproved")
        self.proved, self.end = claim == 1, WON if claim == 1 else FAILED
        name = self.input.text(64, "name of the game")
        rules = self.input.text(1_048_576, "text of the rules")
        attacker = self.input.text(64, "attacker")
        root = self.input.text(65_536, "root position")
        self.title = f"{'proved' if self.proved else 'disproved'}: {shown(attacker)} wins "
        self.title += f"({shown(name)}, {shown(rules)}) {shown(root)}"
        self.input.checksum("header")
        if name not in GAMES:
            raise Unchecked("the rules of this game are not known here")
        need(attacker in GAMES[name].sides, "the attacker is no side of the game")
        self.game = GAMES[name](rules, GAMES[name].sides.index(attacker))
        self.root = self.game.parse(root)
        self.root_status = self.game.look(self.root)[0]
        need(self.root_status in (OPEN, self.end), "the root is finished, and not as claimed")

    def block(self):
        need(self.input.number("Q") == self.records, "a block does not begin with the next record")
        count, length, packed = (self.input.number("I") for _ in range(3))
        need(count >= 1, "a block has no records")
        need(1 <= length <= BLOCK_RAW and packed <= BLOCK_PACKED, "a block is too long")
        packed = self.input.take(packed)
        self.input.checksum("block")
        raw, at = unpacked(packed, length), 0
        for _ in range(count):
            self.number = self.records
            need(at < min(length, RECORDS_BEGIN), "a record begins too late in its block")
            at = self.record(raw, at)
            self.records += 1
        need(at == length, "there are bytes behind the records of a block")

    def varint(self, raw, at):
        value = shift = 0
        while True:
            need(at < len(raw), "a record ends too early")
            byte = raw[at]
            value |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            need(value <= ALL64, "a number is too large")
            if byte < 128:
                need(byte or shift == 7, "a number is written with too many bytes")
                return value, at

    def record(self, raw, at):
        """Checks the record that begins there; returns where it ends."""
        self.limits.tick()
        position = self.take_position()
        _, ours, moves = self.game.look(position)
        kind, at = raw[at], at + 1
        need(kind <= 2, "there is no such kind of record")
        count, at = self.varint(raw, at)
        if kind == 2:
            self.resolved += 1
            value = plain_search(self.game, position, count, self.limits)
            need(value is not OPEN, f"plain search does not decide it within {count} nodes")
            need(value == self.end, f"plain search finds that it is {value}")
            return at
        chooses = ours == self.proved
        if kind == 0:
            need(chooses, "a choice where every move must be answered")
            need(count < len(moves), f"move {count} of {len(moves)} legal ones")
            moves = moves[count : count + 1]
        else:
            need(not chooses, "an answer to all moves where one is to be chosen")
            need(count == len(moves), f"{count} children for {len(moves)} legal moves")
        base = self.number
        for move in moves:
            self.edges += 1
            child = self.game.play(position, move)
            status = self.game.look(child)[0]
            value, at = self.varint(raw, at)
            if value == 0:
                self.terminals += 1
                need(status is not OPEN, "a child is called terminal and is open")
                need(status == self.end, f"a child has ended as {status}")
            else:
                need(status is OPEN, f"a child has a record, but is finished: {status}")
                base += (value - 1) // 2 if value % 2 else -(value // 2)
                need(0 <= base < 1 << 62, "a child has no possible number")
                self.name(base, child)
        return at

    def take_position(self):
        if self.number == 0:
            need(self.root_status is OPEN, "there are records, but the root is finished")
            if not self.proved:
                self.positions[0] = self.root
            return self.root
        need(self.number in self.positions, "no record before it names it")
        if not self.proved:
            return self.positions[self.number]
        self.limits.hold(-self.game.position_bytes)
        return self.positions.pop(self.number)

    def name(self, number, position):
        need(not self.proved or number > self.number, "a proof names a record that is not behind it")
        if number not in self.positions:
            self.limits.hold(self.game.position_bytes)
            self.positions[number] = position
        need(self.positions[number] == position, f"record {number} is named for two positions")


def verdict(path, options):
    """The exit code for one file, and its line."""
    certificate = None
    try:
        with open(path, "rb") as file:
            certificate = Certificate(file, options)
            certificate.check()
        code, words = 0, f"{certificate.records} records: accepted"
    except Rejected as error:
        code, words = 1, f"rejected: {error}"
    except Unchecked as error:
        code, words = 2, f"not checked: {error}"
    except OSError as error:
        code, words = 2, f"not checked: {shown(str(error))}"
    except MemoryError:
        code, words = 2, "not checked: there is not enough memory"
    if code and certificate and certificate.number is not None:
        words = f"record {certificate.number}: {words}"
    title = f"{certificate.title}: " if certificate and certificate.title else ""
    return code, f"{shown(path)}: {title}{words}"


def main():
    parser = argparse.ArgumentParser(description="Checks certificates by the rules of their games.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="certificates")
    for name, most, what in (
        ("limit", 10_000_000, "nodes that a record may ask for"),
        ("memory", 1024, "MiB for positions, about"),
        ("time", 3600, "seconds for a file"),
    ):
        parser.add_argument(f"--{name}", type=int, default=most, help=f"{what} ({most})")
    options = parser.parse_args()
    codes = set()
    for path in options.files:
        code, line = verdict(path, options)
        codes.add(code)
        print(line, flush=True)
    return 1 if 1 in codes else max(codes)


if __name__ == "__main__":
    sys.exit(main())
