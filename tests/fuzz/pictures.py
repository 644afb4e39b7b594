# SPDX-License-Identifier: Apache-2.0
"""Lookups in the textures of picture_table.h, side by side and anywhere, and a surface of which each thread has a place."""
import os
import re

from statements import Node

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "picture_table.h")) as table:
    COUNT = len(re.findall(r"^    \{Shape::", table.read(), re.M))


class Pictures:
    """Without barriers: also right in a branch."""

    def __init__(self, idioms):
        self.s, self.r, self.e, self.any_name = idioms.s, idioms.r, idioms.e, idioms.name

    def number(self):
        """A place in quarters of a texel: the lanes' often follow each other."""
        return self.r.choice(["lane * 4u", f"gid * 4u + {self.r.randrange(9)}u", "threadIdx.x * 4u + 14u", "threadIdx.y * 4u", "lane * 3u", f"({self.e.uniform()})",
                              f"({self.e.integer('unsigned', 1)})", f"{self.r.randrange(97)}u"])

    def look(self, first=None):
        return f"look<{self.r.randrange(COUNT)}>(pictures, {first or self.number()}, {self.number()}, {self.number()})"

    def lookup(self):
        guard = self.r.choice(["", f"if ({self.e.condition(1)}) "])
        return Node(f"{guard}{self.any_name()} {self.r.choice(['+=', '^='])} {self.look()};")

    def neighbours(self):
        """A few along a row: lookups that share what their coordinates have in common."""
        k, picture = self.s.fresh("k"), self.r.randrange(COUNT)
        x, y = self.number(), self.number()
        return Node(f"for (unsigned {k} = 0; {k} < {self.r.choice(['3u', '4u', '(p0 & 3u)'])}; ++{k}) {self.any_name()} += ({k} + 1u) * look<{picture}>(pictures, {x} + {k} * 4u, {y}, {k});")

    def either(self):
        return Node(f"{self.any_name()} += look_either(pictures, {self.e.condition(1)}, {self.number()}, {self.number()});")

    def drawn(self):
        guard = self.r.choice(["", f"if ({self.e.condition(1)}) "])
        return Node(f"{guard}{self.any_name()} ^= draw(canvas, gid, {self.e.integer('unsigned', 1)}, {self.e.condition(1)});")
