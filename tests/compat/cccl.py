# SPDX-License-Identifier: Apache-2.0
"""NVIDIA/cccl: Thrust's own tests (thrust/testing), with the headers of the checkout and the CUDA back end, and CUB's."""
import re
import threading

import cub
import program as one
from program import Outcome, Program

NAME = "NVIDIA/cccl"
COLUMNS = ()
ABOUT = ("Thrust's own tests, with Thrust, CUB and libcu++ of the checkout and the CUDA back end, at the sizes that they choose by themselves; "
         "and, where Catch2's sources (catchorg/Catch2, version 3) lie beside the checkout, CUB's (`cub.`), without those that want much memory. "
         "What of Thrust's is written with Catch2 was not tried.")
OPTIONS = ["-std=c++17", "-O2", "-DNDEBUG", "-DTHRUST_HOST_SYSTEM=THRUST_HOST_SYSTEM_CPP",
           "-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CUDA"]
FRAMEWORK = ("unittest/testframework.cu", "unittest/cuda/testframework.cu")
lock = threading.Lock()


def is_here(checkout):
    return (checkout / "thrust/testing/unittest/testframework.cu").is_file()


def version(checkout):
    found = re.search(r"#define CUB_VERSION (\d+)", (checkout / "cub/cub/version.cuh").read_text())
    number = int(found[1])
    return f"version {number // 100000}.{number // 100 % 1000}.{number % 100}"


def programs(checkout):
    tests = checkout / "thrust/testing"
    include = [f"-I{checkout / folder}" for folder in ("thrust", "cub", "libcudacxx/include", "thrust/testing")]
    for source in sorted([*tests.glob("*.cu"), *tests.glob("cuda/*.cu")]):
        if source.name.startswith("catch2_") or "catch2" in source.read_text(errors="replace"):
            continue
        name = str(source.relative_to(tests).with_suffix("")).replace("/", ".")
        own = ["--default-stream=per-thread"] if source.stem == "stream_per_thread" else []
        yield Program(name, tests, [str(source.relative_to(tests))], [*OPTIONS, *own, *include])
    yield from cub.programs(checkout)


def framework(program, options):
    """Objects of the tests' framework, made once."""
    with lock:
        objects = []
        for source in FRAMEWORK:
            made = options.work / (source.replace("/", ".") + ".o")
            objects.append(str(made))
            if made.exists():
                continue
            options.work.mkdir(parents=True, exist_ok=True)
            code, output = one.run([options.heddle, "cc", *program.options, "-c", program.folder / source, "-o", made], options.work, 600)
            if code != 0:
                raise OSError(f"the framework does not compile: {one.first_error(output)}")
        return objects


def build_and_run(program, options):
    if program.name.startswith("cub."):
        return cub.build_and_run(program, options)
    try:
        program.sources += framework(program, options)
    except OSError as error:
        return Outcome("does not compile", str(error))
    return one.build_and_run(program, options)
