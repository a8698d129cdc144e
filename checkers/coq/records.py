#!/usr/bin/env python3
"""Writes the records of a certificate as a list of Coq (Certificate.v).

Usage: python3 records.py FILE.proof > Records.v    The program zstd unpacks the blocks.
"""

import pathlib
import struct
import sys
import textwrap

from store import blocks

CHOICE, ALL, RESOLVED = 0, 1, 2

HEAD = """(** The records of {name}, written by records.py. *)

From Coq Require Import List Uint63.
From Shomei Require Import Certificate.
Import ListNotations.
Local Open Scope uint63_scope.

Definition records : list record := [
"""


def read_varint(raw, at):
    value = shift = 0
    while True:
        value |= (raw[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if raw[at - 1] < 128:
            return value, at


def record(raw, at, number):
    """The record at an offset as a term, and the offset after it."""
    kind = raw[at]
    value, at = read_varint(raw, at + 1)
    if kind == RESOLVED:
        return f"Resolved {value}", at
    children, base = [], number
    for _ in range(1 if kind == CHOICE else value):
        code, at = read_varint(raw, at)
        if code:
            base += (code - 1) // 2 if code % 2 else -(code // 2)
        children.append(f"Named {base}" if code else "Terminal")
    if kind == ALL:
        return f"All [{'; '.join(children)}]", at
    child = f"({children[0]})" if " " in children[0] else children[0]
    return f"Choice {value} {child}", at


def records(data):
    number = 0
    for offset, raw in blocks(data):
        first, count = struct.unpack_from("<QI", data, offset - 20)
        assert first == number
        at = 0
        for number in range(first, first + count):
            term, at = record(raw, at, number)
            yield term
        assert at == len(raw)
        number = first + count


def main():
    path = pathlib.Path(sys.argv[1])
    print(HEAD.format(name=path.name), end="")
    text = "; ".join(records(path.read_bytes()))
    print(textwrap.fill(text, 100, initial_indent="  ", subsequent_indent="  ") + "\n].")


if __name__ == "__main__":
    main()
