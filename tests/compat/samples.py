# SPDX-License-Identifier: Apache-2.0
"""The programs of NVIDIA/cuda-samples: one a folder, described by its CMakeLists.txt."""
import json
import re
import shutil

from program import Program, build_and_run  # noqa: F401

NAME = "NVIDIA/cuda-samples"
COLUMNS = ()
ABOUT = ""
WAIVED = 2  # EXIT_WAIVED of Common/helper_string.h

# What a program names, and what that is. The first row that matches is the reason.
LATER = (
    (r"GL/|gl_interop|vulkan|d3d1[0-9]|\bEGL|rendercheck_gl|rendercheck_d3d|freeglut", "graphics"),
    (r"mpi\.h", "MPI"),
    (r"cublasXt|cusolver(?:Sp|Rf|Mg)|npp[is_]|nppi|nvjpeg|nvsci|FreeImage|nvJitLink|nvvm\.h",
     "a closed library"),
    (r"\bcuLink[A-Z]\w*\s*\(", "the linker"),
)
FOLDERS_LATER = (("7_libNVVM", "NVVM"), ("8_Platform_Specific", "another platform"),
                 ("cudaNvSci", "a closed library"))


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
    options += ["-l" + linked[name] for name in sorted(set(re.findall(r"CUDA::(\w+)", cmake))) if name in linked]
    if re.search(r"Threads::Threads|pthread", cmake):
        options += ["-lpthread"]
    return options


def images_of(cmake):
    """Modules that the program loads: (source, file)."""
    file = re.search(r"set\(CUDA_(?:FATBIN|PTX)_FILE\s+\"[^\"]*/([^\"/]+)\"", cmake)
    source = re.search(r"set\(CUDA_KERNEL_SOURCE\s+\"[^\"]*/([^\"/]+)\"", cmake)
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
        entry = known.get(name, {})
        runs = [r.get("args", []) for r in entry.get("runs", [])] or [entry.get("args", [])]
        later = reason_of(folder, sources) or ("no sources of its own" if not sources else "")
        yield Program(name, folder, sources, options_of(cmake, folder), runs, later, (WAIVED,),
                      {"HEDDLE_GPU": "h200,h200"} if re.search("P2P|p2p|MultiDeviceCG", name) else {}, images_of(cmake),
                      ["cooperative_groups.h", "cooperative_groups", "nv", "cuda"]
                      if "{CUDA_INCLUDE_DIR}/cooperative_groups" in cmake else [])
