# SPDX-License-Identifier: Apache-2.0
"""Calls in places where they decide something: functions with side effects in conditions, functions behind pointers;
and jumps forward to one label out of branches and loops."""
from expressions import Expressions
from statements import Node, Statements


def small_function(r, head, names, functions):
    """A function with `acc`; the names after the first can be assigned."""
    e = Expressions.in_function(r, functions)
    e.scope = [(name, "unsigned") for name in ("acc", *names)]
    s = Statements(r, e, in_kernel=False)
    s.assignable, s.returned = list(e.scope), "acc + 1u"
    return Node(f"{head} {{\n  unsigned acc = {names[0]} * 5u + 1u;", s.block(r.randrange(1, 5), False), "  return acc;\n}", removable=False)


class CallTargets:
    """The declarations: NAME_step, which changes its argument, and, of some kernels, the table NAME_ways."""

    def __init__(self, r, name, functions):
        self.name, self.pointers = name, r.random() < 0.25
        inline = r.choice(["__noinline__ ", "", "__forceinline__ "])
        self.nodes = [small_function(r, f"{inline}__device__ unsigned {name}_step(const unsigned* in, unsigned& state, unsigned n)", ("state", "n"), functions)]
        if self.pointers:
            for k in range(3):
                self.nodes.append(small_function(r, f"__device__ unsigned {name}_way{k}(const unsigned* in, unsigned a, unsigned b)", ("a", "b"), []))
            ways = ", ".join(f"{name}_way{r.randrange(3)}" for _ in range(4))
            self.nodes.append(Node(f"__device__ unsigned (*const {name}_ways[4])(const unsigned*, unsigned, unsigned) = {{{ways}}};", removable=False))


class Calls:
    def __init__(self, idioms, targets):
        self.s, self.r, self.e, self.fresh = idioms.s, idioms.r, idioms.e, idioms.s.fresh
        self.name, self.pointers, self.any_name = targets.name, targets.pointers, idioms.name

    def deciding(self, state):
        """A condition whose parts change the variable, in C++'s order."""
        step = lambda: f"({self.name}_step(in, {state}, {self.e.integer('unsigned', 1)}) & {1 << self.r.randrange(4)}u)"
        return self.r.choice([f"{step()} != 0", f"{self.e.condition(1)} && {step()}", f"{step()} || in[{state} & 1023u] > {state}",
                              f"({step()} && {self.e.condition(1)}) || {step()}", f"!{step()} && {step()}"])

    def step_in_branch(self):
        state = self.fresh("state")
        return Node(f"{{ unsigned {state} = {self.e.integer('unsigned', 1)};\n  if ({self.deciding(state)}) {self.any_name()} += {state};\n"
                    f"  else {self.any_name()} ^= {self.deciding(state)} ? {state} * 3u : {state};\n  {self.any_name()} -= {state}; }}")

    def step_in_loop(self):
        state, k, name = self.fresh("state"), self.fresh("k"), self.any_name()
        end = self.deciding(state)
        body = self.r.choice([f"{name} += {state};", f"if ({self.e.condition(1)}) continue; {name} ^= {state};", f"if ({self.deciding(state)}) break; {name} += {k};"])
        loop = self.r.choice([f"do {{ {body} }} while (++{k} < 6u && ({end}));", f"while (++{k} < 6u && ({end})) {{ {body} }}",
                              f"for (; {k} < 5u && ({end}); ++{k}) {{ {body} }}"])
        return Node(f"{{ unsigned {state} = {self.e.integer('unsigned', 1)}, {k} = 0;\n{loop}\n{name} += {state} * 7u; }}")

    def behind_pointer(self):
        if not self.pointers:
            return self.step_in_branch()
        guard = self.r.choice(["", f"if ({self.e.condition(1)}) "])
        which = self.r.choice([self.e.integer("unsigned", 1), self.e.uniform(), "lane", "tid / 32u"])
        return Node(f"{guard}{self.any_name()} += {self.name}_ways[({which}) & 3u](in, {self.e.integer('unsigned', 1)}, {self.e.integer('unsigned', 1)});")

    def forward_jumps(self):
        """Several ways to one place behind, some from within a loop."""
        out, k = self.fresh("out"), self.fresh("k")
        part = lambda: self.s.block(1, False, False)
        self.s.loops += 2
        jump = lambda: Node(f"if ({self.e.condition(1)}) goto {out};")
        loop = Node(f"for (unsigned {k} = 0; {k} < {self.r.choice(['3u', '(lane & 3u)'])}; ++{k}) {{", [Node("", part()), jump(), Node("", part())], "}")
        inner = [Node("", part()), jump(), loop, Node(f"if ({self.e.condition(1)}) {{", [Node("", part()), jump()], "}"), Node("", part())]
        self.s.loops -= 2
        return Node("{", inner, f"{out}:;\n}}")
