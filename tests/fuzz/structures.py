# SPDX-License-Identifier: Apache-2.0
"""Structures of random fields: by value into functions and out of them, in arrays of a thread that are indexed at run
time, loaded and stored as a whole and in parts; unions; vectors (uint4 and its like) under masks.

`own` holds a structure a thread, `quads` 16 bytes a thread: nobody writes to another's.
"""
from expressions import FLOATING, Expressions
from statements import Node, Statements

SLOTS = ["unsigned", "int", "short", "unsigned char", "signed char", "unsigned short", "long long", "float", "double", "bits", "array"]


class Structure:
    """The declaration of one, and functions that take it by value and give it."""

    def __init__(self, r, name, functions):
        self.r, self.name, self.functions = r, name, []
        self.fields, lines = [], []  # (name, type), what stands in the structure: 32 bytes at most
        kinds = [*SLOTS, "__half", "__half"] if "halves" in r.families else SLOTS
        slots = ["float"] * self.r.choice([3, 4]) if self.r.random() < 0.3 else [self.r.choice(kinds) for _ in range(self.r.randrange(1, 5))]
        for k, slot in enumerate(slots):
            if slot == "bits":
                for part, (kind, bits) in enumerate([("unsigned", self.r.randrange(1, 12)), ("int", self.r.randrange(2, 12)), ("unsigned", 8)]):
                    lines.append(f"{kind} f{k}_{part} : {bits};")
                    self.fields.append((f"f{k}_{part}", kind))
            elif slot == "array":
                kind, size = self.r.choice([("unsigned char", 4), ("short", 2), ("unsigned", 2)])
                lines.append(f"{kind} f{k}[{size}];")
                self.fields += [(f"f{k}[{at}]", kind) for at in range(size)]
            else:
                lines.append(f"{slot} f{k};")
                self.fields.append((f"f{k}", slot))
        self.nodes = [Node(f"struct {name} {{ {' '.join(lines)} }};\nstatic_assert(sizeof({name}) <= 32, \"\");", removable=False)]
        self.nodes += [self.function(functions) for _ in range(r.randrange(3))]

    def function(self, functions):
        name = f"{self.name}_mix{len(self.functions)}"
        e = Expressions.in_function(self.r, functions)
        e.scope = [("b", "unsigned"), *((f"a.{n}", t) for n, t in self.fields)]
        s = Statements(self.r, e, in_kernel=False)
        s.assignable, s.returned = e.scope[1:], "a"
        nodes = s.block(self.r.randrange(1, 5), False)
        inline = self.r.choice(["__noinline__ ", "", "__forceinline__ "])
        self.functions.append(name)
        return Node(f"{inline}__device__ {self.name} {name}(const unsigned* in, {self.name} a, unsigned b) {{", nodes, "  return a;\n}", removable=False)

class StructureUse:
    def __init__(self, idioms, structure):
        self.s, self.r, self.e, self.fresh = idioms.s, idioms.r, idioms.e, idioms.s.fresh
        self.name, self.fields, self.functions = structure.name, structure.fields, structure.functions
        self.any_name = idioms.name

    def locals(self):
        """The structure `w` of the thread, whose fields are variables, and the array `list`."""
        for n, t in self.fields:
            self.e.scope.append((f"w.{n}", t))
            self.s.assignable.append((f"w.{n}", t))
        return f"{self.name} w = ((const {self.name}*)in)[tid & 255u], list[4] = {{}};"

    def digest(self):
        mine = f"(({self.name}*)own)[gid]"
        return "".join(f"fold(digest, w.{n});\nfold(digest, list[digest & 3u].{n});\nfold(digest, {mine}.{n});\n" for n, _ in self.fields)

    # --- statements

    def guard(self):
        return self.r.choice(["", f"if ({self.e.condition(1)}) "])

    def value(self, kind):
        value = self.e.of(kind, 1)
        return f"clean({value})" if kind in FLOATING else value

    def of_input(self):
        return Node(f"{self.guard()}w = ((const {self.name}*)in)[({self.e.integer('unsigned', 1)}) & 255u];")

    def of_own(self):
        mine = f"(({self.name}*)own)[gid]"
        field, kind = self.r.choice(self.fields)
        return self.r.choice([Node(f"{self.guard()}{mine} = w;"), Node(f"{self.guard()}w = {mine};"),
                              Node(f"{self.guard()}{{ {mine}.{field} = {self.value(kind)}; w.{field} = {mine}.{self.same_kind(kind)}; }}")])

    def same_kind(self, kind):
        return self.r.choice([n for n, t in self.fields if t == kind])

    def mixed(self):
        if not self.functions:
            return self.of_own()
        return Node(f"{self.guard()}w = {self.r.choice(self.functions)}(in, {self.r.choice(['w', 'w', 'list[lane & 3u]'])}, {self.e.integer('unsigned', 1)});")

    def listed(self):
        at = f"list[({self.e.integer('unsigned', 1)}) & 3u]"
        field, kind = self.r.choice(self.fields)
        return self.r.choice([Node(f"{self.guard()}{at} = w;"), Node(f"{self.guard()}w = {at};"),
                              Node(f"{self.guard()}{at}.{field} = {self.value(kind)};")])

    def union(self):
        u = self.fresh("u")
        parts = ["w[({}) & 1u]", "b[({}) & 7u]", "h[({}) & 3u]"]
        at = lambda: f"{u}.{self.r.choice(parts).format(self.e.integer('unsigned', 1))}"
        return Node(f"{{ union {{ unsigned long long l; unsigned w[2]; unsigned char b[8]; short h[4]; }} {u};\n  {u}.l = {self.e.integer('unsigned long long', 1)};\n"
                    f"  {self.guard()}{at()} = {self.e.integer('unsigned', 1)};\n  {self.any_name()} += (unsigned){at()} ^ (unsigned)({u}.l >> 20); }}")

    def vectors_of_input(self):
        kind, last, parts = self.r.choice([("uint2", 1023, "xy"), ("uint4", 511, "xyzw"), ("uchar4", 1023, "xyzw"), ("short2", 1023, "xy")])
        q = self.fresh("q")
        sum_ = " ^ ".join(f"(unsigned){q}.{part} * {k + 1}u" for k, part in enumerate(parts) if k == 0 or self.r.random() < 0.7)
        return Node(f"{self.guard()}{{ const {kind} {q} = ((const {kind}*)in)[({self.e.integer('unsigned', 1)}) & {last}u]; {self.any_name()} += {sum_}; }}")

    def vectors_of_own(self):
        kind, part_kind, parts = self.r.choice([("uint4", "unsigned", "xyzw"), ("float4", "float", "xyzw"), ("ulonglong2", "unsigned long long", "xy"),
                                                ("float3", "float", "xyz")])
        q, place = self.fresh("q"), f"(({kind}*)quads)[gid]" if kind != "float3" else "*(float3*)(quads + gid * 4u)"
        one, two = self.r.choice(parts), self.r.choice(parts)
        result = f"{q}.{two}" if kind[0] == "u" else f"__float_as_uint(clean({q}.{two}))"
        return Node(f"{self.guard()}{{ {kind} {q} = {place}; {q}.{one} = {self.value(part_kind)}; {self.guard()}{place} = {q}; {self.any_name()} ^= (unsigned)({result}); }}")
