# SPDX-License-Identifier: Apache-2.0
"""16-bit floats alone and in pairs: trees of operations on both halves of a word, sums that a loop carries, rows of words."""
from half_values import BITS, MAKE, PAIR, half_condition, half_value
from statements import Node


class Halves:
    def __init__(self, idioms):
        self.s, self.r, self.e, self.fresh = idioms.s, idioms.r, idioms.e, idioms.s.fresh
        self.any_name = idioms.name

    def kind(self):
        return self.r.choice(["__half", "__half", "__nv_bfloat16"])

    def guard(self):
        return self.r.choice(["", f"if ({self.e.condition(1)}) "])

    def pair(self, kind, depth, names):
        """A pair: variables, constants and words of the input, with bits that are small numbers."""
        r = self.r
        if depth <= 0:
            at = r.choice(["(gid & 1023u)", f"({self.e.integer('unsigned', 1)}) & 1023u", "(tid & 1023u)"])
            word = f"small_pair<{PAIR[kind]}>(in[{at}])"
            constant = f"halves_of({MAKE[kind]}({r.randrange(-8, 8) * 0.25}f), {MAKE[kind]}({r.randrange(-8, 8) * 0.25}f))"
            both = f"halves_of({MAKE[kind]}((float)({r.choice(['p0', '2u', 'threadIdx.y', '(lane & 7u)'])})))"
            return r.choice([*names, *names, word, constant, both])
        one, two = self.pair(kind, depth - 1, names), self.pair(kind, depth - 1, names)
        choice = r.randrange(8)
        if choice < 4:
            return f"__h{r.choice(['add', 'sub', 'mul'])}2_rn({one}, {two})"
        if choice < 6:
            return f"__hfma2({one}, {two}, {self.pair(kind, depth - 1, names)})"
        return r.choice([f"__hmin2({one}, {two})", f"__hmax2({one}, {two})", f"__hneg2({one})", f"__habs2({one})", f"__hgt2({one}, {two})",
                         f"({self.e.condition(1)} ? {one} : {two})", f"__lowhigh2highlow({one})"])

    # Pairs are looked at as a word whose NaN have one form, or kept in the thread's part of `quads`.
    def use(self, kind, q):
        name, bits = self.any_name(), BITS[kind]
        word = f"quads[gid * 4u + {self.r.randrange(2)}u]"
        return self.r.choice([f"{name} ^= bits_of_pair({q});", f"{name} += {bits}(clean({q}.x)) * 3u + {bits}(clean({q}.y));",
                              f"{self.guard()}{word} = bits_of_pair({q});", f"{name} += __hb{self.r.choice(['lt', 'ge', 'eq', 'neu', 'gtu'])}2({q}, {self.pair(kind, 0, [q])});",
                              f"{name} ^= __h{self.r.choice(['lt', 'ge', 'ne', 'equ'])}2_mask({q}, {self.pair(kind, 0, [q])});"])

    def pairs(self):
        kind, q, p = self.kind(), self.fresh("q"), self.fresh("q")
        return Node(f"{{ {PAIR[kind]} {q} = {self.pair(kind, 2, [])}, {p} = {self.pair(kind, 1, [q])};\n"
                    f"  {self.guard()}{q} = {self.pair(kind, 2, [p, q])};\n  {self.use(kind, q)}\n  {self.use(kind, p)} }}")

    def sum_of_pairs(self):
        """A loop carries a pair; some lanes leave it."""
        kind, q, k = self.kind(), self.fresh("q"), self.fresh("k")
        count = self.r.choice(["4u", "(p0 & 7u)", f"(({self.e.integer('unsigned', 1)}) & 7u)"])
        leave = self.r.choice(["", "", f"if ({self.e.condition(1)}) break; ", f"if (__hbgt2({q}, {self.pair(kind, 0, [])})) continue; "])
        step = self.r.choice([f"__hfma2({self.pair(kind, 0, [])}, small_pair<{PAIR[kind]}>(in[(gid + {k} * 32u) & 1023u]), {q})",
                              f"__hadd2_rn({q}, small_pair<{PAIR[kind]}>(in[(tid * 4u + {k}) & 1023u]))", self.pair(kind, 1, [q])])
        return Node(f"{{ {PAIR[kind]} {q} = {self.pair(kind, 0, [])};\n  for (unsigned {k} = 0; {k} < {count}; ++{k}) {{ {leave}{q} = {step}; }}\n  {self.use(kind, q)} }}")

    def rows_of_pairs(self):
        """Two or four words side by side, each a pair, and back to memory."""
        kind, w, q = "__half", self.fresh("w"), self.fresh("q")
        lines = "".join(f"  {PAIR[kind]} {q}{part} = small_pair<{PAIR[kind]}>({w}.{part});\n" for part in "xyzw")
        names = [q + part for part in "xyzw"]
        changes = "".join(f"  {w}.{part} = bits_of_pair({self.pair(kind, 1, names)});\n" for part in "xyzw")
        return Node(f"{{ uint4 {w} = ((const uint4*)in)[(gid + {self.r.randrange(9)}u) & 255u];\n{lines}{changes}  {self.guard()}((uint4*)quads)[gid] = {w};\n"
                    f"  {self.any_name()} += {w}.{self.r.choice('xyzw')}; }}")

    def words_of_pairs(self):
        """Words side by side, the same done to both halves of each; from numbers below 2 nothing becomes infinite."""
        kind, r, a, b = self.kind(), self.r, self.fresh("a"), self.fresh("b")

        def tree(depth):
            if depth == 0:
                return r.choice([a, a, b, b, f"halves_of({MAKE[kind]}({r.choice([0.5, -1.25, 3.0])}f))", f"halves_of({MAKE[kind]}((float)(p0 & 3u)))"])
            one, two = tree(depth - 1), tree(depth - 1)
            return r.choice([f"__h{r.choice(['add', 'sub', 'mul'])}2_rn({one}, {two})", f"__hfma2({one}, {two}, {tree(depth - 1)})"])

        load = lambda: f"small_pair<{PAIR[kind]}>(in[gid + {r.randrange(60)}u])"
        k = self.fresh("k")
        step = r.choice(["", "", f"  for (unsigned {k} = 0; {k} < {r.choice(['2u', '(p0 & 3u)'])}; ++{k}) {a} = __hfma2({b}, small_pair<{PAIR[kind]}>(in[gid + {k}]), {a});\n"])
        return Node(f"{{ {PAIR[kind]} {a} = {load()};\n  const {PAIR[kind]} {b} = {load()};\n{step}  {self.guard()}if (gid < 1024u) far[gid] = raw_bits({tree(r.choice([1, 2, 2]))}); }}")

    def bytes_of_halves(self):
        """Single halves side by side in the thread's words, stored in turn."""
        kind, h = self.kind(), self.fresh("h")
        return Node(f"{{ {kind}* const {h} = ({kind}*)(quads + gid * 4u);\n  {self.guard()}{h}[({self.e.integer('unsigned', 1)}) & 7u] = clean({half_value(self.e, kind, 2)});\n"
                    f"  {h}[{self.r.randrange(8)}] = clean(__hadd_rn({h}[{self.r.randrange(8)}], {half_value(self.e, kind, 1)}));\n  {self.any_name()} ^= {BITS[kind]}(clean({h}[1])); }}")

    def compared(self):
        kind = self.kind()
        return Node(f"if ({half_condition(self.e, kind, 2)}) {self.any_name()} += {self.e.integer('unsigned', 2)};\nelse {self.any_name()} ^= __half2int_{self.r.choice(['rz', 'rn', 'rd', 'ru'])}"
                    f"(clean({half_value(self.e, '__half', 1)}));")

    def added(self):
        """Once on a place of the thread's own, whose old value is used."""
        h, old = self.fresh("h"), self.fresh("old")
        value = f"{MAKE['__half']}({self.r.randrange(-20, 20) * 0.5}f)"
        return Node(f"{{ __half* const {h} = (__half*)(quads + gid * 4u + 3u);\n  *{h} = {MAKE['__half']}(0.25f);\n  {self.guard()}{{ const __half {old} = atomicAdd({h}, {value}); "
                    f"{self.any_name()} += __half_as_ushort({old}); }} }}")

    def shuffled(self):
        """All lanes come here."""
        kind, q = self.kind(), self.fresh("q")
        return Node(f"{{ {PAIR[kind]} {q} = {self.pair(kind, 1, [])};\n  {q} = shfl_xor(mask, {q}, {self.r.choice([1, 2, 8, 16])}u);\n"
                    f"  {q} = __hadd2_rn({q}, shfl_index(mask, {q}, {self.e.integer('unsigned', 1)}));\n  {self.use(kind, q)} }}")
