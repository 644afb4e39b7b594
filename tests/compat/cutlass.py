# SPDX-License-Identifier: Apache-2.0
"""NVIDIA/cutlass: its basic examples, CuTe's tutorials, and GEMMs of Hopper (wgmma and tensor copies)."""
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import program as one
from program import Outcome
from verified import change

NAME = "NVIDIA/cutlass"
COLUMNS = ("sizes", "verified", "compile", "first_run")
ABOUT = """Built with `heddle cc -O2 -std=c++17 --expt-relaxed-constexpr`. `compile` is the CPU time of that, `first_run` of the program with an empty cache
of kernels. Where an example has neither options nor small sizes, a copy with smaller numbers is built, as the table says; nothing else is changed. Examples that look for another GPU than an
H200 get it (`HEDDLE_GPU`). CuTe's tutorials print times only: `tests/compat/cute_gemm.cu` calls their `gemm` and compares what it computes."""
OPTIONS = ["-std=c++17", "-O2", "--expt-relaxed-constexpr"]
CHECKER = Path(__file__).with_name("cute_gemm.cu")


@dataclass
class Example:
    name: str
    source: str
    arguments: tuple = ()
    sizes: str = "its own"
    verified: str = "its own check"
    arch: str = "sm_90"
    gpu: str = "h200"
    says: str = ""  # what the output must hold, where the exit code does not tell
    edits: tuple = ()  # (file, old text, new text) for a copy
    only_tn: bool = False  # of such a tutorial: it has no A and B by other axes
    element: str = ""  # of a tutorial that the checker calls
    later: str = ""
    compile: str = ""
    first_run: str = ""


SMALLER = (("length_m = 5120", "length_m = 384"), ("length_n = 4096", "length_n = 256"), ("length_k = 4096", "length_k = 512"))


def smaller(name, source, **more):
    edits = tuple((Path(source).name, *edit) for edit in SMALLER)
    return Example(name, source, sizes="384 x 256 x 512 instead of 5120 x 4096 x 4096", says="Passed", edits=edits, **more)


def tutorial(source, element, arch="sm_90", only_tn=False):
    return Example("cute/" + source.removesuffix(".cu"), f"cute/tutorial/{source}", sizes=("" if only_tn else "256 x 128 x 192, ") + "128 x 256 x 192",
                   verified="sums on the host, equal", arch=arch, only_tn=only_tn, element=element)


EXAMPLES = (
    Example("00_basic_gemm", "00_basic_gemm/basic_gemm.cu", says="Passed"),
    Example("01_cutlass_utilities", "01_cutlass_utilities/cutlass_utilities.cu", says="Passed"),
    Example("02_dump_reg_shmem", "02_dump_reg_shmem/dump_reg_shmem.cu", verified=""),
    Example("04_tile_iterator", "04_tile_iterator/tile_iterator.cu", says="Passed"),
    Example("05_batched_gemm", "05_batched_gemm/batched_gemm.cu", says="Passed"),
    smaller("06_splitK_gemm", "06_splitK_gemm/splitk_gemm.cu", arch="sm_75", gpu="gtx1650"),
    smaller("07_volta_tensorop_gemm", "07_volta_tensorop_gemm/volta_tensorop_gemm.cu", arch="sm_75", gpu="gtx1650"),
    smaller("08_turing_tensorop_gemm", "08_turing_tensorop_gemm/turing_tensorop_gemm.cu"),
    Example("09_turing_tensorop_conv2dfprop", "09_turing_tensorop_conv2dfprop/turing_tensorop_conv2dfprop.cu",
            ("--n=1", "--h=14", "--w=14", "--c=64", "--k=64", "--r=3", "--s=3", "--ref-check"), "1 x 14 x 14 x 64, 64 filters of 3 x 3", says="Passed"),
    Example("10_planar_complex", "", later="kernels of CUTLASS's library, which a generator writes"),
    Example("11_planar_complex_array", "", later="kernels of CUTLASS's library, which a generator writes"),
    smaller("12_gemm_bias_relu", "12_gemm_bias_relu/gemm_bias_relu.cu"),
    Example("13_fused_two_gemms_f16_sm80_rf", "13_two_tensor_op_fusion/fused_two_gemms_f16_sm80_rf.cu", sizes="640 rows instead of 81920, 2 runs of each",
            arch="sm_80", gpu="a100", says="Pass",
            edits=(("fused_two_gemms_f16_sm80_rf.cu", "128*640", "128*5"), ("b2b_gemm_run.h", "int runs = 100", "int runs = 2"))),
    Example("14_ampere_tf32_tensorop_gemm", "14_ampere_tf32_tensorop_gemm/ampere_tf32_tensorop_gemm.cu",
            ("--m=256", "--n=256", "--k=128", "--iterations=1"), "256 x 256 x 128", says="Passed"),
    Example("48_hopper_warp_specialized_gemm", "48_hopper_warp_specialized_gemm/48_hopper_warp_specialized_gemm.cu",
            ("--m=256", "--n=256", "--k=256", "--iterations=1"), "256 x 256 x 256", arch="sm_90a", says="Passed"),
    Example("cute/tiled_copy", "cute/tutorial/tiled_copy.cu", says="Success"),
    tutorial("sgemm_1.cu", "float"),
    tutorial("sgemm_2.cu", "float"),
    tutorial("sgemm_sm70.cu", "float"),
    tutorial("sgemm_sm80.cu", "cute::half_t", only_tn=True),
    tutorial("hopper/wgmma_sm90.cu", "cute::half_t", "sm_90a"),
    tutorial("hopper/wgmma_tma_sm90.cu", "cute::half_t", "sm_90a"),
)


def is_here(checkout):
    return (checkout / "include/cutlass/cutlass.h").is_file()


def programs(checkout):
    for example in EXAMPLES:
        example.checkout = checkout
        yield example


def timed(command, folder, timeout, environment=None):
    """Exit code, output, and the CPU seconds of the command and what it waited for."""
    with tempfile.NamedTemporaryFile("r") as seconds:
        script = 'TIMEFORMAT="%U %S"; { time "${@:2}" 2>&3; } 3>&2 2>"$1"'
        code, output = one.run(["bash", "-c", script, "timed", seconds.name, *map(str, command)], folder, timeout, environment)
        spent = sum(map(float, seconds.read().split()[-2:]))
    return code, output, f"{spent:.1f} s"


def build_and_run(example, options):
    examples = example.checkout / "examples"
    folder = options.work / example.name.replace("/", "-")
    shutil.copytree((examples / example.source).parent, folder)
    folder.chmod(0o755)  # a cache in what others may write is not used
    change(folder, example.edits)
    source, defines = folder / Path(example.source).name, []
    if example.element:
        source, defines = CHECKER, [f'-DTUTORIAL="{source}"', f"-DELEMENT={example.element}"] + ["-DONLY_TN"] * example.only_tn
    include = [f"-I{example.checkout / path}" for path in ("include", "tools/util/include", "examples/common")] + [f"-I{folder}"]
    code, output, example.compile = timed([options.heddle, "cc", *OPTIONS, f"-arch={example.arch}", *include, *defines, source, "-o", "program"],
                                          folder, 1200)
    if code != 0:
        return Outcome("does not compile", "takes more than 1200 s" if code is None else one.first_error(output))
    environment = {"HEDDLE_GPU": example.gpu, "HEDDLE_CACHE_DIR": str(folder / "cache")}
    code, output, example.first_run = timed(["./program", *example.arguments], folder, options.timeout, environment)
    (folder / "output.txt").write_text(output)
    if code is None:
        return Outcome("takes too long", f"more than {options.timeout} s")
    if code != 0 or (example.says and example.says not in output):
        return Outcome("fails", f"exit code {code}: {one.complaint(output)}")
    return Outcome("passes" if example.verified else "only runs")
