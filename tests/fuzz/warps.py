# SPDX-License-Identifier: Apache-2.0
"""Some lanes of a warp together: masks from ballots used in both branches, groups of equal keys, lists of lanes that are
worked off, trees of shuffles, parts of warps, exchanges through shared memory. All lanes of the warp come there."""
from statements import Node


class Warps:
    def __init__(self, idioms):
        self.s, self.r, self.e, self.fresh = idioms.s, idioms.r, idioms.e, idioms.s.fresh
        self.any_name = idioms.name

    def among(self, m):
        """One operation of the lanes in the mask that the variable m holds."""
        name, value = self.any_name(), self.e.integer("unsigned", 1)
        c = self.fresh("c")
        ops = [f"{name} += __reduce_{self.r.choice(['add', 'and', 'or', 'xor', 'max', 'min'])}_sync({m}, {value});",
               f"{name} ^= __shfl_sync({m}, {name}, __ffs({m}) - 1);", f"{name} += __popc(__match_any_sync({m}, ({value}) & 3u));",
               f"{name} ^= __ballot_sync({m}, {self.e.condition(1)}) & ((1u << lane) - 1u);", f"{name} += __all_sync({m}, {self.e.condition(1)});",
               f"{{ const bool {c} = {self.e.condition(1)};\n  const unsigned {m}_in = __ballot_sync({m}, {c});\n  if ({c}) {name} ^= __reduce_max_sync({m}_in, {value}); }}"]
        if self.s.shared:
            ops.append(f"s[tid] = {value};\n__syncwarp({m});\n{name} += s[tid - lane + __ffs({m}) - 1u];\n__syncwarp({m});")
        return self.r.choice(ops)

    def both_branches(self):
        c, m, k = self.fresh("c"), self.fresh("m"), self.fresh("k")
        loop = self.r.choice(["", "", f"for (unsigned {k} = 0; {k} < {self.r.choice(['2u', '(p0 & 3u)'])}; ++{k}) "])
        other = f" else {{\n  const unsigned {m}_not = mask & ~{m};\n  {self.among(m + '_not')}\n}}" if self.r.random() < 0.6 else ""
        return Node(f"{{ const bool {c} = {self.e.condition(2)};\nconst unsigned {m} = __ballot_sync(mask, {c});\n"
                    f"if ({c}) {loop}{{\n  {self.among(m)}\n  {self.among(m)}\n}}{other} }}")

    def same_keys(self):
        key, m = self.fresh("key"), self.fresh("m")
        return Node(f"{{ const unsigned {key} = ({self.e.integer('unsigned', 2)}) & {self.r.choice([1, 3, 7, 31])}u;\n"
                    f"const unsigned {m} = __match_any_sync(mask, {key});\nif (__ffs({m}) - 1 == (int)lane) atomicAdd(&sums[0], __popc({m}) * ({key} + 1u));\n"
                    f"{self.any_name()} += __popc({m} & ((1u << lane) - 1u)); }}")

    def lane_list(self):
        """As long as lanes are left, those with the first one's key."""
        key, left, first, same = (self.fresh(p) for p in ("key", "left", "first", "same"))
        return Node(f"{{ const unsigned {key} = ({self.e.integer('unsigned', 2)}) & {self.r.choice([1, 3, 15])}u;\n"
                    f"for (unsigned {left} = mask; {left} != 0;) {{\n  const unsigned {first} = __shfl_sync(mask, {key}, __ffs({left}) - 1);\n"
                    f"  const unsigned {same} = __ballot_sync(mask, {key} == {first});\n  {left} &= ~{same};\n"
                    f"  if ({key} == {first}) {self.any_name()} += __popc({same}) + {self.e.integer('unsigned', 1)};\n}} }}")

    def tree(self):
        name, d, op = self.any_name(), self.fresh("d"), self.r.choice(["+=", "^="])
        width = self.r.choice([4, 8, 16, 32])
        how = self.r.choice([f"shfl_xor(mask, {name}, {d})", f"shfl_down(mask, {name}, {d})", f"shfl_down_part(mask, {name}, {d}, {width})"])
        return Node(f"for (unsigned {d} = {width // 2}u; {d} > 0; {d} /= 2u) {name} {op} {how};\n"
                    f"{name} ^= shfl_part(mask, {name}, {self.e.integer('unsigned', 1)}, {width});")

    def through_memory(self):
        if not self.s.shared:
            return self.tree()
        name = self.any_name()
        return Node(f"s[tid] = {self.e.integer('unsigned', 2)};\n__syncwarp(mask);\n"
                    f"{name} += s[tid - lane + (lane + {self.r.randrange(1, 32)}u) % __popc(mask)];\n__syncwarp(mask);")
