# SPDX-License-Identifier: Apache-2.0
"""NVIDIA/cccl: CUB's own tests (cub/test), which are written with Catch2 and with a library of the checkout (c2h). A
source with lines `// %PARAM% NAME label 0:1:2` is a program for each combination of these values."""
import itertools
import os
import re
import threading

import program as one
from program import Outcome, Program

OPTIONS = ["-std=c++17", "-O2", "-DNDEBUG", "-DCCCL_ENABLE_ASSERTIONS", "-DCATCH_CONFIG_PREFIX_ALL", "-DCUB_DISABLE_TOPK_UNSUPPORTED_ARCH_ASSERT",
           "--extended-lambda", "-ftemplate-depth=1000"]
LIBRARIES = ["-lcurand", "-lnvrtc", "-lcuda"]
C2H = ("generators", "generators_gen_values", "generators_uniform_offsets", "generators_vector", "catch2_runner", "catch2_runner_helper")
lock = threading.Lock()
made = {}


def catch2(checkout):
    """The folder of Catch2's sources (catchorg/Catch2, version 3), beside the checkout; None: there is none."""
    for name in ("catch2", "Catch2"):
        if (checkout.parent / name / "src/catch2").is_dir():
            return checkout.parent / name
    return None


def variants(text):
    rows = re.findall(r"^\s*//\s*%PARAM%\s+(\S+)\s+(\S+)\s+(\S+)", text, re.M)
    choices = [[(name, label, value) for value in values.split(":")] for name, label, values in rows]
    for chosen in itertools.product(*choices):
        yield "".join(f".{label}_{value}" for _, label, value in chosen), {name: value for name, _, value in chosen}


def programs(checkout):
    tests = checkout / "cub/test"
    if not catch2(checkout):
        return
    include = [f"-I{checkout / folder}" for folder in ("thrust", "cub", "libcudacxx/include", "cub/test", "c2h/include")]
    for source in sorted(tests.glob("**/catch2_test_*.cu")):
        for suffix, values in variants(source.read_text(errors="replace")):
            defines = [f"-D{name}={value}" for name, value in values.items()]
            if values.get("TEST_LAUNCH") == "1":
                defines.append("-rdc=true")
            made_of = Program("cub." + source.stem.removeprefix("catch2_test_") + suffix, source.parent, [source.name],
                              [*OPTIONS, *defines, *include], [["[small-mem]", "--allow-running-no-tests"]])
            made_of.checkout = checkout
            yield made_of


def must(command, folder):
    code, output = one.run(command, folder, 1200)
    if code != 0:
        raise OSError(one.first_error(output))


def installed(checkout, work):
    prefix = work / "catch2"
    build = work / "catch2-build"
    must(["cmake", "-S", catch2(checkout), "-B", build, f"-DCMAKE_INSTALL_PREFIX={prefix}", "-DCMAKE_CXX_STANDARD=17", "-DCMAKE_BUILD_TYPE=Release",
          "-DCATCH_CONFIG_PREFIX_ALL=ON", "-DCATCH_INSTALL_DOCS=OFF", "-DCATCH_INSTALL_EXTRAS=OFF", "-DBUILD_TESTING=OFF"], work)
    must(["cmake", "--build", build, "--target", "install", "--parallel", str(os.cpu_count())], work)
    return prefix


def framework(program, options):
    """What a program is linked with, and where Catch2's headers are: made once. Raises OSError."""
    with lock:
        if not made:
            options.work.mkdir(parents=True, exist_ok=True)
            prefix = options.work / "catch2"
            if not any(prefix.glob("lib*/libCatch2.a")):
                installed(program.checkout, options.work)
            made["include"] = [f"-I{prefix / 'include'}"]
            objects = []
            for stem in C2H:
                objects.append(str(options.work / f"c2h.{stem}.o"))
                if os.path.exists(objects[-1]):
                    continue
                own = [word for word in program.options if not word.startswith(("-DTEST_", "-rdc")) and "cub/test" not in word]
                must([options.heddle, "cc", *own, "-DC2H_HAS_CURAND=1", *made["include"], "-c", program.checkout / f"c2h/{stem}.cu",
                      "-o", objects[-1]], options.work)
            made["linked"] = [*objects, *map(str, sorted(prefix.glob("lib*/libCatch2.a")))]
        return made


def build_and_run(program, options):
    try:
        parts = framework(program, options)
    except OSError as error:
        return Outcome("does not compile", f"the framework: {error}")
    program.options += parts["include"]
    program.sources += [*parts["linked"], *LIBRARIES]
    outcome = one.build_and_run(program, options)
    return what_ran((options.work / program.name / "output.txt").read_text()) if outcome.kind == "passes" else outcome


def what_ran(output):
    """A program may hold only tests that want much memory."""
    if "No tests ran" in output:
        return Outcome("waives", "all its tests want much memory")
    ran = re.search(r"All tests passed \((.*)\)", output)
    return Outcome("passes", ran[1]) if ran else Outcome("fails", one.complaint(output))
