"""Takes certificates apart, changes them a little, and puts them together again.

The result follows docs/reference/certificate-format.md, so that a checker must detect the meaning
of a change, not a wrong checksum or count. Some changes leave a certificate right.
"""

import dataclasses
import random
import struct
import zlib
from collections.abc import Callable

import zstandard

CHOICE, ALL, RESOLVED = 0, 1, 2
TERMINAL = None
MAGIC, END = b"\x89shomei\n", b"\x89qed\n"

RULES = {
    "loa": [
        "olympiad",
        "sackson",
        "simultaneous=draw,no-move=loss",
        "simultaneous=mover-wins,no-move=pass",
        "simultaneous=draw,no-move=pass",
        "olympiad,board=5",
        "sackson,board=6",
        "simultaneous=draw,no-move=loss,board=7",
        "olympiad,board=8",
        "olympiad,board=4",
        "no-move=loss",
    ],
    "othello": [
        "standard",
        "black>=0",
        "white>=0",
        "black>=2",
        "white>=-6",
        "black>=+2",
        "o>=1",
        "standard,board=6",
        "white>=4,board=6",
        "black>=-36,board=6",
        "black>=38,board=6",
        "standard,board=8",
    ],
    "uttt": ["standard", "standard,play-out", "open", "open,play-out", "play-out"],
    "shogi": ["tsume", "tsume-mudaai", "full", "", "tsume "],
    "hex": ["2x2", "3x3", "4x4", "5x5", "3x4", "8x8", "3x3,bridges", "4x4,bridges"],
    "five-in-a-row": ["5x5", "6x6", "5x5,pairs", "6x6,pairs", "4x4", "5x5,bridges"],
    "connect-four": ["4x4", "5x4", "4x5", "6x4", "9x9", "4 4", "4x4,plies=11"],
    "breakthrough": ["2x4", "3x4", "4x4", "3x5", "3x3", "4 4", "3x4,races", "4x4,races"],
    "uttt-within": ["20", "35", "51", "81", "0", "82", "035", "open"],
}
SIDES = {
    "loa": ["black", "white", "x"],
    "othello": ["black", "white", "first"],
    "uttt": ["x", "o", "X"],
    "shogi": ["black", "white", "sente"],
    "hex": ["first", "second", "x"],
    "five-in-a-row": ["first", "second", "x"],
    "connect-four": ["first", "second", "x"],
    "breakthrough": ["first", "second", "x"],
    "uttt-within": ["x", "o", "first"],
}


@dataclasses.dataclass
class Record:
    """A record: for a choice `number` is the move, for a resolved one the nodes."""

    kind: int
    number: int
    children: list


@dataclasses.dataclass
class Parts:
    """A certificate taken apart. `blocks` says how many records each block has, and `plies` is the
    number of version 2."""

    claim: int
    texts: list
    records: list
    blocks: list
    plies: int | None = None

    @property
    def game(self):
        return self.texts[0].decode()


def longest_line(records):
    """The moves of the longest line through the records of a proof without searches."""
    longest = [0] * len(records)
    for number, record in reversed([*enumerate(records)]):
        below = [0 if child is TERMINAL else longest[child] for child in record.children]
        longest[number] = 1 + max(below)
    return longest[0] if records else 0


def is_simple_proof(parts):
    """A proof whose records all have children, and name later records only."""
    return parts.claim == 1 and all(record.kind != RESOLVED for record in parts.records)


def varint(number):
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes(found) + bytes([number])


def read_varint(raw, at):
    value = shift = 0
    while True:
        value |= (raw[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if raw[at - 1] < 128:
            return value, at


def take_apart(data):
    """The parts of a right certificate."""
    claim, at, texts, plies = data[10], 11, [], None
    if data[8] == 2:
        (plies,) = struct.unpack_from("<I", data, at)
        at += 4
    for _ in range(4):
        (length,) = struct.unpack_from("<I", data, at)
        texts.append(data[at + 4 : at + 4 + length])
        at += 4 + length
    at += 4
    records, blocks = [], []
    while data[at : at + 1] == b"B":
        _, count, length, packed = struct.unpack_from("<QIII", data, at + 1)
        raw = zstandard.decompress(data[at + 21 : at + 21 + packed], length)
        records += read_records(raw, count, len(records))
        blocks.append(count)
        at += 21 + packed + 4
    return Parts(claim, texts, records, blocks, plies)


def read_records(raw, count, first):
    found, at = [], 0
    for number in range(first, first + count):
        kind = raw[at]
        value, at = read_varint(raw, at + 1)
        children, base = [], number
        for _ in range(0 if kind == RESOLVED else 1 if kind == CHOICE else value):
            code, at = read_varint(raw, at)
            if code:
                base += (code - 1) // 2 if code % 2 else -(code // 2)
            children.append(base if code else TERMINAL)
        found.append(Record(kind, 0 if kind == ALL else value, children))
    return found


def record_bytes(record, number):
    count = len(record.children) if record.kind == ALL else record.number
    found, base = bytes([record.kind]) + varint(count), number
    for child in record.children:
        distance = 0 if child is TERMINAL else child - base
        code = 2 * distance + 1 if distance >= 0 else -2 * distance
        found += varint(0 if child is TERMINAL else code)
        base = base if child is TERMINAL else child
    return found


def put_together(parts, change=None, pack=None, trailer=None, index=None):
    """The file. `change` may change the raw bytes of a block, `pack` packs them, and the others
    change numbers of the trailer and the index."""
    header = MAGIC + struct.pack("<HB", 1 if parts.plies is None else 2, parts.claim)
    header += b"" if parts.plies is None else struct.pack("<I", parts.plies)
    header += b"".join(struct.pack("<I", len(text)) + text for text in parts.texts)
    data, entries, first = sealed(header), [], 0
    for which, count in enumerate(parts.blocks):
        numbers = range(first, first + count)
        raw = b"".join(record_bytes(parts.records[number], number) for number in numbers)
        raw = change(which, raw) if change else raw
        packed = (pack or zstandard.compress)(raw)
        entries += [len(data), first]
        head = b"B" + struct.pack("<QIII", first, count, len(raw), len(packed))
        data += sealed(head + packed)
        first += count
    children = [child for record in parts.records for child in record.children]
    counts = [len(data), len(parts.blocks), first, len(children)]
    counts += [children.count(TERMINAL), sum(r.kind == RESOLVED for r in parts.records)]
    entries = index(entries) if index else entries
    counts = trailer(counts) if trailer else counts
    data += sealed(b"I" + struct.pack(f"<{len(entries)}Q", *entries))
    return data + sealed(b"T" + struct.pack("<6Q", *counts)) + END


def sealed(part):
    return part + struct.pack("<I", zlib.crc32(part))


def streamed(raw):
    """A frame that does not state its length."""
    tool = zstandard.ZstdCompressor(level=1, write_content_size=False).compressobj()
    return tool.compress(raw) + tool.flush()


def windowed(exponent):
    """Packs with this exponent of the window size, in a frame that does not state its length."""

    def pack(raw):
        frame = bytearray(streamed(raw))
        frame[5] = exponent << 3 | len(raw) % 8
        return bytes(frame)

    return pack


def wrong_checksum(raw):
    frame = zstandard.ZstdCompressor(write_checksum=True).compress(raw)
    return frame[:-1] + bytes([frame[-1] ^ 1])


PACKERS: list[Callable[[bytes], bytes]] = [
    lambda raw: zstandard.compress(raw, 19),
    lambda raw: zstandard.ZstdCompressor(write_checksum=True).compress(raw),
    streamed,
    lambda raw: zstandard.compress(raw) + zstandard.compress(b""),
    lambda raw: struct.pack("<II", 0x184D2A50, 3) + b"abc" + zstandard.compress(raw),
    lambda raw: zstandard.compress(raw) + struct.pack("<II", 0x184D2A50, 3) + b"abc",
    lambda raw: zstandard.compress(raw) + b"x",
    lambda raw: zstandard.compress(raw + b"\0")[:-1],
    lambda raw: zstandard.compress(raw[:-1]),
    lambda raw: zstandard.compress(raw[:1]) + zstandard.compress(raw[1:]),
    lambda raw: streamed(raw)[:-1],
    lambda raw: streamed(raw + b"\0"),
    lambda raw: b"",
    wrong_checksum,
    *map(windowed, (7, 14, 17, 18, 21, 22)),
]


class Mutator:
    """Changes of certificates, one after the other, from one seed."""

    def __init__(self, seed, others):
        self.random = random.Random(seed)
        self.others = others  # parts of other certificates, whose texts are inserted

    def kinds(self):
        return sorted(name[3:] for name in dir(self) if name.startswith("to_"))

    def mutant(self, kind, data):
        return getattr(self, f"to_{kind}")(data, take_apart(data))

    def to_byte(self, data, parts):
        at = self.random.randrange(len(data))
        return data[:at] + bytes([data[at] ^ 1 << self.random.randrange(8)]) + data[at + 1 :]

    def to_cut(self, data, parts):
        return data[: self.random.randrange(len(data))]

    def to_tail(self, data, parts):
        return data + self.random.choice([b"\0", END, data])

    def to_raw_byte(self, data, parts):
        """Another byte in the records, with right checksums."""

        def change(_, raw):
            at = self.random.randrange(len(raw))
            new = self.random.choice([raw[at] ^ 1 << self.random.randrange(8), 0, 1, 2, 128, 255])
            return raw[:at] + bytes([new]) + raw[at + 1 :]

        return put_together(parts, change=change)

    def to_raw_length(self, data, parts):
        def change(_, raw):
            at = self.random.randrange(len(raw))
            more = bytes([self.random.choice([0, 1, 2, 128])])
            return raw[:at] + self.random.choice([b"", more + raw[at : at + 1]]) + raw[at + 1 :]

        return put_together(parts, change=change)

    def to_long_varint(self, data, parts):
        """A number in more bytes than necessary."""
        kind = parts.records[0].kind if parts.records else CHOICE

        def change(which, raw):
            return raw[:1] + bytes([raw[1] | 128, 0]) + raw[2:] if which == 0 else raw

        return put_together(parts, change=change if kind != RESOLVED or parts.records else None)

    def to_number(self, data, parts):
        """Another move, or other nodes."""
        changed = [record for record in parts.records if record.kind != ALL]
        if changed:
            record = self.random.choice(changed)
            step = self.random.choice([-1, 1, 1, 2, 5, 1 << 32, record.number, -record.number])
            record.number = max(0, record.number + step)
        return put_together(parts)

    def to_child(self, data, parts):
        """A child that is another record, or terminal, or none."""
        changed = [record for record in parts.records if record.children]
        if changed:
            record = self.random.choice(changed)
            numbers = [TERMINAL, *range(len(parts.records) + 1), 1 << 61, (1 << 62) + 1]
            near = [n for n in range(3) if n < len(parts.records)]
            at = self.random.randrange(len(record.children))
            record.children[at] = self.random.choice([*numbers, *near])
        return put_together(parts)

    def to_children(self, data, parts):
        """Children in another order, one too few, one too many."""
        changed = [record for record in parts.records if record.kind == ALL]
        if changed:
            record = self.random.choice(changed)
            at = self.random.randrange(len(record.children))
            what = self.random.randrange(4)
            if what == 0:
                self.random.shuffle(record.children)
            elif what == 1:
                del record.children[at]
            elif what == 2:
                record.children.insert(at, record.children[at])
            else:
                record.children.reverse()
        return put_together(parts)

    def to_kind(self, data, parts):
        """A record of another kind; a search may be right where moves were written out."""
        if parts.records:
            number = self.random.randrange(len(parts.records))
            old = parts.records[number]
            child = old.children[0] if old.children else TERMINAL
            kinds = [
                Record(RESOLVED, self.random.choice([0, 1, 2, 30, 2000]), []),
                Record(CHOICE, self.random.randrange(4), [child]),
                Record(ALL, 0, old.children or [TERMINAL]),
            ]
            parts.records[number] = self.random.choice(kinds)
        return put_together(parts)

    def to_leaf(self, data, parts):
        """The record of the root becomes a search, and all others are removed."""
        nodes = self.random.choice([1, 10, 100, 1000, 3000])
        parts.records, parts.blocks = [Record(RESOLVED, nodes, [])], [1]
        return put_together(parts)

    def to_order(self, data, parts):
        """Two records are swapped, with or without the numbers that name them."""
        if len(parts.records) > 1:
            a, b = self.random.sample(range(len(parts.records)), 2)
            parts.records[a], parts.records[b] = parts.records[b], parts.records[a]
            if self.random.random() < 0.7:
                places = {a: b, b: a}
                for record in parts.records:
                    record.children = [places.get(child, child) for child in record.children]
        return put_together(parts)

    def to_missing(self, data, parts):
        """One record less."""
        if len(parts.records) > 1:
            gone = self.random.randrange(1, len(parts.records))
            del parts.records[gone]
            parts.blocks = [len(parts.records)]
            if self.random.random() < 0.7:
                for record in parts.records:
                    for at, child in enumerate(record.children):
                        if child is not TERMINAL and child > gone:
                            record.children[at] -= 1
        return put_together(parts)

    def to_twice(self, data, parts):
        """A copy of a record at the end, named like the original, or by no record."""
        if len(parts.records) > 1:
            twice = self.random.randrange(1, len(parts.records))
            old = parts.records[twice]
            last = len(parts.records)
            parts.records.append(dataclasses.replace(old, children=list(old.children)))
            parts.blocks[-1] += 1
            naming = [record for record in parts.records[:last] if twice in record.children]
            if naming and self.random.random() < 0.8:
                record = self.random.choice(naming)
                record.children[record.children.index(twice)] = last
        return put_together(parts)

    def to_blocks(self, data, parts):
        """The same records in other blocks."""
        left, parts.blocks = len(parts.records), []
        while left:
            parts.blocks.append(self.random.randint(1, left))
            left -= parts.blocks[-1]
        if parts.blocks and self.random.random() < 0.2:
            parts.blocks.append(0)
        return put_together(parts)

    def to_frame(self, data, parts):
        return put_together(parts, pack=self.random.choice(PACKERS))

    def to_trailer(self, data, parts):
        return put_together(parts, trailer=self.other_number)

    def to_index(self, data, parts):
        return put_together(parts, index=self.other_number)

    def other_number(self, numbers):
        if numbers:
            at = self.random.randrange(len(numbers))
            numbers[at] = max(0, numbers[at] + self.random.choice([-1, 1, 7, 1 << 40]))
        return numbers

    def to_claim(self, data, parts):
        parts.claim = self.random.choice([3 - parts.claim, 3 - parts.claim, 0, 3])
        return put_together(parts)

    def to_plies(self, data, parts):
        """Another number of plies, none, or one where there was none."""
        plies = parts.plies
        if plies is None:
            plies = longest_line(parts.records) if is_simple_proof(parts) else 30
        near = [plies - 2, plies - 1, plies + 1, plies + 2, plies + 2]
        plies = self.random.choice([*near, *near, 0, 1, 2, 65_535, 65_536, 1 << 31, None])
        parts.plies = plies if plies is None else max(0, plies)
        if self.random.random() < 0.2:
            parts.claim = 3 - parts.claim
        if self.random.random() < 0.1:
            parts.records, parts.blocks = [Record(RESOLVED, 1000, [])], [1]
        return put_together(parts)

    def to_attacker(self, data, parts):
        parts.texts[2] = self.random.choice(SIDES[parts.game]).encode()
        if self.random.random() < 0.3:
            parts.claim = 3 - parts.claim
        return put_together(parts)

    def to_rules(self, data, parts):
        parts.texts[1] = self.random.choice(RULES[parts.game]).encode()
        return put_together(parts)

    def to_game(self, data, parts):
        names = [b"loa", b"othello", b"uttt", b"shogi", b"Loa", b"\xff"]
        parts.texts[0] = self.random.choice(names)
        return put_together(parts)

    def to_root(self, data, parts):
        """Another letter in the position, or two swapped letters."""
        text = bytearray(parts.texts[3])
        for _ in range(self.random.choice([1, 1, 2])):
            at, other = (self.random.randrange(len(text)) for _ in range(2))
            if self.random.random() < 0.5:
                text[at] = self.random.choice(sorted(set(text)))
            elif self.random.random() < 0.8:
                text[at], text[other] = text[other], text[at]
            else:
                text[at] = self.random.choice(b"xoXO.-#@+KkGgPp1239/;bw \n\xff")
        parts.texts[3] = bytes(text)
        return put_together(parts)

    def to_other_root(self, data, parts):
        same = [other for other in self.others if other.texts[0] == parts.texts[0]]
        parts.texts[3] = self.random.choice(same).texts[3]
        if self.random.random() < 0.5:
            parts.records, parts.blocks = [Record(RESOLVED, 1000, [])], [1]
        return put_together(parts)

    def to_side(self, data, parts):
        """The other side is to move, or there is no record."""
        text = parts.texts[3].decode()
        swap = str.maketrans("xoXObw", "oxOXwb")
        if parts.game == "uttt":
            text = text[:1].translate(swap) + text[1:]
        elif parts.game in ("hex", "connect-four", "five-in-a-row"):  # No side in the text.
            text = text.translate(swap)
        elif parts.game == "shogi":
            board, side, rest = text.split(" ", 2)
            text = f"{board} {side.translate(swap)} {rest}"
        else:
            text = text[:-1] + text[-1].translate(swap)
        parts.texts[3] = text.encode()
        return put_together(parts)

    def to_nothing(self, data, parts):
        """No records at all."""
        parts.records, parts.blocks = [], []
        return put_together(parts)
