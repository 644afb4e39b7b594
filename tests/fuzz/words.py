# SPDX-License-Identifier: Apache-2.0
"""PTX under predicates, 16 and 8 bits that many threads change, vectors in shared memory, virtual functions (words.h)."""
from statements import Node


class Words:
    def __init__(self, idioms):
        self.s, self.r, self.e, self.fresh = idioms.s, idioms.r, idioms.e, idioms.s.fresh
        self.any_name = idioms.name

    def value(self, depth=1):
        return self.e.integer("unsigned", depth)

    # --- also in branches

    def guarded(self):
        call = self.r.choice([f"ptx_guarded({self.value()}, {self.value()}, {self.value()})", f"ptx_both({self.value()}, {self.value()}, {self.value()})",
                              f"ptx_loop({self.value()}, {self.value()})"])
        return Node(f"{self.r.choice(['', f'if ({self.e.condition(1)}) '])}{self.any_name()} ^= {call};")

    def guarded_memory(self):
        """A thread's own word."""
        return Node(f"{self.any_name()} += ptx_memory(&out[gid * 4u + {self.r.randrange(2)}u], {self.value()}, {self.value()});")

    def swapped_short(self):
        h, old = self.fresh("h"), self.fresh("old")
        expected = self.r.choice([old, f"({self.e.condition(1)} ? {old} : (unsigned short)({old} + 1u))"])
        return Node(f"{{ unsigned short* const {h} = (unsigned short*)small + gid * 2u + (({self.value()}) & 1u);\n  const unsigned short {old} = *{h};\n"
                    f"  {self.any_name()} += atomicCAS({h}, {expected}, (unsigned short)({self.value()}));\n  {self.any_name()} ^= *{h}; }}")

    def virtual(self):
        """Objects of three classes: one by a condition, or any of a list, also in a loop."""
        a, b, c, all_, k = (self.fresh(p) for p in ("step", "turn", "count", "all", "k"))
        call = lambda at: f"{all_}[{at}]->{self.r.choice(['of', 'of', 'twice'])}({self.value()})"
        use = self.r.choice([f"{self.any_name()} ^= {call(f'({self.value()}) % 3u')};", f"{self.any_name()} += {call(f'{self.e.condition(1)} ? 1 : 2')};",
                             f"for (unsigned {k} = 0; {k} < 3u; ++{k}) {self.any_name()} += {call(f'(({self.value()}) + {k}) % 3u')};",
                             f"if ({self.e.condition(1)}) {self.any_name()} ^= {call('lane % 3u')};"])
        return Node(f"{{ Step {a}({self.value()});\n  Turn {b}({self.value()}, {self.value()});\n  Count {c}({self.value()});\n"
                    f"  const Step* const {all_}[3] = {{&{a}, &{b}, &{c}}};\n  {use}\n  {self.any_name()} += {c}.calls; }}")

    # --- the block together, also where threads have left

    def vectors(self):
        """Stored as vectors of one size, read as those of another."""
        r, kind = self.r, self.r.choice(["uint4", "uint2"])
        fields = 4 if kind == "uint4" else 2
        other, count, part = r.choice([("uint2", 512, "y"), ("uint4", 256, "z"), ("uint4", 256, "x"), ("unsigned short", 2048, ""), ("ulonglong2", 256, "y")])
        at = r.choice([f"({self.value()}) % {count}u", f"tid % {count}u", f"(tid * 5u) % {count}u"])
        read = f"(unsigned)(({other}*)ua)[{at}]{'.' + part if part else ''}"
        guard = r.choice(["", f" && {self.e.condition(1)}"])
        values = ", ".join(self.value() for _ in range(fields))
        return Node(f"if (tid < {1024 // fields}u{guard}) (({kind}*)ua)[tid] = {kind}{{{values}}};\n__syncthreads();\n{self.any_name()} += {read};\n__syncthreads();")

    def narrow_sums(self):
        """Threads add to shorts or bytes that lie in one word."""
        add = self.r.choice([f"add_short((unsigned short*)ub + (({self.value()}) & 3u), {self.value()});", f"add_byte(ub, {self.value()}, {self.value()});"])
        guard = self.r.choice(["", f"if ({self.e.condition(1)}) "])
        return Node(f"{guard}{add}\n__syncthreads();\n{self.any_name()} ^= ub[({self.value()}) & 1u];\n__syncthreads();")
