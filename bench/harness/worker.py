# SPDX-License-Identifier: Apache-2.0
"""A worker process (bench/common/worker.h) and what starts it."""
import ctypes.util
import functools
import json
import os
import selectors
import subprocess
import sys
from pathlib import Path


class WorkerFailure(Exception):
    """The candidate cannot be measured; the message says why."""


def cpu_flags():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("flags"):
            return set(line.split(":")[1].split())
    return set()


@functools.cache
def openblas_core():
    """The library's own choice of kernels for this CPU; but one that is newer than the library gets
    its kernels for SSE3 (Prescott), so there the ones for what the CPU has."""
    library = ctypes.util.find_library("openblas")
    if not library:
        return {}
    ask = f"import ctypes; f = ctypes.CDLL('{library}').openblas_get_corename; " \
          "f.restype = ctypes.c_char_p; print(f().decode())"
    env = {name: value for name, value in os.environ.items() if name != "OPENBLAS_CORETYPE"}
    core = subprocess.run([sys.executable, "-c", ask], env=env, capture_output=True, text=True)
    if core.stdout.strip() != "Prescott":
        return {}
    flags = cpu_flags()
    for flag, better in (("avx512vl", "SkylakeX"), ("avx2", "Haswell")):
        if flag in flags:
            return {"OPENBLAS_CORETYPE": better}
    return {}


def intel_folder():
    """Where scripts/install_intel_opencl puts Intel's OpenCL."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(os.environ.get("INTEL_OPENCL") or f"{cache}/intel-opencl")


# What Intel's OpenCL may compile for, where Heddle is held to an instruction set.
INTEL_ARCH = {"avx512": "skx", "avx2": "core-avx2", "baseline": "corei7"}
PLATFORM = {"pocl": "Portable Computing Language", "intel": "Intel(R) OpenCL"}


def environment(kind, threads, scratch):
    """Environment of a worker of `threads` threads. Idle threads sleep soon, not to disturb others."""
    env = dict(os.environ)
    if kind == "heddle":
        env["HEDDLE_THREADS"] = str(threads)
        env["HEDDLE_CACHE_DIR"] = str(scratch / "heddle-cache")
        env["HEDDLE_COMPILE_AHEAD"] = "0"  # nothing else may run beside what is timed
    elif kind == "pocl":
        env["POCL_MAX_PTHREAD_COUNT"] = str(threads)
        env["POCL_CACHE_DIR"] = str(scratch / "pocl-cache")
    elif kind == "intel":
        env["OCL_ICD_VENDORS"] = str(intel_folder() / "vendors")
        env["CL_CONFIG_CPU_TBB_NUM_WORKERS"] = str(threads)
        env["CL_CONFIG_CPU_TARGET_ARCH"] = INTEL_ARCH.get(os.environ.get("HEDDLE_ISA"), "auto")
    else:
        env["OMP_NUM_THREADS"] = env["OPENBLAS_NUM_THREADS"] = str(threads)
        env["OPENBLAS_THREAD_TIMEOUT"] = "20"  # 2^20 cycles
        env["OMP_PROC_BIND"] = "false"
        # Not what a shell's settings make it take.
        env.pop("OPENBLAS_CORETYPE", None)
        env.update(openblas_core())
        env.pop("OPENBLAS_L2_SIZE", None)
    return env


def command(kind, build):
    narrow = os.environ.get("HEDDLE_ISA") in ("avx2", "baseline")
    plain = "bench-plain-x86-64-v3" if narrow else "bench-plain-native"
    program = {"heddle": "bench-heddle", "plain": plain,
               **dict.fromkeys(PLATFORM, "bench-opencl")}.get(kind, "bench-host")
    words = [str(build / program)]
    if kind in PLATFORM:
        words += [str(Path(__file__).parent.parent / "opencl" / "kernels.cl"), PLATFORM[kind]]
    return words


class Worker:
    """One candidate case at one size and number of threads, in a process of its own."""

    def __init__(self, candidate, n, threads, build, scratch, patience=120):
        self.candidate, self.threads, self.patience = candidate, threads, patience
        kind, self.case = candidate.split(":")
        words = command(kind, build)
        if not Path(words[0]).exists():
            raise WorkerFailure(f"{words[0]} is not built (cmake --build build --target bench)")
        words, env = self.start(words, environment(kind, threads, scratch))
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=env)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        try:
            self.detail = self._reply()["detail"]
            self._ask(f"open {self.case} {n}")
        except WorkerFailure:
            self.stop()
            raise

    def start(self, words, env):
        """The command and environment as they are to be."""
        return words, env

    def _reply(self):
        if not self.selector.select(self.patience):
            self.stop()
            raise WorkerFailure(f"{self.candidate} on {self.threads} threads: no answer in {self.patience} s")
        line = self.process.stdout.readline()
        try:
            answer = json.loads(line)
        except ValueError:
            code = self.process.wait() if not line else "?"
            raise WorkerFailure(f"{self.candidate} on {self.threads} threads ended with {code} {line.strip()}")
        if not answer["ok"]:
            raise WorkerFailure(f"{self.candidate} on {self.threads} threads: {answer['why']}")
        return answer

    def _ask(self, request):
        try:
            self.process.stdin.write(request + "\n")
        except BrokenPipeError:
            pass  # the missing reply says what happened
        return self._reply()

    def check(self):
        """The error of the last result over its bound; above 1 the result is wrong."""
        answer = self._ask("check")
        return answer["error"] / answer["bound"] if answer["bound"] else 2.0 * (answer["error"] > 0)

    def scheduled(self, field):
        """Seconds of this process's threads, by the field of schedstat: 0 on a CPU, 1 runnable in a queue, not
        running, which says how much others on the machine disturbed it."""
        total = 0
        for task in Path(f"/proc/{self.process.pid}/task").glob("*/schedstat"):
            try:
                total += int(task.read_text().split()[field])
            except (OSError, IndexError):
                pass
        return total * 1e-9

    def run_on_cpu(self, calls):
        """Seconds of a call that this process ran: of a worker of one thread, what it takes where no one else runs."""
        before = self.scheduled(0)
        self._ask(f"run {calls}")
        return (self.scheduled(0) - before) / calls

    def run(self, calls, fastest=False):
        """(median seconds of a call, or those of the fastest, share of the time that others took)"""
        before = self.scheduled(1)
        answer = self._ask(f"run {calls}")
        whole = max(answer["seconds"] * calls, 1e-9)
        return answer["fastest" if fastest else "seconds"], (self.scheduled(1) - before) / whole

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.selector.close()
