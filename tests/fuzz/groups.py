# SPDX-License-Identifier: Apache-2.0
"""Cooperative groups: tiles of a warp that take ways of their own, groups of lanes with one key, whoever is in a branch.

Tiles divide the block, or the statement is left out. What coalesced threads compute does not depend on who is together.
"""
from statements import Node

NUMBERS = ["plus", "less", "greater", "bit_xor", "bit_and", "bit_or"]


class Groups:
    def __init__(self, idioms):
        self.s, self.r, self.e, self.fresh = idioms.s, idioms.r, idioms.e, idioms.s.fresh
        self.any_name = idioms.name

    def value(self, depth=1):
        return self.e.integer("unsigned", depth)

    def operation(self, g, size, tile):
        """A statement that all threads of the group execute."""
        name, r = self.any_name(), self.r
        ops = [f"{name} += cg::reduce({g}, {self.value(2)}, cg::{r.choice(NUMBERS)}<unsigned>());", f"{name} ^= {g}.shfl((unsigned){name}, ({self.value()}) % {size});",
               f"{name} += {g}.any({self.e.condition(1)}) * 3u + {g}.all({self.e.condition(1)});", f"{name} ^= {g}.ballot({self.e.condition(1)});",
               f"{name} += __popc({g}.match_any(({self.value()}) & {r.choice([1, 3, 7])}u));", f"{name} ^= {g}.thread_rank() * 5u + {size};",
               f"if ({g}.thread_rank() == 0) atomicAdd(&sums[0], {self.value()});",
               f"{name} += (unsigned)cg::reduce({g}, (int)({self.value()}), cg::{r.choice(['less', 'greater'])}<int>());",
               f"{name} ^= (unsigned)cg::reduce({g}, (float)(({self.value()}) & 63u), cg::plus<float>());",
               f"{name} += (unsigned)cg::reduce({g}, {self.e.integer('unsigned long long', 1)}, cg::plus<unsigned long long>());"]
        if tile:
            ops += [f"{name} += cg::{r.choice(['inclusive', 'exclusive'])}_scan({g}, {self.value(2)});",
                    f"{name} += cg::inclusive_scan({g}, {self.value()}, cg::{r.choice(['greater', 'less', 'bit_xor'])}<unsigned>());",
                    f"{name} ^= {g}.shfl_{r.choice(['down', 'up'])}((unsigned){name}, {r.randrange(tile)}u);", f"{name} += {g}.shfl_xor((unsigned){name}, {r.randrange(tile)}u);"] * 2
            if self.s.shared:
                ops.append(f"s[tid] = {self.value()};\n{g}.sync();\n{name} += s[tid - {g}.thread_rank() + ({self.value()}) % {size}];\n{g}.sync();")
        return r.choice(ops)

    def parts(self, t, size):
        """Groups of one value within a tile."""
        g = self.fresh("g")
        make = self.r.choice([f"cg::binary_partition({t}, {self.e.condition(2)})", f"cg::labeled_partition({t}, ({self.value(2)}) & {self.r.choice([1, 3, 7])}u)"])
        return f"{{ const auto {g} = {make};\n  {self.operation(g, f'{g}.size()', 0)}\n  {self.operation(g, f'{g}.size()', 0)} }}"

    def tile(self):
        r, size = self.r, self.r.choice([2, 4, 8, 8, 16, 16, 32])
        t, k, n = self.fresh("t"), self.fresh("k"), self.fresh("n")
        op = lambda: self.operation(t, f"{size}u", size)
        choice = r.randrange(6)
        if choice == 0:
            body = f"if ({t}.meta_group_rank() % {r.choice([2, 3])}u == 0) {{\n  {op()}\n}} else {{\n  {op()}\n  {op()}\n}}"
        elif choice == 1:  # each tile has a count of its own
            leave = r.choice(["", f"if ({t}.{r.choice(['any', 'all'])}({self.e.condition(1)})) break;\n  ", f"if ({t}.any({self.e.condition(1)})) continue;\n  "])
            body = f"const unsigned {n} = {t}.shfl({self.value(2)}, {r.randrange(size)}) & 3u;\nfor (unsigned {k} = 0; {k} < {n}; ++{k}) {{\n  {op()}\n  {leave}{op()}\n}}"
        elif choice == 2:
            body = f"if ({t}.any({self.e.condition(2)})) {{\n  {op()}\n  {self.parts(t, size)}\n}}"
        elif choice == 3:
            body = self.parts(t, size)
        else:
            body = f"{op()}\n{op()}"
        return Node(f"if (threads % {size}u == 0) {{\nconst auto {t} = cg::tiled_partition<{size}>(cg::this_thread_block());\n{body}\n}}")

    def whoever_is_here(self):
        """One addition for the lanes of a branch; numbers from one counter, of which only the sum counts."""
        g, first, r = self.fresh("g"), self.fresh("first"), self.r
        loop = r.choice(["", "", f"for (unsigned {g}_k = 0; {g}_k < (({self.value()}) & 3u); ++{g}_k) "])
        body = r.choice([f"if ({g}.thread_rank() == 0) atomicAdd(&sums[0], {g}.size());",
                         f"const unsigned {first} = cg::reduce({g}, {self.value()}, cg::plus<unsigned>());\n  if ({g}.thread_rank() == 0) atomicAdd(&sums[0], {first});",
                         f"unsigned {first} = 0;\n  if ({g}.thread_rank() == {g}.size() - 1u) {first} = atomicAdd(&sums[14], {g}.size());\n"
                         f"  {first} = {g}.shfl({first}, {g}.size() - 1u);\n  atomicAdd(&sums[15], ({first} + {g}.thread_rank()) * 3u + 1u);"])
        return Node(f"if ({self.e.condition(2)}) {loop}{{\n  const auto {g} = cg::coalesced_threads();\n  {body}\n}}")

    def block(self):
        """All threads of the block come here."""
        name = self.any_name()
        return Node(f"{{ const auto b = cg::this_thread_block();\n  ua[b.thread_rank()] = {self.value(2)};\n  {self.r.choice(['b.sync()', 'cg::sync(b)'])};\n"
                    f"  {name} += ua[({self.value()}) % (unsigned)b.size()] + b.group_index().x;\n  b.sync(); }}")
