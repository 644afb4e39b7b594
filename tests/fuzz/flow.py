# SPDX-License-Identifier: Apache-2.0
"""Control flow in words of its own: chains of else-if, loops with two ends and a `return`, cases that fall through in loops,
lambdas, templates with numbers, recursion with arrays, counters of 64 bits."""
from expressions import Expressions
from statements import Node, Statements


def body(r, names, budget, functions, returned):
    e = Expressions.in_function(r, functions)
    e.scope = [(name, "unsigned") for name in names]
    s = Statements(r, e, in_kernel=False)
    s.assignable, s.returned = list(e.scope), returned
    return lambda: s.block(r.randrange(1, budget), False), e


class FlowTargets:
    """Functions that a kernel calls: NAME_part<N, B>, and NAME_deep, which calls itself and has an array."""

    def __init__(self, r, name, functions):
        self.name = name
        part, e = body(r, ("acc", "a", "b"), 4, functions, "acc + 1u")
        inline = r.choice(["__noinline__ ", "", "__forceinline__ "])
        loop = Node("for (int t = 0; t < N; ++t) {\nroom[t] ^= acc + t;", part(), "acc += room[N - 1 - t];\n}", removable=False)
        ways = Node("if constexpr (B) {", [*part(), Node("} else {", part())], "}")
        self.nodes = [Node(f"template <int N, bool B>\n{inline}__device__ unsigned {name}_part(const unsigned* in, unsigned a, unsigned b) {{\n"
                           "  unsigned acc = a * 5u + N, room[N] = {};", [loop, ways], "  return acc;\n}", removable=False)]
        part, e = body(r, ("acc", "a"), 4, functions, "acc")
        again = f"if (depth > 0 && {e.condition(1)}) room[{r.choice(['depth & 3u', 'acc % 6u', '2'])}] += {name}_deep(in, room[{r.choice(['a & 3u', 'depth', '5'])}], depth - 1u) + depth;"
        self.nodes.append(Node(f"__noinline__ __device__ unsigned {name}_deep(const unsigned* in, unsigned a, unsigned depth) {{\n  unsigned acc = a + depth, room[6];\n"
                               "  for (unsigned j = 0; j < 6u; ++j) room[j] = in[(a + j) & 1023u];", [*part(), Node(again, removable=False)],
                               "  return acc + room[a % 6u] * 3u + room[depth & 3u];\n}", removable=False))


class Flow:
    def __init__(self, idioms, targets):
        self.s, self.r, self.e, self.fresh = idioms.s, idioms.r, idioms.e, idioms.s.fresh
        self.name, self.any_name = targets.name, idioms.name

    def part(self, budget=1, in_loop=False):
        self.s.loops += 1
        nodes = self.s.block(budget, False, in_loop)
        self.s.loops -= 1
        return nodes

    def else_ifs(self):
        x, r = self.fresh("x"), self.r
        value = self.e.integer("unsigned", 2)
        count, step = r.randrange(3, 8), r.choice([1, 3, 5])
        test = r.choice(["{0} % 29u < {1}u", "({0} & 15u) == {1}u", "({0} >> 3 & 15u) <= {1}u"])
        arms = []
        for k in range(count):
            condition = test.format(x, (k + 1) * step) if r.random() < 0.8 else self.e.condition(1)
            arms.append(Node(f"{'} else ' if k else ''}if ({condition}) {{", self.part(), removable=False))
        if r.random() < 0.6:
            arms.append(Node("} else {", self.part(), removable=False))
        return Node(f"{{ const unsigned {x} = {value};", arms, "}\n}")

    def two_ends(self):
        """Two ends of a loop go to two places, a third one leaves the function."""
        k, out, r = self.fresh("k"), self.fresh("ends"), self.r
        done = f"out[gid * 4u + 1u] += {k}; return;" if self.s.in_kernel else f"return {self.s.returned};"
        leaves = r.random() < (0.1 if self.s.stays() else 0.6)
        if self.s.in_kernel and leaves:
            self.s.complete = False
        end = lambda what: Node(f"if ({self.e.condition(1)}) {{ {what} }}")
        ends = [end("break;"), end(f"goto {out};"), *([end(done)] if leaves else [])]
        r.shuffle(ends)
        self.e.scope.append((k, "unsigned"))
        nodes = [node for one in ends for node in (one, *self.part(1, True))]
        self.e.scope.remove((k, "unsigned"))
        after = self.s.rounds_of(k)
        return Node(f"{{ unsigned {k} = 0;\nfor (; {k} < {r.choice(['6u', '(p0 & 7u)', f'(({self.e.index()}) & 7u)'])}; ++{k}) {{", nodes,
                    f"}}\n{self.any_name()} += 7u;\n{after}\n{out}:;\n{self.any_name()} ^= {k};\n}}")

    def falling_cases(self):
        """A loop of cases that fall through, end the switch, the round, the loop."""
        k, out, r = self.fresh("k"), self.fresh("cases"), self.r
        ends = ["", "", "break;", f"if ({self.e.condition(1)}) continue;", f"if ({self.e.condition(1)}) goto {out};", f"if ({self.e.condition(1)}) break;"]
        cases = []
        self.s.loops += 1
        for label in r.sample(range(8), r.randrange(3, 7)):
            head = "default:" if label == 7 else f"case {label}:"
            cases.append(Node(f"{head} {{", self.s.block(1, False, False), f"}}\n{r.choice(ends)}"))
        self.s.loops -= 1
        value = r.choice([f"({self.e.integer('unsigned', 1)} + {k}) & 7u", f"(lane + {k}) % 9u", f"in[(gid + {k}) & 1023u] & 7u"])
        return Node(f"for (unsigned {k} = 0; {k} < {r.choice(['4u', '7u', '(p0 & 7u)'])}; ++{k}) {{\nswitch ({value}) {{", cases, f"}}\n{self.any_name()} += {k};\n}}\n{out}:;")

    def nested_ends(self):
        """Three loops, each left and gone round from any depth."""
        a, b, c, out = (self.fresh(p) for p in ("a", "b", "c", "nests"))
        leave = lambda: Node(f"if ({self.e.condition(1)}) {self.r.choice(['break;', 'continue;', 'break;', f'goto {out};'])}")
        self.s.loops += 2
        part = lambda: self.s.block(1, False, True)
        inner = Node(f"for (unsigned {c} = 0; {c} < {self.r.choice(['3u', '(lane & 3u)'])}; ++{c}) {{", [leave(), *part()], f"{self.any_name()} += {c};\n}}")
        middle = Node(f"for (unsigned {b} = {self.r.choice(['0', 'lane & 1u'])}; {b} < 4u; ++{b}) {{", [*part(), inner, leave()], f"{self.any_name()} ^= {b};\n}}")
        node = Node(f"for (unsigned {a} = 0; {a} < {self.r.choice(['2u', '(p0 & 3u)', '((gid >> 1) & 3u)'])}; ++{a}) {{", [leave(), middle, leave()], f"}}\n{out}:;")
        self.s.loops -= 2
        return node

    def lambda_twice(self):
        """A function of the place, which sees the thread's variables, from two places."""
        f, a, b, r, s = self.fresh("fun"), self.fresh("a"), self.fresh("b"), self.r, self.s
        kept = s.in_kernel, s.returned
        s.in_kernel, s.returned = False, f"{a} * 3u"
        self.e.scope += [(a, "unsigned"), (b, "unsigned")]
        nodes = self.part(2)
        value = self.e.integer("unsigned", 1)
        del self.e.scope[-2:]
        s.in_kernel, s.returned = kept
        call = lambda: r.choice([f"{f}({self.e.integer('unsigned', 1)}, {self.e.integer('unsigned', 1)})", f"times<{r.randrange(1, 4)}>({f}, {self.e.integer('unsigned', 1)})"])
        use = r.choice([f"if ({self.e.condition(1)}) {self.any_name()} += {call()}; else {self.any_name()} ^= {call()};", f"{self.any_name()} += {call()};"])
        return Node(f"{{ const auto {f} = [&](unsigned {a}, unsigned {b}) -> unsigned {{", nodes, f"return {value} + {a};\n}};\n{use} }}")

    def template_part(self):
        call = lambda: f"{self.name}_part<{self.r.randrange(1, 6)}, {self.r.choice(['true', 'false'])}>(in, {self.e.integer('unsigned', 1)}, {self.e.integer('unsigned', 1)})"
        return self.r.choice([Node(f"{self.any_name()} += {call()};"), Node(f"if ({self.e.condition(1)}) {self.any_name()} ^= {call()};\nelse {self.any_name()} += {call()};")])

    def deep(self):
        guard = self.r.choice(["", f"if ({self.e.condition(1)}) "])
        return Node(f"{guard}{self.any_name()} += {self.name}_deep(in, {self.e.integer('unsigned', 1)}, ({self.e.integer('unsigned', 1)}) & 3u);")

    def long_counter(self):
        """Places of the thread's own by a counter of 64 bits."""
        i, r = self.fresh("i"), self.r
        kind = r.choice(["long long", "unsigned long long"])
        body = r.choice([f"far[{i}] += in[({i} * 3) & 1023] + {self.e.integer('unsigned', 1)};", f"if (in[{i} & 1023] & 1u) {self.any_name()} ^= (unsigned)({i} >> 1);",
                         f"{self.any_name()} += in[(unsigned)({i} / {r.choice([3, 7, 32])}) & 1023u] ^ (unsigned)({i} % {r.choice([5, 10, 33])});"])
        return Node(f"for ({kind} {i} = ({kind})blockIdx.x * threads + tid; {i} < ({kind}){r.choice([700, 1024])}; {i} += ({kind})threads * gridDim.x) {{ {body} }}")
