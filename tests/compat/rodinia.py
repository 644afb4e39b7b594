# SPDX-License-Identifier: Apache-2.0
"""The CUDA programs of yuhc/gpu-rodinia."""
from program import Program  # noqa: F401

NAME = "yuhc/gpu-rodinia"


def is_here(checkout):
    return (checkout / "cuda" / "backprop").is_dir()


def programs(checkout):
    return iter(())
