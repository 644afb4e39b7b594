# SPDX-License-Identifier: Apache-2.0
"""The settings matrix: one row a setting, with the proof in the launch log that it took effect.

A row that the machine cannot run says why. `modes` are the values of mode= that the log may show;
`code` marks rows that make the compiler produce other code than the default does.
"""
import os
from dataclasses import dataclass, field


def cpu_flags():
    with open("/proc/cpuinfo") as cpuinfo:
        for line in cpuinfo:
            if line.startswith("flags"):
                return set(line.split(":")[1].split())
    return set()


FLAGS = cpu_flags()
ISA_NEEDS = {
    "avx512": {"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd"},
    "avx2": {"avx2", "fma", "bmi2", "f16c"},
    "baseline": set(),
}
VARIABLES = ("ISA", "THREADS", "SCHEDULE", "REFERENCE", "FIBER", "GPU", "DUMP", "LOG", "CACHE_DIR",
             "COMPILE_BUDGET")


# What libheddle says where a tool listens to kernels that run thread by thread.
NO_EVENTS = {
    "reference": "the slow reference is not supported where a tool listens",
    "listened": "events inside such kernels are not supported",
}


def best_isa():
    return next(isa for isa, needs in ISA_NEEDS.items() if needs <= FLAGS)


@dataclass
class Setting:
    name: str
    environment: dict = field(default_factory=dict)
    isa: str = ""
    modes: tuple = ("block", "step", "fiber", "thread")
    threads: str = ""
    schedule: str = "ordered"
    code: bool = False
    nightly: bool = False
    asked: bool = False  # only for programs whose source says "// also: NAME"

    def environment_for(self, heddle):
        """The variables for programs of the build that the tool `heddle` belongs to."""
        lib = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(heddle))), "lib")
        return {name: value.format(lib=lib) for name, value in self.environment.items()}

    def skip_reason(self):
        """Why this machine cannot run the setting, or an empty string."""
        missing = ISA_NEEDS.get(self.environment.get("HEDDLE_ISA"), set()) - FLAGS
        if missing:
            return "this CPU lacks " + ", ".join(sorted(missing))
        if self.environment.get("HEDDLE_ISA") == best_isa():
            return "this CPU's default, which has run"
        return ""

    def disproof(self, launches, default_modes):
        """What in the launch log (a list of dicts) contradicts the setting, or an empty string."""
        if not launches:
            return "the launch log shows no launch"
        for launch in launches:
            wanted = {"isa": self.isa or best_isa(), "schedule": self.schedule}
            if self.threads:
                wanted["threads"] = self.threads
            for key, value in wanted.items():
                if launch.get(key) != value:
                    return f"the launch log says {key}={launch.get(key)}, not {value}"
            if launch.get("mode") not in self.modes:
                return f"the launch log says mode={launch.get('mode')}, not {'/'.join(self.modes)}"
        if self.name == "fiber" and "step" in default_modes:
            if not any(launch["mode"] == "fiber" for launch in launches):
                return "no kernel ran on fibers, though some suspend"
        return ""


ALL_THREADS = str(len(os.sched_getaffinity(0)))
SETTINGS = [
    Setting("default", threads=ALL_THREADS),
    Setting("one-thread", {"HEDDLE_THREADS": "1"}, threads="1"),
    Setting("three-threads", {"HEDDLE_THREADS": "3"}, threads="3", asked=True),
    Setting("shuffle", {"HEDDLE_SCHEDULE": "shuffle:7"}, schedule="shuffle:7"),
    Setting("avx512", {"HEDDLE_ISA": "avx512"}, isa="avx512", code=True),
    Setting("avx2", {"HEDDLE_ISA": "avx2"}, isa="avx2", code=True),
    Setting("baseline", {"HEDDLE_ISA": "baseline"}, isa="baseline", code=True),
    Setting("fiber", {"HEDDLE_FIBER": "1"}, modes=("block", "fiber", "thread"), code=True),
    Setting("reference", {"HEDDLE_REFERENCE": "1"}, modes=("reference",), code=True),
    # As if every kernel were too large to be compiled as vectors.
    Setting("hurried", {"HEDDLE_COMPILE_BUDGET": "0.000001", "HEDDLE_COMPILE_AHEAD": "0"}, code=True, nightly=True),
    # A listener to all events (tests/probes/all_ears.cpp) must change nothing.
    Setting("listened", {"LD_PRELOAD": "{lib}/liball_ears.so"}, code=True, nightly=True),
]
