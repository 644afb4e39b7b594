# SPDX-License-Identifier: Apache-2.0
"""The programs of sgrauerg/polybenchGpu, CUDA: each compares its result with a loop on the host and says how many values differ
beyond its threshold; its exit code says nothing."""
import re
import shutil

from program import Outcome, Program, complaint, first_error, run
from verified import change

NAME = "sgrauerg/polybenchGpu"
COLUMNS = ("changed",)
ABOUT = """Of its folder CUDA, sizes as they are, built with `heddle cc -O3` (its makefiles: `nvcc -O3`). A program passes when it
says that no value differs from its host loop's beyond its threshold, with comparisons changed first so that a NaN differs from a number."""
SAYS = r"(?:Non-Matching CPU-GPU Outputs Beyond Error Threshold of [\d.]+ Percent|Number of misses): (\d+)"
COMPARISON = r"if \(percentDiff\((.*), (.*)\) > PERCENT_DIFF_ERROR_THRESHOLD\)"
# The host's values may be infinite, or no numbers, too.
STRICTER = (r"if (!(percentDiff(\1, \2) <= PERCENT_DIFF_ERROR_THRESHOLD) && \1 != \2 && !(\1 != \1 && \2 != \2))")
# What a program needs: edits of (file, old text, new text), options, and why.
CLOCK = '#include "../../common/polybench.h"\n#include "../../common/polybench.c"\n#include "../../common/polybenchUtilFuncts.h"'
NEEDS = {
    "ADI": ((), ["-fmad=false"], "without fused operations, as on its host: it divides by differences that are almost zero"),
    "DOITGEN": ((("doitgen.cu", '#include "../../common/polybenchUtilFuncts.h"', CLOCK),), [], "includes the file that has its clock"),
    "MVT": ((("mvt.cuh", "DIM_THREAD_BLOCK_Y 8", "DIM_THREAD_BLOCK_Y 1"),), [],
            "blocks of 32 threads: of its 32 x 8, eight add to the same element"),
}


def is_here(checkout):
    return (checkout / "CUDA" / "GEMM" / "gemm.cu").is_file()


def programs(checkout):
    for source in sorted((checkout / "CUDA").glob("*/*.cu")):
        name = source.parent.name
        _, options, why = NEEDS.get(name, ((), [], ""))
        program = Program(name, source.parent, [source.name], options)
        program.changed = why
        yield program


def prepare(program, checkout, root):
    """A copy beside ../../common, which the sources include."""
    shutil.copytree(checkout / "common", root / "common")
    folder = root / "CUDA" / program.name
    shutil.copytree(program.folder, folder)
    change(folder, NEEDS.get(program.name, ((),))[0])
    source = folder / program.sources[0]
    text, count = re.subn(COMPARISON, STRICTER, source.read_text(encoding="latin-1"))
    source.write_text(text, encoding="latin-1")
    if not count:
        raise LookupError(f"{source}: no comparison is there")
    return folder


def build_and_run(program, options):
    folder = prepare(program, options.checkout, options.work / program.name)
    code, output = run([options.heddle, "cc", "-w", "-O3", *program.options, *program.sources, "-o", "program"], folder, 600)
    if code != 0:
        return Outcome("does not compile", "takes more than 600 s" if code is None else first_error(output))
    code, output = run(["./program"], folder, options.timeout)
    (folder / "output.txt").write_text(output)
    if code is None:
        return Outcome("takes too long", f"more than {options.timeout} s")
    if code != 0 or re.search("^heddle: ", output, re.MULTILINE):
        return Outcome("fails", f"exit code {code}: {complaint(output)}")
    counts = [int(count) for count in re.findall(SAYS, output)]
    if not counts:
        return Outcome("only runs")
    return Outcome("fails", f"{max(counts)} values differ") if any(counts) else Outcome("passes")
