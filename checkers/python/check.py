#!/usr/bin/env python3
"""A second checker of certificates, written from docs/reference/certificate-format.md alone.
Beside it, boards.py has the rules of more games, and bundles.py checks bundles.

Usage: python3 check.py FILE.proof [...]   A line for each file; exit code 0: all are accepted,
1: one is rejected, 2: one could not be checked (unreadable, unknown game, past a limit).
"""

import argparse
import re
import struct
import time
import zlib

WON, FAILED, OPEN = "won", "failed", None  # the status of a position, seen by the attacker
VARINT = re.compile(rb"[\x80-\xff]*[\x00-\x7f]")
NAMES = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}  # shogi, and how many there are
EIGHT = ((0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (0, 1))


class Rejected(Exception):
    """The certificate breaks a rule."""


class Unchecked(Exception):
    """The certificate was not checked: a limit, or an unknown game or version."""


def need(condition, reason):
    if not condition:
        raise Rejected(reason)


def shown(text):  # an untrusted text, in printable ASCII and not too long
    return ascii(text)[1:-1][:120]


def rays(width, ways=EIGHT):  # the squares in each direction; the last opposes the first
    found, inside = [], range(width)
    for x, y in ((x, y) for x in inside for y in inside):
        steps = [[(x + n * dx, y + n * dy) for n in range(1, width)] for dx, dy in ways]
        found.append([[width * a + b for a, b in ray if {a, b} <= {*inside}] for ray in steps])
    return found


class Game:
    """The rules. A position is a tuple, equal to another exactly if the rules treat them alike;
    its last item is the side to move (0 or 1). `parse` reads the text of the format, `play` plays
    a move, `state` returns the winner (-1: none), or None and the moves in their order."""
    bytes_each = 1000  # estimated bytes of a position or a move
    own_moves_win = False  # Do only the attacker's own moves win, and do the sides take turns?

    def __init__(self, rules, attacker):
        self.rules, self.attacker = re.fullmatch(self.known_rules, rules), attacker
        need(self.rules, "there are no such rules of the game")

    def parse(self, text):
        found = re.fullmatch(self.form, text)
        need(found, "the root is not a position of the game")
        return found[1], self.men.index(found[2])

    def play(self, position, move):
        board = list(position[0])
        for square, content in move:
            board[square] = content
        return "".join(board), 1 - position[1]

    def look(self, position):  # status, whether the attacker is to move, moves
        winner, moves = self.state(position)
        status = OPEN if winner is None else WON if winner == self.attacker else FAILED
        return status, position[-1] == self.attacker, moves


class LinesOfAction(Game):
    """Positions: the squares as text, and who moves. Rays are by the number of squares."""
    sides, men, rays = ("black", "white"), "xo", {n * n: rays(n) for n in (5, 6, 7, 8)}
    form, bytes_each = "((?=[.o]*x)(?=[.x]*o)[.xo]+) ([xo])", 200
    known_rules = "(?:olympiad|sackson|simultaneous=(?:draw,no-move=loss|mover-wins,no-move=pass))"
    known_rules += "(?:,board=([567]))?"

    def joined(self, board, man):
        apart = {at for at, on in enumerate(board) if on == man}
        group = [apart.pop()]
        for at in group:
            group += apart.intersection(ray[0] for ray in self.rays[len(board)][at] if ray)
            apart -= {*group}
        return not apart

    def state(self, position):
        board, side = position
        need(len(board) == int(self.rules[1] or 8) ** 2, "the root has a board of another size")
        joined, own, moves = [self.joined(board, man) for man in self.men], self.men[side], []
        if any(joined):
            both = 1 - side if re.search("sackson|mover-wins", self.rules[0]) else -1
            return both if all(joined) else joined.index(True), ()
        for origin, rays in enumerate(self.rays[len(board)]):
            for ray, back in zip(rays, reversed(rays)) if board[origin] == own else ():
                others = sum(board[at] != "." for at in ray + back)  # men to jump over
                if re.match(f"[.{own}]{{{others}}}[^{own}]", "".join([board[at] for at in ray])):
                    moves.append(((origin, "."), (ray[others], own)))
        lost = not moves and re.search("sackson|loss", self.rules[0])
        return (1 - side, ()) if lost else (OPEN, sorted(moves) or [()])


class Othello(Game):
    """Positions: the squares as text, and who moves. Rays are by the number of squares."""
    sides, men, rays, bytes_each = ("black", "white"), "XO", {n * n: rays(n) for n in (6, 8)}, 200
    form = "((?=-*[XO])[-XO]+) ([XO])"
    known_rules = "(?:standard|(black|white)>=(0|-?(?:[1-5]?[1-9]|[1-5]0|6[0-4])))(,board=6)?"

    def moves(self, board, own, enemy):
        for square in (at for at, on in enumerate(board) if on == "-"):
            move, rays = [(square, own)], self.rays[len(board)][square]
            for ray in (ray for ray in rays if ray and board[ray[0]] == enemy):
                line = "".join([board[at] for at in ray]).lstrip(enemy)
                move += [(at, own) for at in ray[: len(ray) - len(line)] if line[:1] == own]
            yield from [move] if len(move) > 1 else []

    def state(self, position):
        board, side = position
        area, least = 36 if self.rules[3] else 64, int(self.rules[2] or 1)
        need(len(board) == area >= abs(least), "the board or the score is not that of the rules")
        moves = [*self.moves(board, *self.men[:: 1 - 2 * side])]
        if moves or any(self.moves(board, *self.men[:: 2 * side - 1])):
            return OPEN, moves or [()]
        which = self.sides.index(self.rules[1]) if self.rules[1] else self.attacker
        ahead = board.count(self.men[which]) - board.count(self.men[1 - which])
        ahead += board.count("-") * ((ahead > 0) - (ahead < 0))
        return which if ahead >= least else 1 - which, ()


class UltimateTicTacToe(Game):
    """Positions: the board to play on or -1, nine boards (each its letter of section 3.2, and its
    cells if it is open: # for taken cells of an owned board), and the side to move."""
    sides, known_rules = ("x", "o"), "(standard|open)(,play-out)?"
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    form = r"([XO]);([.XOxo#@]{9});([XO.]{9}(?:/[XO.]{9}){8})"

    def lines(self, cells, mark):
        return [{*row} for row in self.rows if all(cells[at] == mark for at in row)]

    def board(self, cells, name):
        lines = [mark for mark in "XO" if self.lines(cells, mark)] if "#" not in cells else [name]
        name = name if name in lines else (lines or ".#"["." not in cells])[0]
        shown = "".join([on if on == "." or name == "." else "#" for on in cells])
        return name + shown * ("." in cells and (name == "." or self.rules[1] == "open"))

    def parse(self, text):
        found = re.fullmatch(self.form, text)
        need(found, "no position of ultimate tic-tac-toe")
        side, stay, cells = "XO".index(found[1]), self.rules[1] == "open", found[3].split("/")
        boards = [*map(self.board, cells, whole := found[2].upper() if stay else found[2])]
        names, own, last = "".join(board[0] for board in boards), "XO"[side], "OX"[side]
        need(names == whole.replace("@", "."), "the boards are not as their cells are")
        for many in (names,) if stay else (*cells, names):
            lines = [lines for lines in (self.lines(many, mark) for mark in "XO") if lines]
            need(len(lines) < 2 and all(set.intersection(*of) for of in lines), "a line too many")
        need(found[3].count("X") == found[3].count("O") + side, "there are not as many marks of X")
        named = [at for at in range(9) if any(board[at] == last for board in cells)]
        sent = [at for at in range(9) if found[2][at] in "@xo"] or [-1]
        over = self.lines(names, last) or not any(board[1:] for board in boards)
        free = over or not named or any(not boards[at][1:] for at in named)  # to choose
        there = not over and len(sent) == 1 and sent[0] in named and boards[sent[0]][1:]
        need((free if sent[0] < 0 else there) and not self.lines(names, own), "no move leads there")
        return sent[0], tuple(boards), side

    def state(self, position):
        sent, boards, _ = position
        won = [side for side in (0, 1) if self.lines(next(zip(*boards)), "XO"[side])]
        free = [at for at in range(9) if boards[at][1:] and sent in (-1, at)]
        enemy = "OX"[self.attacker] + "#"  # which boards, and so lines, are lost to the attacker?
        boxes = [board[1:] if board[0] == "." else board[0] * 9 for board in boards]
        lost = [all(any(box[at] in enemy for at in row) for row in self.rows) for box in boxes]
        hopeless = all(any(lost[at] for at in row) for row in self.rows)
        if won or not free or (hopeless and not self.rules[2]):
            return won[0] if won else -1, ()
        return OPEN, [(at, n) for at in free for n in range(9) if boards[at][n + 1] == "."]

    def play(self, position, move):
        (at, cell), boards, side = move, list(position[1]), position[2]
        name, *cells = boards[at][: cell + 1] + "XO"[side] + boards[at][cell + 2 :]
        boards[at] = self.board(cells, name)
        return cell if boards[cell][1:] else -1, tuple(boards), 1 - side


class Shogi(Game):
    """Positions: the 81 squares from 1a to 1i, then 2a and so on, each with its piece as SFEN has
    it or nothing; the letters of both hands, sorted; who moves. A move is the position after it."""
    sides, known_rules, own_moves_win = ("black", "white"), "tsume(-mudaai)?|full", True
    rays = rays(9, (*EIGHT[:4], (1, -2), (-1, -2), (1, 2), (-1, 2), *EIGHT[4:]))  # knights: 4 to 7
    piece = r"[1-9]|\+?[PLNSBRplnsbr]|[GKgk]"
    hands = "".join(f"(?:(?:[2-9]|1[0-8])?{letter})?" for letter in "RBGSNLPrbgsnlp")
    form = rf"((?:(?:{piece})+/){{8}}(?:{piece})+) ([bw]) (-|(?! ){hands}) 1"
    far = {"L": {0}, "B": {1, 2, 9, 10}, "R": {0, 3, 8, 11}}
    far |= {"+B": far["B"], "+R": far["R"]}
    near = {"P": {0}, "N": {4, 5}, "S": {0, 1, 2, 9, 10}, "G": {0, 1, 2, 3, 8, 11}}
    near |= {"+B": far["R"], "+R": far["B"], "K": far["B"] | far["R"]}
    near |= dict.fromkeys(("+P", "+L", "+N", "+S"), near["G"])
    stuck = {"P": (0,), "L": (0,), "N": (0, 1), "p": (8,), "l": (8,), "n": (7, 8)}  # on which ranks
    owns = str.isupper, str.islower

    def parse(self, text):
        found = re.fullmatch(self.form, text)
        need(found and not re.search("[0-9][0-9]", found[1]), "no position of shogi")
        rows = re.sub("[1-9]", lambda number: "." * int(number[0]), found[1]).split("/")
        rows = [re.findall(r"\+?.", row) for row in rows]
        need(all(len(row) == 9 for row in rows), "a row has nine squares")
        board = [row[8 - file].strip(".") for file in range(9) for row in rows]
        hands = re.findall("([0-9]*)([A-Za-z])", found[3])
        hands = "".join(sorted(letter * int(number or 1) for number, letter in hands))
        side, files = "bw".index(found[2]), [board[at : at + 9] for at in range(0, 81, 9)]
        pieces = ("".join(board) + hands).upper()
        need(all(pieces.count(kind) <= NAMES[kind] for kind in NAMES), "too many pieces of a kind")
        need({*map(board.count, "Kk")} in ({0, 1}, {1}), "there is no king, or a second one")
        need(all(file.count(p) < 2 for file in files for p in "Pp"), "two pawns on a file")
        stuck = [at for at, piece in enumerate(board) if at % 9 in self.stuck.get(piece, ())]
        need(not stuck and not self.checkers(board, 1 - side), "no move leads to the root")
        return tuple(board), hands, side

    def line(self, board, ray):  # the squares up to the first one that is not empty
        return ray[: next((n for n, at in enumerate(ray, 1) if board[at]), 9)]

    def reach(self, board, origin):  # the squares that a piece attacks
        kind, white, found = board[origin].upper(), board[origin].islower(), []
        near, far = self.near.get(kind, ()), self.far.get(kind, ())
        for way, ray in enumerate(reversed(self.rays[origin]) if white else self.rays[origin]):
            found += self.line(board, ray) if way in far else ray[:1] if way in near else ()
        return found

    def checkers(self, board, side):
        """The lines from the king of a side, without its square, to each piece that checks it."""
        found = []
        king = board.index("Kk"[side]) if "Kk"[side] in board else None
        for way, ray in enumerate(self.rays[king] if king is not None else ()):
            line = self.line(board, ray)
            piece = board[line[-1]] if line else ""
            if self.owns[1 - side](piece):
                # Back to the king, in the directions of Black; those of White are reversed.
                kind, back = piece.upper(), 11 - way if side else way
                near = len(line) == 1 and back in self.near.get(kind, ())
                if near or back in self.far.get(kind, ()):
                    found.append(line)
        return found

    def men(self, position):
        """The moves on the board, by origin and destination: both, and the piece as it arrives."""
        board, _, side = position
        zone = (6, 7, 8) if side else (0, 1, 2)
        own = [at for at in range(81) if self.owns[side](board[at])]
        for origin in own:
            for at in sorted({*self.reach(board, origin)}.difference(own)):
                near_end = origin % 9 in zone or at % 9 in zone
                if near_end and board[origin].upper() in tuple("PLNSBR"):
                    yield origin, at, "+" + board[origin]
                yield origin, at, board[origin]

    def drops(self, position, kinds, squares):
        board, hands, side = position
        for piece in kinds.lower() if side else kinds:
            for at in squares if piece in hands else ():
                file = board[at - at % 9 : at - at % 9 + 9]
                if not board[at] and not (piece in "Pp" and piece in file):
                    yield None, at, piece

    def legal(self, position, moves):  # the positions after those of the moves that are legal
        in_check = bool(self.checkers(position[0], position[2]))
        for origin, target, piece in moves:
            board, hands, side = list(position[0]), position[1], position[2]
            taken, board[target] = board[target], piece
            if origin is None:
                hands = hands.replace(piece, "", 1)
            else:
                board[origin], hands = "", "".join(sorted(hands + taken[-1:].swapcase()))
            after = tuple(board), hands, 1 - side
            # A drop exposes no king, so it is illegal only if the king stays in check.
            exposed = (in_check or origin is not None) and self.checkers(board, side)
            if target % 9 not in self.stuck.get(piece, ()) and not exposed:
                pawn = origin is None and piece in "Pp" and self.checkers(board, 1 - side)
                if not pawn or any(self.all_moves(after)):
                    yield after

    def all_moves(self, position):  # the positions after all legal moves, by lists 2 and 3
        lines, moves = self.checkers(position[0], position[2]), list(self.men(position))
        kings = [move for move in moves if move[2] in "Kk"]
        others = [move for move in moves if move[2] not in "Kk" and len(lines) < 2]
        if not lines:
            others += self.drops(position, "RBGSNLP", range(81))
        elif len(lines) == 1:
            others = sorted((m for m in others if m[1] in lines[0]), key=lambda move: move[1])
            others += [d for at in lines[0][:-1] for d in self.drops(position, "PLNSGBR", [at])]
        return self.legal(position, kings + others)

    def state(self, position):
        if position[2] == self.attacker and self.rules[0] != "full":  # checks only, list 1
            moves = sorted(self.men(position), key=lambda move: move[2] in "Kk")
            moves = [*self.drops(position, "GSRBLNP", range(81)), *moves]
            moves = [after for after in self.legal(position, moves) if self.checkers(*after[::2])]
        else:
            moves = list(self.all_moves(position))
            moves = [] if self.rules[1] and self.wasted(position) else moves
        return (OPEN, moves) if moves else (1 - position[2], ())

    def wasted(self, position):
        """Whether drops are the only defence, and each is mate after the slider captures it."""
        board, hands, side = position
        lines, defences = self.checkers(board, side), self.all_moves(position)
        if len(lines) != 1 or any(len(after[1]) >= len(hands) for after in defences):
            return False
        (*between, slider), turned = lines[0], (board, hands, 1 - side)
        for square in between:  # The dropped piece is given back: only the slider moves.
            moves = [move for move in self.men(turned) if move[:2] == (slider, square)]
            after = list(self.legal(turned, moves))
            mate = square == between[0] and any(not any(self.all_moves(end)) for end in after)
            if not mate and not any(self.wasted(nearer) for nearer in after):
                return False
        return bool(between)

    def play(self, position, move):
        return move


GAMES = {"loa": LinesOfAction, "othello": Othello, "uttt": UltimateTicTacToe, "shogi": Shogi}


def unpacked(packed, length):  # the bytes of the one frame of a block
    try:
        import zstandard
    except ImportError:
        raise Unchecked("its blocks are packed with zstd: pip install zstandard") from None
    if len(packed) > 5 and not packed[4] & 32:  # It has a window, of less than 2^32 bytes.
        need(packed[5] < 22 << 3, "the window of a block is too large")
        packed = packed[:5] + bytes([14 << 3]) + packed[6:]  # a block fits; the window has no use
    try:
        size = zstandard.frame_content_size(packed)
        need(size in (-1, length), "a block is not as long as it says")  # -1: not stated
        raw = zstandard.ZstdDecompressor().decompress(packed, length, allow_extra_data=False)
    except zstandard.ZstdError as error:
        raise Rejected(f"a block cannot be unpacked: {shown(str(error))}") from None
    need(len(raw) == length, "a block is not as long as it says")
    return raw


def varint(raw, at):  # the number that begins there, and where it ends
    found = VARINT.match(raw, at)
    need(found and len(found[0]) <= 10, "a number is cut off or too long")
    value = sum((byte & 127) << 7 * n for n, byte in enumerate(found[0]))
    need(value < 1 << 64 and (found[0][-1] or len(found[0]) == 1), "a number is too long")
    return value, found.end()


class Certificate:
    """One certificate, read and checked from front to back."""
    def __init__(self, options):
        self.options, self.until = options, time.monotonic() + options.time
        # The positions of the records that are named, and their remaining plies in version 2;
        # the moves from the root to records of a proof, and those of its longest line.
        self.title, self.positions, self.depths, self.longest = "", {}, {}, 0
        self.at = self.crc = self.held = 0
        self.number = self.edges = self.terminals = self.resolved = 0  # the counts so far

    def hold(self, count):  # counts held positions, and tests the limits
        self.held += count * self.game.bytes_each
        if self.held > self.options.memory << 20 or time.monotonic() > self.until:
            raise Unchecked("it takes more memory than --memory or more time than --time allows")

    def take(self, form):  # the next values of the file, as `struct` names their forms
        data = self.file.read(struct.calcsize("<" + form))
        need(len(data) == struct.calcsize("<" + form), "the file is cut off")
        self.at, self.crc = self.at + len(data), zlib.crc32(data, self.crc)
        return struct.unpack("<" + form, data)

    def checksum(self, part):
        crc = self.crc
        need(self.take("I") == (crc,), f"the checksum of the {part} is wrong")
        self.crc = 0

    def text(self, most):
        (length,) = self.take("I")
        need(length <= most, f"a text of the header is longer than {most} bytes")
        return self.take(f"{length}s")[0].decode()

    def check(self, file):
        self.file = file
        self.header()
        blocks, index, (tag,) = [], self.at, self.take("c")
        while tag == b"B":
            blocks += index, self.number
            self.block()
            index, (tag,) = self.at, self.take("c")
        need(tag == b"I", "neither a block nor the index begins where one should")
        need(all(named < self.number for named in self.positions), "a record is named and missing")
        need(self.take(f"{len(blocks)}Q") == tuple(blocks), "the index does not fit the blocks")
        self.checksum("index")
        counted = index, len(blocks) // 2, self.number, self.edges, self.terminals, self.resolved
        need(self.take("c6Q") == (b"T", *counted), "the trailer does not say what was counted")
        self.checksum("trailer")
        need(self.file.read(6) == b"\x89qed\n", "the file does not end as it must")
        self.summary = f"{self.number} records"

    def header(self):
        magic, version, claim = self.take("8sHB")
        need(magic == b"\x89shomei\n", "this is not a certificate")
        if version not in (1, 2):
            raise Unchecked(f"version {version} of the format is unknown")
        self.plies = self.take("I")[0] if version == 2 else None
        need(claim in (1, 2), "it claims neither proved nor disproved")
        name, rules, attacker, root = [self.text(most) for most in (64, 1 << 20, 64, 1 << 16)]
        self.checksum("header")
        need(self.plies is None or self.plies < 1 << 16, "it is about too many plies")
        self.proved, self.end = claim == 1, WON if claim == 1 else FAILED
        self.claim = name, rules, attacker, root
        self.title = f"{shown(name)}, {shown(rules)}, {shown(root)}: {shown(attacker)} "
        self.title += "wins" if self.proved else "cannot force a win"
        self.title += ": " if self.plies is None else f" within {self.plies} plies: "
        if name not in GAMES:
            raise Unchecked("the rules of this game are not known here")
        need(attacker in GAMES[name].sides, "the attacker is not a side of the game")
        self.game = GAMES[name](rules, GAMES[name].sides.index(attacker))
        position = self.game.parse(root)
        status, ours, _ = self.game.look(position)
        need(status in (OPEN, self.end), f"the root is finished: {status}")
        if status is OPEN and self.plies is not None:
            need(self.look(position, self.plies)[0] is OPEN, "no win has so few plies")
            odd = self.plies % 2 == 1
            need(odd == ours or not self.game.own_moves_win, "one ply fewer claims the same")
        self.positions = {0: (position, self.plies)} if status is OPEN else {}  # else no records

    def look(self, position, left):  # as the game does; with too few plies it is failed
        status, ours, moves = self.game.look(position)
        few = left is not None and left < (2 if self.game.own_moves_win and not ours else 1)
        return (FAILED if status is OPEN and few else status), ours, moves

    def block(self):
        first, count, length, packed = self.take("QIII")
        need(first == self.number and count, "a block does not begin with the next record")
        need(1 <= length <= 16_777_216 and packed <= 16_908_288, "a block is too long")
        (packed,) = self.take(f"{packed}s")
        self.checksum("block")
        raw, at = unpacked(packed, length), 0
        for _ in range(count):
            try:
                need(at < min(length, 65_536), "it begins too late in its block")
                at = self.record(raw, at)
            except (Rejected, Unchecked) as error:
                raise type(error)(f"record {self.number}: {error}") from None
            self.number += 1
        need(at == length, "there are bytes after the records of a block")

    def record(self, raw, at):  # checks the record that begins there; returns where it ends
        need(self.number in self.positions, "no record before it names it")
        (position, left), base = self.positions[self.number], self.number
        depth = self.depths.pop(self.number, 0) + 1
        self.longest = max(self.longest, depth)
        if self.proved:  # only later records are named
            del self.positions[self.number]
            self.hold(-1)
        _, ours, moves = self.game.look(position)
        kind, (count, at) = raw[at], varint(raw, at + 1)
        if kind == 2:
            self.resolved, value = self.resolved + 1, self.plain_search(position, left, count)
            need(value == self.end, f"plain search finds: {value or 'undecided'}")
            return at
        need(kind == (ours != self.proved), f"kind {kind} does not fit who is to move")
        need(count < len(moves) if kind == 0 else count == len(moves), f"{len(moves)} legal moves")
        for move in [moves[count]] if kind == 0 else moves:
            child = self.game.play(position, move)
            remaining = None if left is None else left - 1
            status = self.look(child, remaining)[0]
            value, at = varint(raw, at)
            need(status == (OPEN if value else self.end), f"a child is {status or 'open'}")
            self.edges, self.terminals = self.edges + 1, self.terminals + (value == 0)
            if value:
                base += (value - 1) // 2 if value % 2 else -(value // 2)
                need(0 <= base < 1 << 62, "a child has no possible number")
                need(not self.proved or base > self.number, "a child is not after its record")
                self.hold(base not in self.positions)
                known, other = self.positions.setdefault(base, (child, remaining))
                need(known == child, f"{base} is two positions")
                if self.proved:
                    self.depths[base] = max(self.depths.get(base, 0), depth)
                if remaining is not None:
                    remaining = (min if self.proved else max)(remaining, other)
                    need(base > self.number or remaining == other, "a child has too few plies")
                    self.positions[base] = child, remaining
        return at

    def plain_search(self, position, left, allowed):  # section 4; None if it is undecided
        if allowed > self.options.limit:
            raise Unchecked(f"it asks for {allowed} nodes, of {self.options.limit} (--limit)")
        path, value, before = {}, OPEN, self.held  # positions and untried moves of the path
        for _ in range(allowed):
            if len(path) >= 1 << 18:
                break
            place = position, None if left is None else left - len(path)
            value, ours, moves = self.look(*place)
            if value is OPEN and place in path:
                value = FAILED
            elif value is OPEN:
                path[place] = (WON, FAILED) if ours else (FAILED, WON), iter(moves), self.held
                self.hold(1 + len(moves))
            while path:
                above = next(reversed(path))
                (decisive, other), moves, held = path[above]
                move = next(moves, self) if value != decisive else self
                if move is not self:
                    position = self.game.play(above[0], move)
                    break
                value, self.held = decisive if value == decisive else other, held
                del path[above]
            else:
                return value
        self.held = before
        return OPEN


def verdict(path, options):  # prints the line of a file; returns its exit code
    certificate = Certificate(options)
    try:
        with open(path, "rb") as file:
            if file.peek(2)[:2] == b"PK":  # a zip archive
                import bundles

                certificate = bundles.Bundle(options)
            certificate.check(file)
        code, words = 0, f"{certificate.summary}, accepted"
    except (Rejected, UnicodeDecodeError) as error:
        code, words = 1, f"rejected: {shown(str(error))}"
    except (Unchecked, OSError, MemoryError) as error:
        code, words = 2, f"not checked: {shown(str(error) or 'there is not enough memory')}"
    print(f"{shown(path)}: {certificate.title}{words}", flush=True)
    return code


def main():
    parser = argparse.ArgumentParser(description="Checks certificates by the rules of their games.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate")
    parser.add_argument("--limit", type=int, default=10_000_000, help="nodes for a record")
    parser.add_argument("--memory", type=int, default=4096, help="MiB for positions, about")
    parser.add_argument("--time", type=int, default=3600, help="seconds for a file")
    options = parser.parse_args()
    codes = {verdict(path, options) for path in options.files}
    return 1 if 1 in codes else max(codes)


if __name__ == "__main__":
    from boards import check  # the module that boards.py and bundles.py import

    raise SystemExit(check.main())
