# SPDX-License-Identifier: Apache-2.0
"""Breakpoints whose conditions ask for a block (`blockIdx.x == 3`) stop in that one alone: with `cuda code breakpoints` the
others of the grid run as without gdb."""
import re

import gdb

from heddle_gdb.breakpoints import is_ours
from heddle_gdb.memory import symbol

MOST = 2**32 - 1
BOXES = 16  # HeddleDebugWanted of src/engine/launch/breakpoints.h
TERM = re.compile(r"blockIdx\.([xyz])\s*(==|<=|>=|<|>)\s*(0[xX][0-9a-fA-F]+|0|[1-9]\d*)[uUlL]*")
SWAPPED = re.compile(r"(0[xX][0-9a-fA-F]+|0|[1-9]\d*)[uUlL]*\s*(==|<=|>=|<|>)\s*blockIdx\.([xyz])")
MIRRORED = {"==": "==", "<=": ">=", ">=": "<=", "<": ">", ">": "<"}
RANGES = {"==": lambda n: (n, n), "<=": lambda n: (0, n), ">=": lambda n: (n, MOST), "<": lambda n: (0, n - 1),
          ">": lambda n: (n + 1, MOST)}


def parts(text, operator):
    """What `operator` joins, outside of brackets and strings."""
    found, depth, begin, k = [], 0, 0, 0
    while k < len(text):
        if text[k] in "\"'":
            k = text.find(text[k], k + 1)
            if k < 0:
                return [text]
        elif text[k] in "([{":
            depth += 1
        elif text[k] in ")]}":
            depth -= 1
        elif depth == 0 and text.startswith(operator, k):
            found.append(text[begin:k])
            begin = k + len(operator)
            k += 1
        k += 1
    return found + [text[begin:]]


def without_brackets(text):
    text = text.strip()
    while text.startswith("(") and text.endswith(")"):
        depth = 0
        for k, sign in enumerate(text):
            depth += (sign == "(") - (sign == ")")
            if depth == 0 and k < len(text) - 1:
                return text
        text = text[1:-1].strip()
    return text


def range_of(term):
    """Which axis it asks for, and from where to where; None: it asks for something else."""
    found = TERM.fullmatch(term)
    if found:
        axis, operator, number = found.groups()
    else:
        found = SWAPPED.fullmatch(term)
        if not found:
            return None
        number, operator, axis = found.groups()
        operator = MIRRORED[operator]
    return "xyz".index(axis), RANGES[operator](int(number, 0))


def boxes_of(condition):
    """Where it can hold, as the least and the most blockIdx of each axis. None: it does not say, it may hold anywhere."""
    condition = without_brackets(condition or "")
    if len(parts(condition, ",")) > 1 or len(parts(condition, "?")) > 1:
        return None
    found = []
    for either in parts(condition, "||"):
        box = [[0, MOST] for _ in range(3)]
        for term in parts(without_brackets(either), "&&"):
            asked = range_of(without_brackets(term))
            if asked:
                axis, (least, most) = asked
                box[axis] = [max(box[axis][0], least), min(box[axis][1], most)]
        if box == [[0, MOST]] * 3:
            return None
        if all(0 <= least <= most <= MOST for least, most in box):
            found.append(box)
    return found


def is_in_kernels(breakpoint):
    """Whether it may be. What lies in the program's own file and in Heddle is host code."""
    if getattr(breakpoint, "pending", False):
        return False  # no code has it; it is asked for anew when some has
    if not hasattr(breakpoint, "locations"):
        return True
    return any(not place.address or (gdb.solib_name(place.address) and not is_ours(place.address))
               for place in breakpoint.locations if place.enabled)


def wanted_blocks(deleted=None):
    """Empty: any."""
    found = []
    for breakpoint in gdb.breakpoints():
        if breakpoint is deleted or not breakpoint.enabled or breakpoint.type != gdb.BP_BREAKPOINT:
            continue
        if not is_in_kernels(breakpoint):
            continue
        boxes = boxes_of(breakpoint.condition)
        if boxes is None:
            return []
        found += boxes
    return found if len(found) <= BOXES else []


def tell(deleted=None):
    at = symbol("heddle_debug_wanted")
    if not at:
        return
    boxes = wanted_blocks(deleted)
    words = [len(boxes)]
    for box in boxes:
        words += [least for least, _ in box] + [most for _, most in box]
    try:
        gdb.selected_inferior().write_memory(at, b"".join(word.to_bytes(4, "little") for word in words))
    except (gdb.error, RuntimeError):
        pass  # a file that does not run yet


for events in (gdb.events.breakpoint_created, gdb.events.breakpoint_modified, gdb.events.new_objfile):
    events.connect(lambda event: tell())
gdb.events.breakpoint_deleted.connect(tell)
