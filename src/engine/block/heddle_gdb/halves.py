# SPDX-License-Identifier: Apache-2.0
"""__half, __nv_bfloat16 and pairs of them are shown as the numbers that they are, not as their bits."""
import struct

import gdb


def number(value, is_half):
    bits = int(value["__x"])
    return struct.unpack("<e", struct.pack("<H", bits))[0] if is_half else struct.unpack("<f", struct.pack("<I", bits << 16))[0]


class Half:
    def __init__(self, value, is_half):
        self.value, self.is_half = value, is_half

    def to_string(self):
        return "%g" % number(self.value, self.is_half)


class Pair:
    def __init__(self, value, is_half):
        self.value, self.is_half = value, is_half

    def to_string(self):
        return "{x = %g, y = %g}" % tuple(number(self.value[side], self.is_half) for side in "xy")


PRINTERS = {"__half": (Half, True), "__half2": (Pair, True), "__nv_bfloat16": (Half, False),
            "__nv_bfloat162": (Pair, False)}


def printer_of(value):
    printer, is_half = PRINTERS.get(value.type.strip_typedefs().unqualified().name, (None, False))
    return printer(value, is_half) if printer else None


gdb.pretty_printers.append(printer_of)
