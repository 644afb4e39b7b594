# SPDX-License-Identifier: Apache-2.0
"""After `import heddle.torch`, torch.utils.cpp_extension builds extensions with Heddle; their kernels work on CPU tensors.

    python -m heddle.torch setup.py build_ext --inplace     the same for a program that does not import it

docs/pytorch.md says what is there. Replaced are functions of torch.utils.cpp_extension that name the toolkit, its
headers and its libraries; each has the form that it has in PyTorch 1.13 to 2.15.
"""
import functools
import logging
import os
import shlex
import sys

import heddle

# Libraries of PyTorch's for GPUs and the vendor's runtime. Heddle's headers need none of the former.
OTHERS = ("c10_cuda", "torch_cuda", "torch_cuda_cu", "torch_cuda_cpp", "cudart")
RUNTIME = "heddle_torch"  # libheddle_torch.a (python/bind.c)
HEADERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "include")
TOOLKIT_LIBRARIES = os.path.join(heddle.toolkit, "lib64")
LIBRARIES = os.path.join(heddle.tree, "lib")


SAYS_CPP14 = False


def is_other(flag):
    """Of a linker's flags, which may hold several (-ltorch_cuda_cu -ltorch_cuda_cpp)."""
    return bool(flag.split()) and all(word.startswith("-l") and word[2:] in OTHERS for word in flag.split())


def for_cuda(arguments, names, positions):
    """Whether the call is about CUDA, by the argument of one of these names or at one of these positions."""
    given = [names[n] for n in ("cuda", "with_cuda", "device_type") if n in names]
    given += [arguments[p] for p in positions if p < len(arguments)]
    return any(value is True or value == "cuda" for value in given)


def include_paths(original, *arguments, **names):
    paths = original(*arguments, **names)
    return [HEADERS] + paths if for_cuda(arguments, names, [0]) else paths


def prepare_ldflags(original, *arguments, **names):
    flags = original(*arguments, **names)
    if not for_cuda(arguments, names, [1]):
        return flags
    return [flag for flag in flags if not is_other(flag)] + [
        "-L" + shlex.quote(TOOLKIT_LIBRARIES), "-l" + RUNTIME, "-Wl,-rpath," + shlex.quote(LIBRARIES), "-ldl"]


def cuda_arch_flags(original, cflags=None):
    """None where nobody asks for one: PyTorch would ask a GPU; Heddle takes the device's. And C++17 where nobody asks for
    a standard: PyTorch before 2.1 says C++14, and the toolkit's Thrust, which its headers include, needs more."""
    cflags = cflags or []
    asked = os.environ.get("TORCH_CUDA_ARCH_LIST") or any("arch" in flag for flag in cflags)
    flags = list(original(cflags)) if asked else []
    if SAYS_CPP14 and not any(flag.startswith("-std=") for flag in cflags):
        flags.append("-std=c++17")
    return flags


def build_extensions(original, builder):
    for extension in builder.extensions:
        if "cudart" not in extension.libraries:  # not a CUDAExtension
            continue
        extension.libraries = [name for name in extension.libraries if name not in OTHERS] + [RUNTIME, "dl"]
        extension.library_dirs.append(TOOLKIT_LIBRARIES)
        extension.runtime_library_dirs.append(LIBRARIES)
    return original(builder)


def says_cpp14(version):
    return tuple(int(part) for part in version.split(".")[:2]) < (2, 1)


def check_cuda_version(original, *arguments):
    """Heddle compiles and runs the kernels, whatever version PyTorch's own are of."""


def replace(owner, name, function):
    original = getattr(owner, name)
    setattr(owner, name, functools.wraps(original)(functools.partial(function, original)))


def replace_method(owner, name, function):
    original = getattr(owner, name)
    setattr(owner, name, functools.wraps(original)(lambda self: function(original, self)))


def install():
    # Tensors of the CPU are used when a call returns, so a kernel must have ended by then.
    os.environ.setdefault("CUDA_LAUNCH_BLOCKING", "1")
    # PyTorch warns where it finds a toolkit and no GPU; the one that counts is put in below.
    said = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        from torch.utils import cpp_extension
    finally:
        logging.disable(said)

    global SAYS_CPP14
    SAYS_CPP14 = says_cpp14(cpp_extension.torch.__version__)
    cpp_extension.CUDA_HOME = heddle.toolkit
    replace(cpp_extension, "include_paths", include_paths)
    replace(cpp_extension, "_prepare_ldflags", prepare_ldflags)
    replace(cpp_extension, "_get_cuda_arch_flags", cuda_arch_flags)
    replace(cpp_extension, "_check_cuda_version", check_cuda_version)
    replace_method(cpp_extension.BuildExtension, "build_extensions", build_extensions)


def run(arguments):
    """What `python ARGUMENTS...` would run: a script, or a module behind -m."""
    import runpy

    if not arguments:
        sys.exit("usage: python -m heddle.torch SCRIPT [ARGUMENT...] | -m MODULE [ARGUMENT...]")
    if arguments[0] == "-m" and len(arguments) > 1:
        sys.argv = arguments[1:]
        sys.path.insert(0, os.getcwd())
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        sys.path.insert(0, os.path.dirname(os.path.abspath(arguments[0])))
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    import heddle.torch  # as a program's own import of it finds it

    run(sys.argv[1:])
else:
    install()
