# SPDX-License-Identifier: Apache-2.0
"""The programs of NVIDIA/cuda-samples: one a folder, described by its CMakeLists.txt."""
import json
import re
import shutil
from pathlib import Path

from program import Program, build_and_run  # noqa: F401

NAME = "NVIDIA/cuda-samples"
COLUMNS = ()
ABOUT = ""
WAIVED = 2  # EXIT_WAIVED of Common/helper_string.h
WRONG = r"\bFAIL(?:ED|URE)?\b|values not expected|[-+ =]nan\b"

GRAPHICS = "graphics"
ELSEWHERE = "another platform or its libraries (Windows, Tegra, DRIVE)"
REFUSED = "NPP or nvJPEG, which are refused by name"
# What their includes no longer bring with CCCL 3.6.
INCLUDED = {name: ["-include", "cuda_runtime.h", "-include", "thrust/tuple.h", "-include", "iostream"] for name in ("cdpQuadtree", "segmentationTreeThrust")}
# What a program names, and what that is. The first row that matches is the reason.
LATER = (
    (r"include\s*[<\"](?:GL|GLUT|EGL)/|helper_gl\.h|gl_interop\.h|vulkan|d3d1[0-9]|\bEGL|rendercheck_gl|rendercheck_d3d|freeglut", GRAPHICS),
    (r"mpi\.h", "MPI"),
    (r"npp[is_]|nppi|nvjpeg|FreeImage", REFUSED),
)
FOLDERS_LATER = (("8_Platform_Specific", ELSEWHERE), ("cudaNvSci", ELSEWHERE))


LLVM = Path("/usr/lib/llvm-14")  # cuda-c-linking takes one of 7 to 14


def about(programs, outcomes):
    """What of the programs could run on Linux x86-64 without a screen passes."""
    here = [p for p in programs if p.later not in (GRAPHICS, ELSEWHERE)]
    wanted = [p for p in here if p.later != REFUSED]
    untried = sum(outcomes[p.name].kind == "not tried" for p in here)
    passing = sum(outcomes[p.name].kind == "passes" for p in here)
    return (f"Of the {len(here)} programs for Linux x86-64 without graphics {passing} pass ({100 * passing // len(here)}%); without those "
            f"that need NPP or nvJPEG, which are refused by name, {passing} of {len(wanted)} ({100 * passing // len(wanted)}%)."
            + (f" {untried} of them were not tried this time, which count as if they failed." if untried else ""))


def is_here(checkout):
    return (checkout / "Common" / "helper_cuda.h").is_file()


def reason_of(folder, sources):
    for part, reason in FOLDERS_LATER:
        if part in str(folder):
            return reason
    text = ""
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".cu", ".cuh", ".cpp", ".h", ".hpp", ".c") and path.is_file():
            text += path.read_text(errors="replace")
    text += (folder / "CMakeLists.txt").read_text(errors="replace")
    reason = next((reason for pattern, reason in LATER if re.search(pattern, text)), "")
    return "" if reason == "MPI" and shutil.which("mpicxx") else reason


def nvvm_options(cmake, folder):
    """What the CMakeLists.txt above the samples of libNVVM adds."""
    options = ["-DLIBDEVICE_MAJOR_VERSION=1", "-DLIBDEVICE_MINOR_VERSION=0", "-I", str(folder.parent / "common/include"),
               "-L{toolkit}/nvvm/lib64", "-lnvvm", "-lcuda"]
    if "LIBNVVM_HOME=" in cmake:
        options.append("-DLIBNVVM_HOME={toolkit}/nvvm")
    if "LIBCUDADEVRT=" in cmake:
        options.append('-DLIBCUDADEVRT="{toolkit}/lib64/libcudadevrt.a"')
    if folder.name == "cuda-c-linking":
        options += ["-I", str(LLVM / "include"), "-L", str(LLVM / "lib"), "-lLLVM-14"]
    return options


def options_of(cmake, folder):
    options = ["-std=c++17", "--extended-lambda"]
    for words in re.findall(r"include_directories\(([^)]*)\)", cmake):
        for word in words.split():
            path = (folder / word).resolve()
            if path.is_dir():
                options += ["-I", str(path)]
    if re.search(r"CUDA_SEPARABLE_COMPILATION ON", cmake):
        options.append("-rdc=true")
    if "OpenMP" in cmake:
        options += ["-Xcompiler", "-fopenmp"]
    if "find_package(MPI" in cmake:
        options += ["-ccbin", "mpicxx"]
    linked = {"cublas": "cublas", "cusparse": "cusparse", "cufft": "cufft", "cufft_static": "cufft", "curand": "curand",
              "cusolver": "cusolver", "nvrtc": "nvrtc", "cuda_driver": "cuda"}
    names = set(re.findall(r"CUDA::(\w+)", cmake))
    if "cusolver" in names:
        names |= {"cublas", "cusparse"}  # as CMake's FindCUDAToolkit has it
    options += ["-l" + linked[name] for name in sorted(names) if name in linked]
    if "NAME nvJitLink" in cmake:
        options.append("-lnvJitLink")
    if re.search(r"Threads::Threads|pthread", cmake):
        options += ["-lpthread"]
    return options


def images_of(cmake):
    """Modules that the program loads: (source, file)."""
    file = re.search(r"set\(CUDA_(?:FATBIN|PTX)_FILE\s+\"[^\"]*/([^\"/]+)\"", cmake)
    source = re.search(r"set\(CUDA_KERNEL_SOURCE\s+\"[^\"]*/([^\"/]+)\"", cmake)
    library = re.search(r"add_library\(\w+ STATIC (\S+)\).*?OUTPUT_NAME \"(\w+)\"", cmake, re.DOTALL)
    if library:
        return [(library[1], f"lib{library[2]}.a")]
    return [(source[1], file[1])] if file and source else []


def programs(checkout):
    known = json.loads((checkout / "test_args.json").read_text())
    for path in sorted(checkout.glob("Samples/*/*/CMakeLists.txt")) + sorted(
            checkout.glob("Samples/*/*/*/CMakeLists.txt")):
        cmake = path.read_text(errors="replace")
        match = re.search(r"add_executable\(\s*(\S+)\s+([^)]*)\)", cmake)
        if not match:
            continue
        folder, name = path.parent, path.parent.name
        sources = [word for word in match[2].split() if (folder / word).is_file()
                   and not word.startswith("..") and word.endswith((".cu", ".cpp", ".c"))]
        sources += [str((folder / word).resolve()) for word in match[2].split()
                    if word.startswith("..") and (folder / word).is_file()]
        is_nvvm = folder.parent.name == "7_libNVVM"
        entry = {"args": ["test.ll"]} if name == "ptxgen" else known.get(name, {})
        runs = [r.get("args", []) for r in entry.get("runs", [])] or [entry.get("args", [])]
        later = reason_of(folder, sources) or ("no sources of its own" if not sources else "")
        if name == "cuda-c-linking" and not LLVM.is_dir():
            later = "the headers of LLVM 14"
        options = options_of(cmake, folder) + INCLUDED.get(name, []) + (nvvm_options(cmake, folder) if is_nvvm else [])
        yield Program(name, folder, sources, options, runs, later, (WAIVED,), WRONG,
                      {"HEDDLE_GPU": "h200,h200"} if re.search("P2P|p2p|MultiDeviceCG|MGPU", name) else {}, images_of(cmake),
                      ["cooperative_groups.h", "cooperative_groups", "nv", "cuda"]
                      if "{CUDA_INCLUDE_DIR}/cooperative_groups" in cmake else [])
