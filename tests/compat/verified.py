# SPDX-License-Identifier: Apache-2.0
"""A program whose result is looked at: built and run, and beside it, where there is one, another version
of it that a host compiler builds, on the same input."""
import re
import shutil
import time
from dataclasses import dataclass
from typing import Callable, Optional

from program import Outcome, complaint, first_error, run


@dataclass
class Side:
    """One version. Command lines may name {heddle}, {data} (the input) and {corpus} (its checkout)."""
    folder: str  # of the corpus; a copy of it is built and run
    build: tuple
    command: str
    edits: tuple = ()  # (file, old text, new text) for the copy


@dataclass
class Verified:
    name: str
    ours: Side
    check: Optional[Callable] = None  # (our folder, the other's, data): a complaint, or ""
    verified: str = ""  # by what, for the table
    input: str = ""  # for the table
    inputs: Optional[Callable] = None  # writes it to a folder
    other: Optional[Side] = None
    later: str = ""


def change(folder, edits):
    for name, old, new in edits:
        text = (folder / name).read_text(encoding="latin-1")
        if old not in text:
            raise LookupError(f"{folder / name}: '{old}' is not there")
        (folder / name).write_text(text.replace(old, new), encoding="latin-1")


def build_and_run_side(side, options, root, name, who):
    """An Outcome when it does not come to an end as it should, else its seconds."""
    folder = root / name / side.folder
    shutil.copytree(options.checkout / side.folder, folder, symlinks=True)
    (root / name / "data").symlink_to(root / "data")
    change(folder, side.edits)
    names = {"heddle": options.heddle, "data": root / "data", "corpus": options.checkout.resolve()}
    for line in side.build:
        code, output = run(["sh", "-c", line.format(**names)], folder, 600)
        if code != 0:
            return Outcome("does not compile", who + ("takes more than 600 s" if code is None else first_error(output)))
    start = time.monotonic()
    code, output = run(["sh", "-c", "exec " + side.command.format(**names)], folder, options.timeout)
    (folder / "stdout.txt").write_text(output)
    if code is None:
        return Outcome("takes too long", f"{who}more than {options.timeout} s")
    if code != 0:
        return Outcome("fails", f"{who}exit code {code}: {complaint(output)}")
    if re.search("^heddle: ", output, re.MULTILINE):  # programs that ignore errors
        return Outcome("fails", complaint(output))
    return time.monotonic() - start


def build_and_run(program, options):
    root = options.work / program.name.replace("/", "-")
    (root / "data").mkdir(parents=True)
    if program.inputs:
        program.inputs(root / "data")
    seconds = []
    for side, name, who in ((program.other, "other", "the other version "), (program.ours, "ours", "")):
        if side:
            result = build_and_run_side(side, options, root, name, who)
            if isinstance(result, Outcome):
                return result
            seconds.append(f"{result:.1f} s")
    if not program.check:
        return Outcome("only runs")
    wrong = program.check(root / "ours" / program.ours.folder,
                          program.other and root / "other" / program.other.folder, root / "data")
    return Outcome("fails", wrong) if wrong else Outcome("passes", detail=" after ".join(reversed(seconds)))
