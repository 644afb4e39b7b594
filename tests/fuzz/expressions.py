# SPDX-License-Identifier: Apache-2.0
"""Random expressions of CUDA C++ with defined behaviour and results that are exact on any machine.

Signed arithmetic wraps through unsigned, shifts are masked, divisors guarded, floating point uses
only correctly rounded intrinsics that are never contracted, NaN is stored in one form.
"""
import random

from half_values import MAKE as HALVES, half_value
from intrinsics import floating_call, integer_call

INTEGERS = {
    "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16,
    "int": 32, "unsigned": 32, "long long": 64, "unsigned long long": 64,
}
FLOATS = {"float": "f", "double": "d"}
FLOATING = {*FLOATS, *HALVES}  # what may be NaN
TYPES = [*INTEGERS, *FLOATS, "bool", *HALVES]
WEIGHTS = [1, 1, 1, 1, 5, 7, 2, 2, 4, 2, 2, 0, 0]


class Dice(random.Random):
    """The random numbers of a kernel, and what it is about: each has some families of constructs often, others never."""

    def __init__(self, seed, families=()):
        super().__init__(seed)
        self.families = families
        self.weights = WEIGHTS if "halves" not in families else [*WEIGHTS[:-2], 5, 4]


def any_type(dice):
    return dice.choices(TYPES, dice.weights)[0]


class Expressions:
    """Expressions over `scope`, a list of (name, type) that the statements keep up to date."""

    def __init__(self, random, functions):
        self.random = random
        self.functions = functions  # (name, result type, argument types)
        self.scope = []
        self.arrays = []  # (name, element type, size, a power of two)
        self.uniform_names = ["p0", "p1", "blockIdx.x", "blockDim.x", "gridDim.x"]

    @classmethod
    def in_function(cls, random, functions):
        """Of what functions that are called know."""
        e = cls(random, functions)
        e.uniform_names = ["blockIdx.x", "blockDim.x", "7u"]
        e.index = lambda: random.choice(["threadIdx.x", "threadIdx.y", "(threadIdx.x * 3u)", "5u"])
        e.load = lambda depth: f"in[({e.integer('unsigned', depth - 1)}) & 1023u]"
        return e

    def of(self, kind, depth=3):
        if kind == "bool":
            return self.condition(depth)
        if kind in FLOATS:
            return self.floating(kind, depth)
        if kind in HALVES:
            return half_value(self, kind, depth)
        return self.integer(kind, depth)

    def variable(self, kind):
        names = [n for n, t in self.scope if t == kind]
        if names and self.random.random() < 0.9:
            return self.random.choice(names)
        if self.scope:
            name, other = self.random.choice(self.scope)
            return self.convert(name, other, kind)
        return self.convert(self.index(), "unsigned", kind)

    def convert(self, text, source, target):
        if source == target:
            return text
        if source in HALVES:
            text, source = f"(float)({text})", "float"
        if target in HALVES:
            number = f"float_of((long long)({text}))" if source in INTEGERS else f"(float)({text})"
            return f"{HALVES[target]}({number})"
        if source in FLOATS and target in INTEGERS:
            return f"({target})to_int({text})"
        if target == "bool":
            return f"({text} != 0)"
        return f"({target})({text})"

    def index(self):
        """A 32-bit value with a structure that a shape analysis may recognise."""
        r = self.random
        x, y, z = "threadIdx.x", "threadIdx.y", "threadIdx.z"
        base = r.choice([x, x, x, y, z, "tid", "tid", "gid", "lane", f"({x} + {y})", f"({x} * {r.randrange(9)}u + {y})",
                         f"({y} * blockDim.x + {x})", f"({x} + p0)", f"(tid + blockIdx.x)"])
        form = r.choice(["{0}", "{0}", "({0} * {1}u)", "({0} + {1}u)", "({0} / {2}u)", "({0} % {2}u)", "({0} & {1}u)",
                         "({0} ^ {1}u)", "({0} >> {3})", "({0} << {3})", "({1}u - {0})", "(unsigned char)({0} * {1}u)",
                         "((int){0} - (int){1}u)", "max({0}, {1}u)", "min({0}, {1}u)"])
        return form.format(base, r.choice([1, 2, 3, 5, 7, 15, 31, 32, 100, 0xfffffff0]), r.choice([2, 3, 4, 7, 8, 32]),
                           r.randrange(1, 6))

    def uniform(self):
        r = self.random
        a = r.choice(self.uniform_names)
        return r.choice([a, f"({a} * {r.randrange(9)}u)", f"({a} + {r.choice(self.uniform_names)})", f"in[{a} & 63u]",
                         str(r.randrange(20)) + "u"])

    def load(self, depth):
        r = self.random
        at = r.choice([self.index, self.uniform, lambda: self.integer("unsigned", depth - 1)])()
        choice = r.random()
        if choice < 0.25:
            return f"in[gid + {r.randrange(60)}u]"
        if choice < 0.35:
            return f"bytes[(unsigned)({at}) & 4095u]"
        if choice < 0.45:
            return f"halves[(unsigned)({at}) & 2047u]"
        if choice < 0.5:
            return f"(unsigned)wides[(unsigned)({at}) & 511u]"
        if choice < 0.53:
            return f"tex1Dfetch<unsigned>(texels, (int)({at}) % 1100)"  # 0 beyond its 1,024
        if choice < 0.56:
            return f"((const unsigned char*)constants)[(unsigned)({at}) & 255u]"
        if choice < 0.62:
            return f"constants[(unsigned)({at}) & 63u]"
        return f"in[(unsigned)({at}) & 1023u]"

    def leaf(self, kind):
        r = self.random
        choice = r.random()
        if choice < 0.55:
            return self.variable(kind)
        if choice < 0.7:
            return f"({kind})({self.index()})"
        if choice < 0.78:
            return f"({kind})({self.uniform()})"
        value = r.choice([0, 1, 2, 3, 7, 8, 31, 100, 255, 0x7fffffff, 0x80000000, 0xffffffff, r.randrange(1 << 32)])
        return f"({kind}){value}u"

    def integer(self, kind, depth):
        r = self.random
        if depth <= 0:
            return self.leaf(kind)
        d = depth - 1
        bits = INTEGERS[kind]
        wide = "unsigned long long" if bits == 64 else "unsigned"
        choice = r.randrange(23)
        if choice >= 22:
            return integer_call(self, kind, d)
        if choice < 7:
            op = r.choice(["+", "-", "*", "&", "|", "^", "+", "^"])
            return f"({kind})(({wide})({self.integer(kind, d)}) {op} ({wide})({self.integer(kind, d)}))"
        if choice < 9:
            op = r.choice(["<<", ">>"])
            value = self.integer(kind, d)
            value = f"({wide})({value})" if op == "<<" else value
            return f"({kind})(({value}) {op} (({self.integer('unsigned', d)}) & {bits - 1}u))"
        if choice < 10:
            name = r.choice(["divide", "modulo"])
            return f"{name}<{kind}>({self.integer(kind, d)}, {self.integer(kind, d)})"
        if choice < 11:
            return f"({kind})(({self.integer(kind, d)}) {r.choice('/%')} {r.choice([2, 3, 7, 10, 16, 100])})"
        if choice < 13:
            return f"({kind})({self.load(d)})"
        if choice < 14:
            other = any_type(r)
            return self.convert(self.of(other, d), other, kind)
        if choice < 16:
            return f"({self.condition(d)} ? {self.integer(kind, d)} : {self.integer(kind, d)})"
        if choice < 17 and bits >= 32:
            return f"({kind}){r.choice(['__popc', '__clz', '__brev', '__ffs'])}((unsigned)({self.integer(kind, d)}))"
        if choice < 18:
            return f"{r.choice(['least', 'most'])}<{kind}>({self.integer(kind, d)}, {self.integer(kind, d)})"
        if choice < 19 and self.arrays:
            name, element, size = r.choice(self.arrays)
            text = f"{name}[({self.integer('unsigned', d)}) & {size - 1}u]"
            return self.convert(text, element, kind)
        if choice < 20 and self.functions:
            return self.call(kind, d)
        return self.leaf(kind)

    def call(self, kind, depth):
        name, result, arguments = self.random.choice(self.functions)
        text = f"{name}(in, {', '.join(self.of(a, min(depth, 1)) for a in arguments)})"
        return self.convert(text, result, kind)

    def floating(self, kind, depth):
        r = self.random
        f = FLOATS[kind]
        if depth <= 0 or r.random() < 0.2:
            if r.random() < 0.6:
                return self.variable(kind)
            return r.choice([f"({kind})({self.index()})", f"({kind}){r.randrange(-50, 50) * 0.25}"])
        d = depth - 1
        one, two = self.floating(kind, d), self.floating(kind, d)
        choice = r.randrange(11)
        if "halves" in r.families and r.random() < 0.1:
            half = r.choice(list(HALVES))
            return self.convert(half_value(self, half, d), half, kind)
        if choice >= 10:
            return floating_call(self, kind, d)
        if choice < 4:
            return f"__{f}{r.choice(['add', 'mul', 'sub'])}_rn({one}, {two})"
        if choice < 5:
            return f"__{f}div_rn({one}, {two})"
        if choice < 6:
            return f"__{f}sqrt_rn({'fabsf' if f == 'f' else 'fabs'}({one}))"
        if choice < 7:
            return f"{'fmaf' if f == 'f' else 'fma'}({one}, {two}, {self.floating(kind, d)})"
        if choice < 8:
            return f"({self.condition(d)} ? {one} : {two})"
        if choice < 9:
            return f"({kind})({self.integer(r.choice(list(INTEGERS)), d)})"
        return f"({kind})(int)(({self.load(d)}) & 0xffffu)"

    def condition(self, depth):
        r = self.random
        if depth <= 0:
            name = self.variable("unsigned")
            return r.choice([f"(({name}) & {1 << r.randrange(8)}u)", f"(({self.index()}) < {r.randrange(40)}u)"])
        d = depth - 1
        choice = r.randrange(10)
        if choice < 6:
            kind = any_type(r)
            kind = "int" if kind == "bool" else kind
            op = r.choice(["<", "<=", ">", ">=", "==", "!="])
            return f"({self.of(kind, d)} {op} {self.of(kind, d)})"
        if choice < 8:
            return f"({self.condition(d)} {r.choice(['&&', '||', '^'])} {self.condition(d)})"
        if choice < 9:
            return f"(!{self.condition(d)})"
        return f"({self.uniform()} % {r.randrange(2, 5)}u == 0)"
