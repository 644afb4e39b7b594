#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_wheel.py TREE VERSION DIST: the tree of packaging/make_tree as a Python wheel.

A wheel is a zip file and pip makes no symbolic links of it. What is one in the tree becomes here, by what it is:

    a program (nvcc)            a script that calls the tool
    a library (libcudart.so)    a script for the linker that names libheddle.so
    headers                     a copy; none of CCCL's and NVTX's, which the tool finds in share/heddle/third_party
    clang++                     a copy: clang takes its mode from its name

The Python package of the tree becomes the wheel's, which holds the rest of the tree.
"""
import base64
import hashlib
import os
import sys
import time
import zipfile

TOOLKIT = "share/heddle/cuda"
TARGET = TOOLKIT + "/targets/x86_64-linux"
TAG = "py3-none-manylinux_2_34_x86_64"

PACKAGE = "share/heddle/python/heddle"  # of the tree; in a wheel the tree is in it

METADATA = '''Metadata-Version: 2.1
Name: heddle
Version: {version}
Summary: CUDA C++ compiled and run on the CPU
License: Apache-2.0
Requires-Python: >=3.7
Classifier: Operating System :: POSIX :: Linux
Classifier: Environment :: Console
Description-Content-Type: text/markdown

Compiles CUDA C++ programs and runs them with the vector instructions of an x86-64 processor. No GPU and no vendor's
toolkit are needed; the C++ library of g++ is. `heddle doctor` says what is missing.
'''


class Wheel:
    def __init__(self, path, version):
        date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))
        self.date = date[:6]
        self.info = f"heddle-{version}.dist-info"
        self.rows = []
        self.level = int(os.environ.get("HEDDLE_PACKAGE_LEVEL", "9"))
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)

    def add(self, name, data, mode=0o644):
        entry = zipfile.ZipInfo(name, self.date)
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(entry, data, compresslevel=self.level)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.rows.append(f"{name},sha256={digest},{len(data)}")

    def close(self):
        record = self.info + "/RECORD"
        self.zip.writestr(zipfile.ZipInfo(record, self.date), "\n".join(self.rows + [record + ",,", ""]))
        self.zip.close()


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def calls_tool(name):
    """A program of this name calls bin/heddle as nvcc."""
    up = os.path.relpath("bin/heddle", os.path.dirname(name))
    return f'#!/bin/sh\nexec "$(dirname "$(readlink -f "$0")")/{up}" cc "$@"\n'.encode()


def links(name, library):
    """The linker reads `library` instead of this file."""
    return f"INPUT({os.path.relpath(library, os.path.dirname(name))})\n".encode()


def library_of(tree, name):
    """What the link `name` is a name of; programs find libcuda by the stub, as libcudart_static.a has it."""
    if os.path.basename(name) == "libcuda.so":
        return TARGET + "/lib/stubs/libheddle.so"
    return os.path.relpath(os.path.realpath(os.path.join(tree, name)), os.path.realpath(tree))


def libraries(tree, name):
    """lib64: what `-l` finds."""
    found = {}
    for base in sorted(os.listdir(os.path.join(tree, TARGET, "lib"))):
        if base.endswith(".so"):
            found[f"{name}/{base}"] = (links(f"{name}/{base}", library_of(tree, f"{TARGET}/lib/{base}")), 0o644)
        elif base == "libcudart_static.a":
            found[f"{name}/{base}"] = (links(f"{name}/{base}", TARGET + "/lib/stubs/libheddle.so"), 0o644)
        elif base.endswith(".a"):
            found[f"{name}/{base}"] = (contents(os.path.join(tree, TARGET, "lib", base)), 0o644)
    return found


def headers(path):
    """Those below `path`, but for CCCL's and NVTX's."""
    for folder, folders, files in os.walk(path, followlinks=True):
        folders[:] = [f for f in folders if "third_party" not in os.path.realpath(os.path.join(folder, f))]
        for file in files:
            yield folder, file


def instead_of_link(tree, name):
    """What is put for the symbolic link `name`: {name: (data, mode)}."""
    path = os.path.join(tree, name)
    base = os.path.basename(name)
    if base == "clang++":
        return {name: (contents(path), 0o755)}
    if base in ("nvcc", "heddle-nvcc"):
        return {name: (calls_tool(name), 0o755)}
    if name == TOOLKIT + "/lib64":
        return libraries(tree, name)
    if name == TARGET + "/lib/heddle":
        return {}  # what libheddle.so needs, for links to that
    if os.path.dirname(name) == TARGET + "/include" and "third_party" in os.path.realpath(path):
        return {}  # the tool finds them, and they are large
    if os.path.isdir(path):
        return {os.path.join(name, os.path.relpath(os.path.join(folder, file), path)):
                (contents(os.path.join(folder, file)), 0o644)
                for folder, file in headers(path)}
    if os.path.dirname(name) == TARGET + "/include" or base.endswith((".h", ".bc")):
        return {name: (contents(path), 0o644)}
    if name.startswith(TARGET + "/lib/") and base.endswith(".so"):
        return {name: (links(name, library_of(tree, name)), 0o644)}
    if os.path.dirname(name) in ("lib", TARGET + "/lib", TOOLKIT + "/nvvm/lib64"):
        return {}  # names for the loader; a text file there would end a program
    raise SystemExit(f"make_wheel.py: what to do with the link {name}?")


def main():
    tree, version, dist = sys.argv[1:]
    path = os.path.join(dist, f"heddle-{version}-{TAG}.whl")
    wheel = Wheel(path + ".part", version)
    for folder, folders, files in sorted(os.walk(tree)):
        for base in sorted(files + [f for f in folders if os.path.islink(os.path.join(folder, f))]):
            full = os.path.join(folder, base)
            name = os.path.relpath(full, tree)
            if os.path.islink(full):
                for other, (data, mode) in sorted(instead_of_link(tree, name).items()):
                    wheel.add("heddle/tree/" + other, data, mode)
                continue
            data = contents(full)
            if base == "heddle.pc":  # libheddle.so lies in lib alone
                data = data.replace(b"libdir=${root}/targets/x86_64-linux/lib", b"libdir=${root}/../../../lib")
            if name.startswith(PACKAGE + "/"):
                wheel.add("heddle/" + name[len(PACKAGE) + 1:], data)
                continue
            wheel.add("heddle/tree/" + name, data, 0o755 if os.access(full, os.X_OK) else 0o644)
    wheel.add(wheel.info + "/METADATA", METADATA.format(version=version).encode())
    wheel.add(wheel.info + "/WHEEL",
              f"Wheel-Version: 1.0\nGenerator: heddle\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode())
    wheel.add(wheel.info + "/entry_points.txt",
              b"[console_scripts]\nheddle = heddle:main\nheddle-nvcc = heddle:nvcc\n")
    wheel.close()
    os.replace(path + ".part", path)


main()
