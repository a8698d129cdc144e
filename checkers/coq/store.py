#!/usr/bin/env python3
"""Writes certificates as definitions of Coq (Stored.v), one for each file.

Usage: python3 store.py FILE.proof... > Certificates.v    The program zstd unpacks the blocks.
"""

import pathlib
import struct
import subprocess
import sys

HEAD = """(** Certificates as words, written by store.py. *)

From Coq Require Import List Uint63.
From Shomei Require Import Stored.
Import ListNotations.
Local Open Scope uint63_scope."""


CHUNK = 2048  # words in one list: Coq reads a long list by deep recursion


def words(name, data):
    """Definitions of lists of words, and a term for all bytes."""
    padded = data + bytes(-len(data) % 4)
    numbers = [f"{word:#x}" for (word,) in struct.iter_unpack("<I", padded)]
    chunks = [numbers[at : at + CHUNK] for at in range(0, len(numbers), CHUNK)]
    names = [f"{name}_{n}" for n in range(len(chunks))]
    for chunk_name, chunk in zip(names, chunks):
        lines = ["; ".join(chunk[at : at + 8]) for at in range(0, len(chunk), 8)]
        print(f"Definition {chunk_name} : list int := [\n  " + ";\n  ".join(lines) + "].")
    return f"(bytes_of_words {len(data)} (concat [{'; '.join(names)}]))"


def after_header(data):
    at = 11 if data[8] == 1 else 15  # version 2 has a number of plies
    for _ in range(4):
        at += 4 + struct.unpack_from("<I", data, at)[0]
    return at + 4


def blocks(data):
    at = after_header(data)
    while data[at : at + 1] == b"B":
        (length,) = struct.unpack_from("<I", data, at + 17)
        packed = data[at + 21 : at + 21 + length]
        raw = subprocess.run(["zstd", "-dcq"], input=packed, capture_output=True, check=True).stdout
        yield at + 21, raw
        at += 25 + length


def define(path):
    data = path.read_bytes()
    name = path.stem.replace("-", "_")
    file = words(f"{name}_file", data)
    unpacked = [
        f"({at}, {words(f'{name}_block_{n}', raw)})" for n, (at, raw) in enumerate(blocks(data))
    ]
    print(f"Definition {name} : stored := Stored {file}\n  [" + ";\n   ".join(unpacked) + "].")


def main():
    print(HEAD)
    for path in map(pathlib.Path, sys.argv[1:]):
        print(f"\n(** {path.name} *)\n")
        define(path)


if __name__ == "__main__":
    main()
