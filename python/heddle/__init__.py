# SPDX-License-Identifier: Apache-2.0
"""Heddle: CUDA C++ on the CPU. The tool and its libraries are in `tree`; CUDA_HOME is `toolkit`."""
import os
import sys

_here = os.path.dirname(os.path.abspath(__file__))
# A wheel has the tree within the package; elsewhere the package is share/heddle/python/heddle of it.
tree = os.path.join(_here, "tree")
if not os.path.isdir(tree):
    tree = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(_here))))
toolkit = os.path.join(tree, "share", "heddle", "cuda")


def main():
    tool = os.path.join(tree, "bin", "heddle")
    os.execv(tool, ["heddle"] + sys.argv[1:])


def nvcc():
    tool = os.path.join(tree, "bin", "heddle")
    os.execv(tool, ["heddle", "cc"] + sys.argv[1:])
