# SPDX-License-Identifier: Apache-2.0
"""Walks over memory that people write: rows whose ends memory holds, pointers that move, chains of indices, searches,
grids that wrap around, atomic operations whose old values are used."""
from statements import Node


class Walks:
    def __init__(self, idioms):
        self.s, self.r, self.e, self.fresh = idioms.s, idioms.r, idioms.e, idioms.s.fresh
        self.any_name = idioms.name

    def leave(self):
        return self.r.choice(["", "", f"if ({self.e.condition(1)}) break; ", f"if ({self.e.condition(1)}) continue; "])

    def row(self):
        """Elements of a row, its first and its length from memory; rows of rows."""
        k, j, first, n = (self.fresh(p) for p in ("k", "j", "first", "len"))
        name, kind = self.any_name(), self.r.choice(["unsigned", "float"])
        at = self.r.choice(["gid & 511u", f"({self.e.integer('unsigned', 1)}) & 511u", "gid / 4u & 511u"])
        inner = f"for (unsigned {j} = 0; {j} < (bytes[{k}] & 3u); ++{j}) " if self.r.random() < 0.3 else ""
        value = f"({kind})(in[{k}{' + ' + j if inner else ''}] & 63u)"
        value += self.r.choice(["", f" * ({kind})(in[halves[{k}] & 1023u] & 7u)"])
        step = self.r.choice(["1u", "1u", "2u", f"{1 + self.r.randrange(3)}u + (p0 & 1u)"])
        return Node(f"{{ {kind} {n} = 0;\n  const unsigned {first} = halves[{at}] & 255u;\n"
                    f"  for (unsigned {k} = {first}; {k} < {first} + (bytes[{at}] & 15u); {k} += {step}) {{ {self.leave()}{inner}{n} += {value}; }}\n"
                    f"  {name} += (unsigned){n}; }}")

    def pointer(self):
        """A pointer that moves to an end, forwards or backwards."""
        p, end, name = self.fresh("p"), self.fresh("end"), self.any_name()
        kind, base, last = self.r.choice([("unsigned", "in", 1023), ("unsigned char", "bytes", 4095), ("unsigned short", "halves", 2047)])
        length = self.r.choice([f"(({self.e.integer('unsigned', 1)}) & 7u)", f"(bytes[gid & 1023u] % 11u)", "6u"])
        start = f"{base} + (({self.e.integer('unsigned', 1)}) & {last}u)"
        if self.r.random() < 0.5:
            return Node(f"{{ const {kind}* {p} = {start};\n  const {kind}* const {end} = {p} + {length};\n"
                        f"  while ({p} != {end}) {{ {name} = {name} * 3u + *{p}++; {self.leave().replace('continue', 'break')}}} }}")
        return Node(f"{{ const {kind}* const {end} = {start};\n  const {kind}* {p} = {end} + {length};\n"
                    f"  while ({p} > {end} && {self.e.condition(1)}) {name} ^= *--{p} + {name} * 5u; }}")

    def chain(self):
        """Each index comes from what the last one found."""
        at, n = self.fresh("at"), self.fresh("n")
        more = self.r.choice([f"({at} & {1 << self.r.randrange(4)}u)", f"in[{at} & 1023u] > {at}", self.e.condition(1)])
        return Node(f"{{ unsigned {at} = {self.e.integer('unsigned', 1)}, {n} = 0;\n"
                    f"  do {{ {at} = in[{at} & 1023u] + {self.r.choice(['lane', n, '1u'])}; }} while (++{n} < {self.r.choice([4, 9])}u && {more});\n"
                    f"  {self.any_name()} ^= {at} + {n}; }}")

    def search(self):
        """Halving an interval."""
        low, high, middle = (self.fresh(p) for p in ("low", "high", "mid"))
        return Node(f"{{ unsigned {low} = 0, {high} = {self.r.choice(['1024u', '(gid & 1023u)', 'p1 * 50u'])};\n  while ({low} < {high}) {{\n"
                    f"    const unsigned {middle} = ({low} + {high}) / 2u;\n    if (in[{middle}] < {self.e.integer('unsigned', 1)}) {low} = {middle} + 1u; else {high} = {middle};\n  }}\n"
                    f"  {self.any_name()} += {low}; }}")

    def torus(self):
        """Neighbours in a grid of rows that wraps around; width and place are found by division."""
        x, y, w = (self.fresh(p) for p in "xyw")
        width = self.r.choice(["(p0 + 27u)", "blockDim.x", "threads", "32u", "100u", "(in[blockIdx.x] & 63u) + 1u"])
        index = self.r.choice(["gid", "gid", "tid", f"(gid + {self.r.randrange(100)}u)"])
        near_x = self.r.choice([f"({x} + 1u) % {w}", f"({x} + {w} - 1u) % {w}", f"({x} + 1u == {w} ? 0u : {x} + 1u)", f"({x} == 0 ? {w} - 1u : {x} - 1u)", f"{x} / 2u"])
        near_y = self.r.choice([f"({y} + 1u) % 7u", f"({y} + 6u) % 7u", f"min({y} + 1u, 6u)", f"({y} & 3u)", y])
        return Node(f"{{ const unsigned {w} = {width}, {x} = {index} % {w}, {y} = {index} / {w} % 7u;\n"
                    f"  {self.any_name()} += in[({y} * {w} + {near_x}) & 1023u] + 3u * in[({near_y} * {w} + {x}) & 1023u] - bytes[({near_y} * {w} + {near_x}) & 4095u]; }}")

    def compare_and_swap(self):
        """Addition by hand: whichever order, the sum is the same."""
        old, seen = self.fresh("old"), self.fresh("seen")
        return Node(f"{self.r.choice(['', f'if ({self.e.condition(1)}) '])}{{ unsigned {old} = *(volatile unsigned*)&sums[1], {seen};\n  do {{ {seen} = {old};\n"
                    f"    {old} = atomicCAS(&sums[1], {seen}, {seen} + {self.e.integer('unsigned', 1)});\n  }} while ({seen} != {old}); }}")

    def old_values(self):
        """Atomic operations on a place of the thread's own, whose old value is used."""
        guard, name, value = self.r.choice(["", f"if ({self.e.condition(1)}) "]), self.any_name(), self.e.integer("unsigned", 1)
        at = self.r.choice(["0u", "1u", f"((unsigned)({self.e.index()}) & 3u)"])
        place = f"&quads[gid * 4u + {at}]"
        wide, more = "(unsigned long long*)&quads[gid * 4u + 2u]", self.e.integer("unsigned long long", 1)
        call = self.r.choice([f"atomic{self.r.choice(['Add', 'Sub', 'Exch', 'Min', 'Max', 'And', 'Or', 'Xor', 'Inc', 'Dec'])}({place}, {value})",
                              f"atomicCAS({place}, {self.e.integer('unsigned', 1)}, {value})", f"atomicMin((int*){place}, (int){value})",
                              f"atomicMax((int*){place}, (int){value})", f"(unsigned)(atomic{self.r.choice(['Add', 'Exch', 'Max', 'Min', 'Xor'])}({wide}, {more}) >> 7)",
                              f"(unsigned)atomicCAS({wide}, {more}, (unsigned long long){value})"])
        return Node(f"{guard}{name} += {call};")

    # --- the block together

    def block_stride(self):
        """More elements than threads, or fewer, and then what another thread has written."""
        i, name = self.fresh("i"), self.any_name()
        count = self.r.choice(["1024u", "100u", "(p0 * 70u)", "(in[blockIdx.x] & 1023u)"])
        return Node(f"for (unsigned {i} = tid; {i} < {count}; {i} += threads) ua[{i}] = in[{i}] ^ {self.e.integer('unsigned', 1)};\n__syncthreads();\n"
                    f"{name} += ua[({self.e.integer('unsigned', 1)}) & 1023u];\n__syncthreads();")
