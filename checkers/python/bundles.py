"""Checks bundles: certificates, and the results that they prove together.

Written from docs/reference/bundle-format.md alone. check.py calls it for zip archives.
"""

import json
import math
import re
import struct
import time
import zlib

import check
from check import OPEN, WON, Rejected, Unchecked, need, shown

LOCAL, CENTRAL, END = map(struct.Struct, ("<4s5H3I2H", "<4s6H3I5H2I", "<4s4H2IH"))
CERTIFICATE = re.compile(rb"[A-Za-z0-9_-]+\.proof")
MOST_ENTRIES, MOST_MANIFEST = 65_534, 16 << 20
MOST_MOVES = MOST_PLIES = 65_535
KINDS = ("another", "promotion", "order", "detour", "last-move")
QUESTIONS = {
    name: (name.split("-")[0], name.endswith("-by-move"))
    for name in ("win", "value", "score", "win-by-move", "value-by-move", "score-by-move")
} | {"solution": ("win", False)}
NEEDED = {"format": str, "version": int, "game": str, "rules": str, "position": str}
NEEDED |= {"question": str, "results": list}
OPTIONAL = {"attacker": str, "shortest": bool, "line": list, "from": int, "verdict": str}


class Section:
    """A part of a file, which is read like a file."""

    def __init__(self, file, at, size):
        self.file, self.at, self.left = file, at, size

    def read(self, most):
        self.file.seek(self.at)
        data = self.file.read(min(most, self.left))
        self.at, self.left = self.at + len(data), self.left - len(data)
        return data


def entries(file):
    """The names and the sections of the entries; the layout of the archive is checked."""
    size = file.seek(0, 2)
    need(size >= 22, "the archive is cut off")
    end = END.unpack(Section(file, size - 22, 22).read(22))
    _, _, _, count, _, length, start, _ = end
    same = (b"PK\5\6", 0, 0, count, count, length, size - 22 - length, 0)
    need(end == same, "the archive does not end with the record of its end")
    need(1 <= count <= MOST_ENTRIES, "the archive has no entries, or too many")
    directory, found, at = Section(file, start, length), {}, 0
    for number in range(count):
        place, head = f"entry {number}", directory.read(46)
        need(len(head) == 46, f"{place}: the directory is cut off")
        mark, _, *common, extra, comment, disk, _, _, offset = CENTRAL.unpack(head)
        _, flags, method, _, _, crc, packed, length, named = common
        name = directory.read(named)
        place = f"entry {number} ({shown(name.decode('latin-1'))})"
        right = name == b"manifest.json" if number == 0 else CERTIFICATE.fullmatch(name)
        need(right and len(name) <= 100, f"{place}: no name of an entry at this place")
        need(name not in found, f"{place}: the name occurs twice")
        need(mark == b"PK\1\2" and not (extra or comment or disk), f"{place}: an unusual entry")
        need(flags == method == 0 and packed == length, f"{place}: it is not stored")
        need(offset == at, f"{place}: it is not after the one before")
        head = Section(file, at, 30 + named).read(30 + named)
        same = LOCAL.pack(b"PK\3\4", *common, 0) + name
        need(head == same, f"{place}: its header differs from the directory")
        at += 30 + named + length
        need(at <= start, f"{place}: it is cut off")
        data, sum_ = Section(file, at - length, length), 0
        while part := data.read(1 << 20):
            sum_ = zlib.crc32(part, sum_)
        need(sum_ == crc, f"{place}: the checksum is wrong")
        found[name] = Section(file, at - length, length)
    need(at == start and not directory.left, "there are bytes between the parts of the archive")
    return {name.decode(): section for name, section in found.items()}


def unique(pairs):
    found = dict(pairs)
    need(len(found) == len(pairs), "manifest.json: a field occurs twice")
    return found


def integer(text):
    need(text != "-0" and len(text) < 20, "manifest.json: a number is not a usual whole number")
    return int(text)


def other_number(text):
    raise Rejected(f"manifest.json: {shown(text)} is not a whole number")


def manifest(section, options):
    need(section.left <= MOST_MANIFEST, "manifest.json: it is too long")
    if section.left > (options.memory << 20) // 32:  # of memory for each byte
        raise Unchecked("the manifest takes more memory than --memory allows")
    numbers = {"parse_int": integer, "parse_float": other_number, "parse_constant": other_number}
    try:
        text = section.read(section.left).decode()
        found = json.loads(text, object_pairs_hook=unique, **numbers)
    except (ValueError, RecursionError) as error:
        raise Rejected(f"manifest.json: {error}") from None
    need(type(found) is dict, "manifest.json: it is not an object")
    need(found.get("format") == "shomei-bundle", "manifest.json: this is not a bundle")
    if type(found.get("version")) is int and found["version"] != 1:
        raise Unchecked(f"version {found['version']} of the format of bundles is unknown")
    for name, value in found.items():
        kind = (NEEDED | OPTIONAL).get(name)
        need(kind, f"manifest.json: the field {shown(name)} is unknown")
        need(type(value) is kind, f"manifest.json: {name} has another type")
    for name in ("line", "shortest"):
        need(found.get(name, True), f"manifest.json: {name} should be absent")
    for name in NEEDED:
        need(name in found, f"manifest.json: {name} is missing")
    return found


def compare(place, stated, found):
    """Whether the manifest has the derived value, of the same type, at this place."""
    if type(stated) is not type(found):
        raise Rejected(f"{place} is {shown(repr(stated))}, not {shown(repr(found))}")
    if type(found) is dict:
        for name in stated:
            need(name in found, f"{place}.{shown(name)} should be absent")
        for name in found:
            need(name in stated, f"{place}.{name} is missing")
            compare(f"{place}.{name}", stated[name], found[name])
    elif type(found) is list and len(stated) == len(found):
        for number, (one, other) in enumerate(zip(stated, found)):
            compare(f"{place}[{number}]", one, other)
    else:
        need(stated == found, f"{place} is {shown(repr(stated))}, not {shown(repr(found))}")


class Texts:
    """How a game writes positions and moves. A place is a text and its position."""

    def __init__(self, name, game):
        self.game, self.write = game, getattr(self, name)

    def place(self, text):
        return text, self.game.parse(text)

    def after(self, place, move):
        """How the game writes a move, and the place after it."""
        after = self.game.play(place[1], move)
        word, text = self.write(place, move, after)
        return word, (text, after)

    def loa(self, place, move, after):
        board, width = place[1][0], math.isqrt(len(place[1][0]))
        squares = ["abcdefgh"[at % width] + str(at // width + 1) for at, _ in move]
        word = ("x" if move and board[move[1][0]] != "." else "-").join(squares) or "pass"
        return word, f"{after[0]} {'xo'[after[1]]}"

    def othello(self, place, move, after):
        at, width = move[0][0] if move else 0, math.isqrt(len(place[1][0]))
        word = f"{'ABCDEFGH'[at % width]}{at // width + 1}" if move else "--"
        return word, f"{after[0]} {'XO'[after[1]]}"

    def uttt(self, place, move, after):
        (at, cell), (sent, boards, side) = move, after
        names, cells = [board[0] for board in boards], place[0].split(";")[2].split("/")
        cells[at] = cells[at][:cell] + "OX"[side] + cells[at][cell + 1 :]
        if sent >= 0 and not any(self.game.lines(names, mark) for mark in "XO"):
            names[sent] = "@" if names[sent] == "." else names[sent].lower()
        text = f"{'XO'[side]};{''.join(names)};{'/'.join(cells)}"
        return "abcdefghi"[at] + "abcdefghi"[cell], text

    def shogi(self, place, move, after):
        (old, _, _), (new, hands, side) = place[1], after
        squares = [f"{file}{rank}" for file in range(1, 10) for rank in "abcdefghi"]
        (at,) = [at for at in range(81) if new[at] and new[at] != old[at]]
        left = [from_ for from_ in range(81) if old[from_] and not new[from_]]
        word = f"{squares[left[0]]}{squares[at]}" if left else f"{new[at].upper()}*{squares[at]}"
        word += "+" if left and new[at] != old[left[0]] else ""
        rows = ["".join(new[file + rank] or "1" for file in range(72, -1, -9)) for rank in range(9)]
        board = re.sub("1+", lambda run: str(len(run[0])), "/".join(rows))
        counts = [(hands.count(piece), piece) for piece in "RBGSNLPrbgsnlp"]
        hand = "".join(f"{n if n > 1 else ''}{piece}" for n, piece in counts if n)
        return word, f"{board} {'bw'[side]} {hand or '-'} 1"


class Claim:
    """What one certificate proves. `plies` is the number of version 2, `bound` that of a win."""

    def __init__(self, number, name, certificate, least):
        self.number, self.name, self.least = number, name, least
        self.proved, self.plies = certificate.proved, certificate.plies
        known = not certificate.resolved and certificate.longest <= MOST_PLIES
        longest = certificate.longest if known else math.inf
        self.bound = min(longest, math.inf if self.plies is None else self.plies)


class Bundle:
    """One bundle. `check` raises Rejected or Unchecked."""

    def __init__(self, options):
        self.options, self.title, self.summary = options, "", ""
        self.until = time.monotonic() + options.time
        self.claims, self.named = {}, set()

    def check(self, file):
        sections = entries(file)
        self.manifest = manifest(sections.pop("manifest.json"), self.options)
        self.open()
        for number, (name, section) in enumerate(sections.items()):
            certificate = check.Certificate(self.options)
            certificate.until = self.until
            try:
                certificate.check(section)
            except (Rejected, Unchecked) as error:
                raise type(error)(f"{name}: {error}") from None
            except UnicodeDecodeError as error:
                raise Rejected(f"{name}: {error}") from None
            self.add(number, name, certificate)
        results = self.manifest["results"]
        derived = self.solution(results) if self.is_solution else self.results(len(results))
        for number, result in enumerate(derived):
            compare(f"results[{number}]", results[number], result)
        for name in sections:
            need(name in self.named, f"{name}: no result names it")
        self.summary = f"{len(sections)} certificates"

    def open(self):
        """Reads the fields before `results`."""
        stated = self.manifest
        name, rules, question, line = (
            stated["game"],
            stated["rules"],
            stated["question"],
            stated.get("line", []),
        )
        position, attacker = stated["position"], stated.get("attacker")
        self.first = stated.get("from")
        self.title = ", ".join(map(shown, (name, rules, position))) + f": {shown(question)}"
        self.title += f" of {shown(attacker)}: " if attacker else ": "
        if name not in check.GAMES or not hasattr(Texts, name):
            raise Unchecked("bundles of this game are not known here")
        for field, most in (("rules", 1 << 20), ("position", 64 << 10)):
            need(
                len(stated[field].encode(errors="surrogatepass")) <= most,
                f"{field}: more than {most} bytes",
            )
        need(question in QUESTIONS, "question: it is unknown")
        (self.about, self.by_move), kind = QUESTIONS[question], check.GAMES[name]
        self.is_solution, self.lengths = question == "solution", stated.get("shortest", False)
        need(self.lengths or not self.is_solution, "shortest: a solution has lengths")
        need(not self.lengths or self.about != "score", "shortest: scores have no lengths")
        need((attacker is not None) == (self.about == "win"), "attacker: present or absent wrongly")
        need(attacker in (None, *kind.sides), "attacker: it is not a side of the game")
        self.attacker = None if attacker is None else kind.sides.index(attacker)
        scores = name == "othello" and re.fullmatch("standard(,board=6)?", rules)
        need(self.about != "score" or scores, "rules: they have no scores")
        # The rules of play: a position that an attacker cannot win any more is not over.
        rules += ",play-out" if name == "uttt" and "," not in rules else ""
        self.games = [kind(rules, side) for side in (0, 1)]
        self.texts = Texts(name, self.games[0])
        self.forced = name == "shogi" and rules != "full"  # Do moves depend on the attacker?
        self.step = 2 if kind.own_moves_win else 1
        place = self.texts.place(position)
        for game in self.games:
            game.look(place[1])  # rejects a position that does not fit the rules
        need(self.attacker is None or self.can_attack(self.attacker, place), "attacker: no king")
        need(not line or self.is_solution or self.first is not None, "line: only of a review")
        need(self.first is None or not self.is_solution, "from: only of a review")
        need(0 <= (self.first or 0) <= len(line), "from: after the line")
        need("verdict" in stated or not self.is_solution, "verdict: it is missing")
        need("verdict" not in stated or self.is_solution, "verdict: only of a solution")
        need(len(line) <= MOST_MOVES, "line: it is too long")
        self.places = [place]
        for number, move in enumerate(line):
            found = [after for word, after in self.played(self.places[-1]) if word == move]
            need(found, f"line[{number}]: the move is not legal")
            self.places.append(found[0])

    def can_attack(self, side, place):
        return not isinstance(self.games[0], check.Shogi) or "kK"[side] in place[1][0]

    def in_time(self):
        if time.monotonic() > self.until:
            raise Unchecked("it takes more time than --time allows")

    def played(self, place):
        """The moves of a line, legal for one attacker, each with the place after it."""
        self.in_time()
        attacker, first = self.attacker, self.places[0]
        if attacker is None:
            attacker = first[1][-1] if self.can_attack(first[1][-1], first) else 1 - first[1][-1]
        moves = self.games[attacker].look(place[1])[2]
        return [self.texts.after(place, move) for move in moves]

    def moves(self, place):
        """The moves of a question, each with the place after it."""
        self.in_time()
        own = place[1][-1]
        attacker = self.attacker
        if self.about != "win":
            attacker = 1 - own if self.can_attack(1 - own, place) else own
        moves = self.games[attacker].look(place[1])[2]
        return [self.texts.after(place, move) for move in moves]

    def may_win_after(self, place):
        """The sides that may win after each move of a question, by the place after it."""
        sides = [side for side in (0, 1) if self.can_attack(side, place)]
        own, places = place[1][-1], self.moves(place)
        if not (self.forced and 1 - own in sides):
            return {after: sides for _, after in places}
        attacks = self.games[own].look(place[1])[2] if own in sides else ()
        return {after: sides if after[1] in attacks else [1 - own] for _, after in places}

    def add(self, number, name, certificate):
        game, rules, attacker, root = certificate.claim
        need(game == self.manifest["game"], f"{name}: it is about another game")
        least = None
        if self.about == "score":
            tail = self.manifest["rules"].removeprefix("standard")
            found = re.fullmatch(f"{attacker}>=(-?[0-9]+){tail}", rules)
            least = int(found[1]) if found else 1
            rules = self.manifest["rules"] if least % 2 == 0 else None  # All scores are even.
        if rules == self.manifest["rules"]:
            key = self.games[0].sides.index(attacker), root
            self.claims.setdefault(key, []).append(Claim(number, name, certificate, least))

    def names(self, claims):
        """The field `certificates` of a result."""
        names = [claim.name for claim in sorted(claims, key=lambda claim: claim.number)]
        self.named.update(names)
        return {"certificates": list(dict.fromkeys(names))} if names else {}

    def proof(self, side, place):
        proofs = [claim for claim in self.claims.get((side, place[0]), ()) if claim.proved]
        return min(proofs, key=lambda claim: claim.bound, default=None)

    def answer(self, side, place):
        """The answer for an attacker, its length, and the claims."""
        status, ours, _ = self.games[side].look(place[1])
        if status is not OPEN:
            return "proved" if status == WON else "disproved", None, []
        proof = self.proof(side, place)
        disproofs = [c for c in self.claims.get((side, place[0]), ()) if not c.proved]
        if not proof:
            reason = None if self.forced else self.proof(1 - side, place)
            whole = [claim for claim in disproofs if claim.plies is None]
            if reason or whole:
                return "disproved", None, [reason or whole[0]]
        used = [proof] if proof else []
        if not self.lengths:
            return "proved" if proof else "unknown", None, used
        least = 1 if ours else self.step
        within = [claim for claim in disproofs if claim.plies is not None]
        if within:
            used.append(max(within, key=lambda claim: claim.plies))
            least = max(least, min(used[-1].plies + self.step, MOST_PLIES))
        most = proof.bound if proof and proof.bound < math.inf else None
        return "proved" if proof else "unknown", [least, most], used

    def value(self, place, sides):
        """The value for the side to move if only `sides` may win, its length, and the claims."""
        own, answers, used, length = place[1][-1], [], [], None
        for side in (own, 1 - own):
            if side in sides:
                answer, length, more = self.answer(side, place)
                used += more
                if answer == "proved":
                    return ("win" if side == own else "loss"), length, used
                answers.append(answer)
        unknown = "unknown" in answers
        # Of an unknown value, only a side that plays a move and alone may win has a length.
        return "unknown" if unknown else "draw", length if sides == [1 - own] else None, used

    def score(self, side, place):
        """The bounds of the score for a side, and the claims."""
        board, area = place[1][0], len(place[1][0])
        if self.games[side].look(place[1])[0] is not OPEN:
            men = self.games[side].men
            ahead = board.count(men[side]) - board.count(men[1 - side])
            ahead += board.count("-") * ((ahead > 0) - (ahead < 0))
            return [ahead, ahead], []
        claims = self.claims.get((side, place[0]), ())
        proofs = [claim for claim in claims if claim.proved]
        disproofs = [claim for claim in claims if not claim.proved and claim.plies is None]
        proof = max(proofs, key=lambda claim: (claim.least, -claim.bound), default=None)
        disproof = min(disproofs, key=lambda claim: claim.least, default=None)
        least = proof.least if proof else -area
        most = disproof.least - 2 if disproof else area
        return [least, most], [claim for claim in (proof, disproof) if claim]

    def fields(self, place, side, sides):
        """The fields of a position for a side, if only `sides` may win, and the claims."""
        if self.about == "score":
            score, used = self.score(side, place)
            return {"score": score}, used
        if self.about == "win":
            answer, length, used = self.answer(self.attacker, place)
            return {"answer": answer} | ({"length": length} if length else {}), used
        value, length, used = self.value(place, sides)
        if side != place[1][-1]:
            value = {"win": "loss", "loss": "win"}.get(value, value)
        return {"value": value} | ({"length": length} if length else {}), used

    def move_fields(self, place, side, sides):
        """The fields of a move of a side, from the place after it, and the claims."""
        fields, used = self.fields(place, side, sides)
        if length := fields.get("length"):
            least, most = length
            most = most + 1 if most and most < MOST_PLIES else None
            fields["length"] = [min(least + 1, MOST_PLIES), most]
        elif self.lengths and ({"proved", "win", "loss"} & {*fields.values()}):
            fields["length"] = [1, 1]
        return fields, used

    def result(self, place):
        """The fields of a position, and its field `certificates` or `moves`."""
        moves, own = self.moves(place) if self.by_move else [], place[1][-1]
        if not moves:
            sides = [side for side in (0, 1) if self.can_attack(side, place)]
            fields, used = self.fields(place, own, sides)
            if fields.get("value") == "unknown":
                fields.pop("length", None)
            return fields, self.names(used)
        found, listed, sides = [], [], self.may_win_after(place)
        for word, after in moves:
            fields, used = self.move_fields(after, own, sides[after])
            found.append(fields)
            listed.append({"move": word} | fields | self.names(used))
        return self.best(found, own == self.attacker), {"moves": listed}

    def best(self, moves, attacks):
        """The best fields of moves for the side to move."""
        if self.about == "score":
            return {"score": [max(move["score"][at] for move in moves) for at in (0, 1)]}
        field = "answer" if self.about == "win" else "value"
        words = ("win", "unknown", "draw", "loss")
        if self.about == "win":
            words = ("proved", "unknown", "disproved")[:: 1 if attacks else -1]
        word = next(word for word in words if any(move[field] == word for move in moves))
        result = {field: word}
        if (
            not self.lengths
            or word in ("disproved", "draw")
            or (word, field) == ("unknown", "value")
        ):
            return result
        wins = word == "win" or (self.about == "win" and attacks)
        left = [
            m
            for m in moves
            if m[field] not in ({"draw", "loss"} if wins else {"draw"}) | {"disproved"}
        ]
        lengths = [move.get("length", [1, None]) for move in left]
        if not lengths:
            return result
        choose = min if wins else max
        most = choose(math.inf if most is None else most for _, most in lengths)
        result["length"] = [
            choose(least for least, _ in lengths),
            None if most == math.inf else most,
        ]
        return result

    def bounds(self, fields, side):
        """The least and greatest value of a result for the side to move."""
        if self.about == "score":
            return fields["score"]
        if self.about == "value":
            return {"win": [1, 1], "draw": [0, 0], "loss": [-1, -1]}.get(fields["value"], [-1, 1])
        least, most = {"proved": [1, 1], "disproved": [-1, -1]}.get(fields["answer"], [-1, 1])
        return [least, most] if side == self.attacker else [-most, -least]

    def results(self, count):
        """The results of every question but a solution."""
        first, before = self.first or 0, None
        need(count == len(self.places) - first, "results: another number of positions")
        for plies in range(first, len(self.places)):
            place = self.places[plies]
            fields, more = self.result(place)
            least, most = self.bounds(fields, place[1][-1])
            lost = {}
            if before:
                lost = {"lost": [max(0, before[0] + least), before[1] + most]}
            before = least, most
            yield {"plies": plies} | fields | lost | more

    def solution(self, stated):
        """The results of a solution; the kinds of moves are those of the manifest."""
        places, line, listed = self.places, self.manifest.get("line", []), []
        fields, used = self.fields(places[0], None, None)
        first = {"plies": 0} | fields | self.names(used)
        length = fields.get("length", [None, None])
        if line:
            need(len(line) == length[1], "line: its number of plies is not that of the win")
            status = self.games[self.attacker].look(places[-1][1])[0]
            need(status == WON, "line: the attacker has not won at its end")
        else:
            need(fields["answer"] != "proved" or length[1] is None, "line: it is missing")
        results = [first]
        for plies, place in enumerate(places[:-1]):
            if place[1][-1] == self.attacker:
                result = first if plies == 0 else {"plies": plies}
                number = len(results) - (plies == 0)
                given = (
                    stated[number].get("moves")
                    if number < len(stated) and type(stated[number]) is dict
                    else None
                )
                moves = self.others(place, line[plies], given, plies == len(line) - 1)
                if moves:
                    result["moves"] = moves
                    listed += moves
                    results += [result] if plies else []
        need(len(stated) == len(results), "results: another number of positions")
        compare("verdict", self.manifest["verdict"], self.verdict(fields, length, listed))
        return results

    def others(self, place, played, given, last):
        """The moves of a position beside that of the line."""
        found = []
        for word, after in self.moves(place):
            if word == played:
                continue
            answer, _, used = self.answer(self.attacker, after)
            move = {"move": word, "answer": answer}
            number = len(found)
            one = given[number] if type(given) is list and number < len(given) else None
            kind = one.get("kind") if type(one) is dict else None
            if answer == "proved" and kind in (KINDS if last else KINDS[:-1]):
                move["kind"] = kind
            found.append(move | self.names(used))
        return found

    def verdict(self, first, length, moves):
        kinds = {move.get("kind") for move in moves if move["answer"] == "proved"}
        if first["answer"] == "disproved":
            return "no solution"
        if kinds & {"another", "promotion", "order"}:
            return "not unique"
        open_ = any(move["answer"] == "unknown" for move in moves) or None in kinds
        if open_ or first["answer"] == "unknown" or length[0] != length[1]:
            return "not decided"
        return "unique but for the last move" if "last-move" in kinds else "unique"
