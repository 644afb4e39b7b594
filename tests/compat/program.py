# SPDX-License-Identifier: Apache-2.0
"""One program of a corpus: how it is built, how it is run, what came of it."""
import os
import re
import shutil
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Program:
    name: str
    folder: Path  # copied before the program is built and run
    sources: list  # relative to the folder
    options: list = field(default_factory=list)  # of the compiler
    runs: list = field(default_factory=lambda: [[]])  # arguments of each run
    later: str = ""  # what it needs that is not promised yet
    waived: tuple = ()  # exit codes by which it says that the device lacks what it needs
    wrong: str = ""  # what it says of a wrong result, where its exit code does not
    environment: dict = field(default_factory=dict)
    images: list = field(default_factory=list)  # modules that it loads: (source, file)
    headers: list = field(default_factory=list)  # of the toolkit and CCCL that it reads from its own folder


@dataclass
class Outcome:
    kind: str  # passes, only runs, later, does not compile, fails, waives, takes too long
    reason: str = ""
    detail: str = ""  # for the terminal only

    def __str__(self):
        return f"{self.kind}: {self.reason}" if self.reason else self.kind


def run(command, folder, timeout, environment=None):
    """Exit code (None: too long) and output; whatever the command started ends with it. Its input is
    an empty line, for programs that wait for one. Seconds are those of an idle machine: where others compute, too, it has as many more."""
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, start_new_session=True,
                               env={**os.environ, **(environment or {})})
    try:
        output = process.communicate(b"\n", timeout=timeout * max(1, os.getloadavg()[0] / os.cpu_count()))[0]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return None, process.communicate()[0].decode(errors="replace")
    return process.returncode, output.decode(errors="replace")


def first_error(output):
    for line in output.splitlines():
        match = re.search(r"(?:error|undefined reference|undefined symbol)[: ]+(.*)", line)
        if match:
            return match[0].strip()[:160]
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1][:160] if lines else "no output"


def complaint(output):
    """The line that says most about why a run failed."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    for pattern in (r"^heddle: ", r"CUDA error|cudaError", r"(?i)\berror\b|fail|mismatch|assert"):
        for line in lines:
            if re.search(pattern, line):
                return line[:160]
    return lines[-1][:160] if lines else "no output"


def build(program, heddle, folder, seconds, marks=()):
    """In `folder`, a copy of the program's: the program, the modules that it loads and the headers that it reads. None,
    or why it cannot be. `marks`: more options."""
    toolkit = str(heddle.parent.parent / "share/heddle/cuda")
    words = [*marks, *(word.replace("{toolkit}", toolkit) for word in program.options)]
    commands = [[*words, *program.sources, "-o", "program"]]
    for source, file in program.images:
        kind = ["-ptx"] if file.endswith(".ptx") else ["-fatbin"]
        # A static library of device code is for a linker, and is linked with nothing.
        kind = ["-lib", "-rdc=true"] if file.endswith(".a") else kind + words
        commands.append([*kind, source, "-o", file])
    for command in commands:
        code, output = run([heddle, "cc", *command], folder, seconds)
        if code is None:
            return f"takes more than {seconds} s"
        if code != 0:
            return first_error(output)
    for name in program.headers:  # of the toolkit, that its build copies beside it
        source = Path(toolkit) / "include" / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    return None


def build_and_run(program, options):
    folder = options.work / program.name
    shutil.copytree(program.folder, folder, symlinks=True)
    if why := build(program, options.heddle, folder, options.compile_timeout):
        return Outcome("does not compile", why)
    for words in program.runs:
        code, output = run(["./program", *words], folder, options.timeout, program.environment)
        (folder / "output.txt").write_text(output)
        if code is None:
            return Outcome("takes too long", f"more than {options.timeout} s")
        if code in program.waived:
            return Outcome("waives", complaint(output))
        if code != 0:
            return Outcome("fails", f"exit code {code}: {complaint(output)}")
        if program.wrong and (said := re.search(f".*(?:{program.wrong}).*", output)):
            return Outcome("fails", f"exit code 0, but it says: {said[0].strip()[:120]}")
    return Outcome("passes")
