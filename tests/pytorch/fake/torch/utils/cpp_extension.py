# SPDX-License-Identifier: Apache-2.0
"""Stands for the functions of PyTorch's module of this name that heddle.torch replaces: what they are given, and the form of
what they answer."""
import torch

CUDA_HOME = None


def include_paths(device_type="cpu", torch_include_dirs=True):
    return ["/torch/include"] + ([CUDA_HOME + "/include"] if device_type in ("cuda", True) else [])


def _prepare_ldflags(extra_ldflags, with_cuda, verbose, is_standalone):
    extra_ldflags += ["-L/torch/lib", "-lc10"]
    if with_cuda:
        extra_ldflags += ["-lc10_cuda", "-ltorch_cuda_cu -ltorch_cuda_cpp", "-ltorch_cuda", "-lcudart"]
    return extra_ldflags + ["-ltorch_python"]


def _get_cuda_arch_flags(cflags=None):
    return ["asked"]


def _check_cuda_version(compiler_name, compiler_version):
    raise RuntimeError("the versions differ")


class Extension:
    def __init__(self, libraries):
        self.libraries, self.library_dirs, self.runtime_library_dirs = libraries, [], []


class BuildExtension:
    def __init__(self, extensions):
        self.extensions = extensions

    def build_extensions(self):
        _check_cuda_version("c++", None)
        return "built"
