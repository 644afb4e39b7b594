# SPDX-License-Identifier: Apache-2.0
"""Breakpoints are those of the program's kernels, also of kernels that are loaded later."""
import re

import gdb


def is_ours(address):
    """Whether it is code of Heddle or LLVM, where no breakpoint of the program belongs."""
    library = gdb.solib_name(address) or ""
    name = library.rsplit("/", 1)[-1]
    return name.startswith(("libheddle", "libLLVM", "liblld"))


def begins_behind(address, line):
    """Whether it is in a function that begins behind `line`. gdb takes the next line that has code
    for one that has none, as a kernel's before it is loaded: the host function behind the kernel."""
    block, function = gdb.block_for_pc(address), None
    while block is not None:
        function = block.function or function
        block = block.superblock
    return function is not None and function.line > line


def is_for_debuggers(address):
    """Whether it is -G code, whose functions have threadIdx."""
    block = gdb.block_for_pc(address)
    while block is not None and not block.is_static and not block.is_global:
        if any(symbol.name == "threadIdx" for symbol in block):
            return True
        block = block.superblock
    return False


def leave_out_plain(locations):
    """Where a kernel is there twice, as -G code and as it runs without a debugger (`cuda code breakpoints`), the latter has no
    variables: each of its warps would stop for a condition to be looked at."""
    kernels = [place for place in locations
               if place.enabled and place.address and gdb.solib_name(place.address) and not is_ours(place.address)]
    shown = [is_for_debuggers(place.address) for place in kernels]
    for place, has_variables in zip(kernels, shown):
        if any(shown) and not has_variables:
            place.enabled = False


def leave_out_ours(breakpoint):
    """`break scale` means the kernel, not a function of the compiler that has the name, too."""
    if breakpoint.type != gdb.BP_BREAKPOINT or not hasattr(breakpoint, "locations"):
        return
    try:
        found = breakpoint.locations
        line = re.fullmatch(r".*?:(\d+)", breakpoint.location or "")
        for location in found:
            if not location.enabled or not location.address:
                continue
            if len(found) > 1 and is_ours(location.address):
                location.enabled = False
            elif line and begins_behind(location.address, int(line[1])):
                location.enabled = False
        leave_out_plain(found)
    except (gdb.error, RuntimeError):
        pass


def look_at_breakpoints(event):
    for breakpoint in gdb.breakpoints():
        leave_out_ours(breakpoint)


gdb.events.breakpoint_created.connect(leave_out_ours)
gdb.events.breakpoint_modified.connect(leave_out_ours)
gdb.events.new_objfile.connect(look_at_breakpoints)
# Kernels are loaded when they are launched first.
gdb.execute("set breakpoint pending on")
