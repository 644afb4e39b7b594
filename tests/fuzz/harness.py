# SPDX-License-Identifier: Apache-2.0
"""Compiles generated programs, with heddle and as the oracle with the host's compiler, and runs them."""
import os
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path += [here, os.path.dirname(here)]
import settings
from generator import program


class Harness:
    def __init__(self, heddle, work):
        self.heddle, self.work = heddle, work
        os.makedirs(work, exist_ok=True)

    def compile(self, kernels, removed=frozenset(), name="program"):
        """The path of the program, or None with the compiler's words printed."""
        source, path = os.path.join(self.work, name + ".cu"), os.path.join(self.work, name)
        with open(source, "w") as file:
            file.write(program(kernels, removed))
        separate = ["-rdc=true"] if any(kernel.children.nodes for kernel in kernels) else []  # kernels that launch kernels need it
        done = subprocess.run([self.heddle, "cc", "-w", *separate, "-o", path, source], capture_output=True, text=True)
        if done.returncode:
            print(f"FAIL {source} does not compile:\n{done.stderr[-2000:]}")
            return None
        return path

    def compile_oracle(self, name="program"):
        """The path of the oracle for the source that compile() has written (see oracle.h)."""
        source, path = os.path.join(self.work, name + ".cu"), os.path.join(self.work, name + ".oracle")
        subprocess.run([os.environ.get("CXX", "clang++-22"), "-std=c++20", "-DFUZZ_ORACLE", "-O1", "-w", "-ffp-contract=off", "-fno-strict-aliasing",
                        "-x", "c++", "-o", path, source], check=True)
        return path

    def run_oracle(self, path, arguments=(), limit=300):
        """(exit code or None, lines on stdout, what it said) as run() gives them."""
        try:
            done = subprocess.run([path, *arguments], capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return None, [], "out of time"
        return done.returncode, done.stdout.split("\n")[:-1], done.stderr.strip()

    def run(self, path, setting, arguments=(), limit=300):
        """(exit code or None when out of time, lines on stdout, what disproves the setting)."""
        environment = dict(os.environ, HEDDLE_LOG="launch", HEDDLE_CACHE_DIR=os.path.join(self.work, "cache"))
        environment |= setting.environment_for(self.heddle)
        try:
            done = subprocess.run([path, *arguments], env=environment, capture_output=True, timeout=limit)
            code, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            code, out, err = None, late.stdout or b"", late.stderr or b""
        launches, rest = [], []
        for line in err.decode(errors="replace").splitlines():
            if line.startswith("heddle: launch "):
                launches.append(dict(word.split("=", 1) for word in line.split()[3:] if "=" in word))
            else:
                rest.append(line)
        problem = setting.disproof(launches, set()) if code == 0 else ""
        return code, out.decode(errors="replace").split("\n")[:-1], problem or "\n  ".join(rest[-6:])


def setting_named(name):
    return next(s for s in settings.SETTINGS if s.name == name)
