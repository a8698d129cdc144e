"""Every file, and every wrong use, ends with a reason and an exit code of the verified checker.

python3 test_input.py, with `zstandard` installed, after `make`.
"""

import contextlib
import os
import pathlib
import resource
import signal
import struct
import subprocess
import tempfile
import time
import unittest

from test_verified import HERE, PROGRAM, python_checker, verified  # sets sys.path

from mutants import RESOLVED, Parts, Record, put_together, take_apart  # isort: skip

RESULTS = HERE.parent.parent / "results"
SMALL = RESULTS / "loa-5x5-olympiad-black-wins.proof"
LARGE = RESULTS / "boards" / "connect-four-5x5-first-cannot.proof"
MEMORY = "it needs more memory than"


def run(*arguments, **options):
    """The exit code, the lines and the errors of the program."""
    command = [str(PROGRAM), *map(str, arguments)]
    result = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, **options
    )
    return result.returncode, result.stdout.splitlines(), result.stderr


def searched(nodes):
    """A certificate that consists of one search."""
    parts = python_checker.Robust.open_root(None, 1)
    parts.records[0].number = nodes
    return put_together(parts)


class Robust(unittest.TestCase):
    """Every file ends with a line and an exit code."""

    def says(self, data, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.proof")
            path.write_bytes(data)
            return verified(path, *options)

    def test_every_truncation_and_every_changed_byte_is_rejected(self):
        data = SMALL.read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            made = []
            for at in [
                *range(0, 200),
                *range(200, len(data), 97),
                *range(len(data) - 120, len(data)),
            ]:
                made += [data[:at], data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]]
            made += [data + b"\0", b""]
            names = [pathlib.Path(folder, str(number)) for number in range(len(made))]
            for name, changed in zip(names, made):
                name.write_bytes(changed)
            result = subprocess.run(
                [str(PROGRAM), *map(str, names)], capture_output=True, text=True
            )
        self.assertEqual(result.stderr, "")
        lines = result.stdout.splitlines()
        self.assertEqual(len(lines), len(made))
        self.assertEqual([line for line in lines if "accepted" in line], [])

    def test_a_stranger_cannot_write_lines(self):
        text = b"loa\nforged.proof: accepted\x1b[2K\xe2\x80\xae"
        code, line = self.says(put_together(Parts(1, [text, b"", b"black", b""], [], [])))
        self.assertEqual((code, line.count("\n")), (2, 1))
        self.assertNotIn("\x1b", line)

    def test_an_altered_record_is_named(self):
        for number in (0, 1000, 2497):
            parts = take_apart(SMALL.read_bytes())
            parts.records[number] = Record(RESOLVED, 0, [])
            code, line = self.says(put_together(parts))
            self.assertEqual(code, 1)
            self.assertIn(f": rejected: record {number}: ", line)

    def test_lengths_are_not_believed(self):
        code, line = self.says(b"\x89shomei\n\x01\x00\x01" + b"\xff" * 4)
        self.assertEqual((code, "a text of the header is too long" in line), (1, True))
        whole = put_together(python_checker.Robust.open_root(None))
        at = len(whole) - 58 - 5
        for length, reason in ((1 << 24, "cut off in a block"), ((1 << 32) - 1, "too long")):
            block = b"B" + struct.pack("<QIII", 0, 1, 1 << 24, length)
            code, line = self.says(whole[:at] + block)
            self.assertEqual((code, reason in line), (1, True), line)
        frame = b"\x28\xb5\x2f\xfd\xe0" + struct.pack("<Q", 1 << 62) + b"\x01\0\0"
        code, line = self.says(put_together(take_apart(searched(1)), pack=lambda raw: frame))
        self.assertEqual((code, "a block cannot be unpacked" in line), (1, True), line)

    def test_a_huge_file_has_a_line(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "huge.proof")
            path.write_bytes(SMALL.read_bytes())
            os.truncate(path, 1 << 31)
            code, line = verified(path)
            self.assertEqual((code, ": rejected: " in line), (1, True), line)
            os.truncate(path, 1 << 42)
            self.assertIn(verified(path)[0], (1, 2))

    def test_limits_end_a_check_without_a_verdict(self):
        for nodes in (1 << 60, (1 << 64) - 1, 11):
            code, line = self.says(searched(nodes), "--nodes", "10")
            self.assertEqual(code, 2)
            self.assertIn(": not checked: record 0: plain search needs more nodes", line)

    def test_a_lack_of_memory_names_the_record(self):
        code, line = self.says(searched(5_000_000), "--memory", "1")
        self.assertEqual(code, 2)
        self.assertIn(f": not checked: record 0: {MEMORY} --memory allows", line)
        code, lines, _ = run("--memory", 8, LARGE, SMALL)
        self.assertEqual((code, len(lines)), (2, 2))
        self.assertRegex(lines[0], rf": not checked: record \d+: {MEMORY} --memory allows$")
        self.assertTrue(lines[1].endswith(": accepted"), lines[1])

    def test_a_lack_of_memory_of_the_system_names_the_record(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (60 << 20, 60 << 20))

        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.proof")
            path.write_bytes(searched(5_000_000))
            code, lines, errors = run(path, SMALL, preexec_fn=limit)
        self.assertEqual((code, len(lines), errors), (2, 2, ""))
        self.assertTrue(lines[0].endswith(f"record 0: {MEMORY} the system allows"), lines[0])
        self.assertTrue(lines[1].endswith(": accepted"), lines[1])

    def test_there_is_a_line_even_if_the_system_ends_the_check(self):
        with self.endless() as (process, child):
            os.kill(child, signal.SIGKILL)
            line = process.communicate(timeout=60)[0]
            self.assertEqual(process.returncode, 2)
            self.assertRegex(line, r": not checked: record 0: the system ended the check")

    def test_the_check_ends_with_the_program(self):
        with self.endless() as (process, child):
            process.kill()
            process.wait()
            end = time.monotonic() + 60
            while pathlib.Path(f"/proc/{child}/stat").exists():
                self.assertLess(time.monotonic(), end)
                time.sleep(0.01)

    @contextlib.contextmanager
    def endless(self):
        """The program during a long search, and the process that searches."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.proof")
            path.write_bytes(searched(10**11))
            command = [str(PROGRAM), "--nodes", str(10**11), str(path)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
                while not (found := children.read_text().split()):
                    time.sleep(0.01)
                time.sleep(0.2)
                yield process, int(found[0])

    def test_a_pipe_or_a_device_does_not_block(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = pathlib.Path(folder, "pipe")
            os.mkfifo(pipe)
            code, lines, _ = run(pipe, "/dev/zero", folder, SMALL)
        self.assertEqual((code, len(lines)), (2, 4))
        for line in lines[:3]:
            self.assertTrue(line.endswith(": not checked: this is not a regular file"), line)
        self.assertTrue(lines[3].endswith(": accepted"), lines[3])

    def test_a_missing_file_has_a_line(self):
        code, lines, _ = run("no such file", SMALL)
        self.assertEqual((code, len(lines)), (2, 2))
        self.assertEqual(lines[0], "no such file: not checked: No such file or directory")

    def test_wrong_options_have_a_reason(self):
        number = "--nodes is a number from 0 to 999999999999, not "
        for arguments, reason in (
            ([], "a file is needed"),
            (["--x"], "--x is an unknown option"),
            (["--nodes"], "--nodes needs a number"),
            (["--nodes", "-1", "a"], number + "-1"),
            (["--nodes", "1e9", "a"], number + "1e9"),
            (["--nodes", "0x10", "a"], number + "0x10"),
            (["--nodes", "", "a"], number),
            (["--nodes", "9" * 30, "a"], number + "9" * 30),
            (["--memory", "0", "a"], "--memory is a number from 1 to 999999999999, not 0"),
            (["--memory", "a"], "--memory is a number from 1 to 999999999999, not a"),
            (["--perft", "loa"], "--perft needs five arguments"),
            (["--perft", "loa", "olympiad", "black", "x", "-1"], "DEPTH is a number from 0 to 99"),
        ):
            code, lines, errors = run(*arguments)
            self.assertEqual((code, lines), (2, []))
            self.assertTrue(errors.startswith("shomei-verified: " + reason), errors)
            self.assertIn("\nUsage: ", errors)

    def test_a_name_can_begin_with_a_dash(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "--x").write_bytes(SMALL.read_bytes())
            self.assertEqual(run("--", "--x", cwd=folder)[0], 0)

    def test_a_verdict_that_cannot_be_printed_is_an_error(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([str(PROGRAM), str(SMALL)], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr, b"shomei-verified: the verdict is not printed\n")


if __name__ == "__main__":
    unittest.main()
