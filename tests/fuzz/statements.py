# SPDX-License-Identifier: Apache-2.0
"""Random statements: a tree that can be printed with any of its nodes left out (for reduction)."""
import re

from expressions import FLOATING, any_type


class Node:
    """Text before, children, text after; `removable` nodes can be left out as a whole."""

    def __init__(self, before, children=(), after="", removable=True):
        self.before, self.children, self.after, self.removable = before, list(children), after, removable
        self.id = -1

    def number(self, next_id=0):
        self.id = next_id
        next_id += 1
        for child in self.children:
            next_id = child.number(next_id)
        return next_id

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def text(self, removed, indent=1):
        if self.id in removed:
            return ""
        pad = "  " * indent
        out = "".join(pad + line + "\n" for line in self.before.splitlines())
        out += "".join(child.text(removed, indent + 1) for child in self.children)
        return out + "".join(pad + line + "\n" for line in self.after.splitlines())


class Statements:
    """`together`: every thread of the block executes the statement; `complete`: and none has left."""

    def __init__(self, random, expressions, in_kernel):
        self.random, self.e, self.in_kernel = random, expressions, in_kernel
        self.assignable = []
        self.loops = 0
        self.counter = 0
        self.complete = self.all_warps = in_kernel
        self.result = None  # type that `return` gives, in functions
        self.returned = ""  # or its value
        self.idioms = None  # Idioms, in kernels
        self.shared = True  # there are shared memory and barriers

    def fresh(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def block(self, budget, together, in_loop=False):
        nodes, spent = [], 0
        while spent < budget:
            cost = self.random.choice([1, 1, 1, 2, 3, 4])
            nodes.append(self.statement(cost, together, in_loop))
            spent += cost
        return nodes

    def stays(self):
        """Lanes seldom leave: what all do together is over once one has."""
        return self.in_kernel and {"groups", "copies", "matrices"} & set(self.random.families)

    def statement(self, budget, together, in_loop):
        r = self.random
        stay = self.stays()
        if together and self.loops == 0 and r.random() < 0.01:  # whole warps: the others stay complete
            self.all_warps = False
            return Node(f"if (tid / 32u % {r.choice([2, 3, 5])}u == {r.randrange(2)}u && {self.e.uniform()} % 3u != 0) {{ out[gid * 4 + 1] += 99u; return; }}")
        if together and self.loops == 0 and r.random() < (0.01 if stay else 0.03):  # before the barriers that follow
            self.complete = False
            return Node(f"if ({self.e.condition(1)}) {{ out[gid * 4 + 1] += 55u; return; }}")
        if together and r.random() < (0.5 if stay else 0.35):
            return self.collective(budget)
        if in_loop and r.random() < 0.12:
            return Node(f"if ({self.e.condition(2)}) {r.choice(['break', 'continue', 'continue'])};")
        if not together and r.random() < (0.01 if stay else 0.05):
            return self.leave()
        # Functions call functions in their loops: with three each, the oracle did not end in minutes.
        most_loops = 3 if self.in_kernel else 2
        if budget >= 2 and self.loops < most_loops and r.random() < 0.75:
            make = r.choice([self.branch, self.branch, self.for_loop, self.while_loop, self.switch]
                            + ([self.loop_in_loop, self.loop_past_its_end] if self.loops < most_loops - 1 else []))
            return make(budget, in_loop)
        return self.assignment()

    def leave(self):
        if self.in_kernel:
            self.complete = False
            return Node(f"if ({self.e.condition(2)}) {{ out[gid * 4 + 1] += 77u; return; }}")
        return Node(f"if ({self.e.condition(2)}) return {self.returned or self.e.of(self.result, 1)};")

    def assignment(self):
        r = self.random
        if self.idioms and r.random() < 0.35:
            return self.idioms.anywhere()
        choice = r.random()
        if self.e.arrays and choice < 0.15:
            name, element, size = r.choice(self.e.arrays)
            at = f"({self.e.integer('unsigned', 1)}) & {size - 1}u"
            return Node(f"{name}[{at}] = {self.e.of(element, 2)};")
        if self.in_kernel and choice < 0.27:
            op = r.choice(["=", "+=", "^="])
            return Node(f"out[gid * 4 + {r.choice(['0u', '1u', '2u', '(unsigned)(' + self.e.index() + ') % 3u'])}] {op} {self.e.integer('unsigned', 2)};")
        if self.in_kernel and choice < 0.31:
            at, op = r.choice([(0, "Add"), (2, "Xor"), (4, "Max"), (6, "Or")])  # one operation per word: any order is right
            return Node(f"atomic{op}(&sums[{at}u + (({self.e.integer('unsigned', 1)}) & 1u)], {self.e.integer('unsigned', 2)});")
        name, kind = r.choice(self.assignable)
        value = self.e.of(kind, 3)
        if kind in FLOATING:
            value = f"clean({value})"
        return Node(f"{name} = {value};")

    def branch(self, budget, in_loop):
        inner = budget // 2 + 1
        children = self.block(inner, False, in_loop)
        nodes = [Node("", children)]
        if self.random.random() < 0.5:
            nodes.append(Node("} else {", self.block(inner, False, in_loop)))
        return Node(f"if ({self.e.condition(2)}) {{", nodes, "}")

    def for_loop(self, budget, in_loop):
        r, k = self.random, self.fresh("k")
        limit = r.choice([f"(({self.e.integer('unsigned', 2)}) & 7u)", f"(({self.e.index()}) % 9u)", f"(({self.e.uniform()}) % 6u)",
                          str(r.randrange(1, 7)) + "u"])
        return self.loop(f"for (unsigned {k} = 0; {k} < {limit}; {k} += {r.choice([1, 1, 2])}u) {{", "}", k, budget)

    def while_loop(self, budget, in_loop):
        k = self.fresh("w")
        condition = self.e.condition(2)
        if self.random.random() < 0.5:
            return self.loop(f"for (unsigned {k} = 0; {condition} && {k} < 6u; ++{k}) {{", "}", k, budget)
        return self.loop(f"{{ unsigned {k} = 0;\ndo {{", f"}} while (++{k} < 5u && {condition});\n}}", k, budget)

    def loop_in_loop(self, budget, in_loop):
        """Two endless loops whose one end is in the inner one; lanes leave that for the outer one, too."""
        r, k, name = self.random, self.fresh("n"), self.fresh("nest")
        part = lambda: self.block(budget // 4 + 1, False, False)
        self.loops += 2
        self.e.scope.append((k, "unsigned"))
        up = f"if ({k} < 12u && {self.e.condition(2)}) goto {name}_up;"
        end = f"if ((++{k} > {r.choice([3, 7, 12])}u && {self.e.condition(1)}) || {k} > 14u) goto {name}_out;"
        ways = [Node(up), Node(end, removable=False)]
        if r.random() < 0.3:
            ways.reverse()
        inner = [Node("", part()), ways[0], Node("", part()), ways[1]]
        outer = [Node("", part()), Node("for (;;) {", inner, "}", removable=False)]
        node = Node(f"{{ unsigned {k} = 0;\nfor (;;) {{", outer, f"{name}_up:\n{k} += 1u;\n}}\n{name}_out:;\n}}")
        self.e.scope.remove((k, "unsigned"))
        self.loops -= 2
        return node

    def loop_past_its_end(self, budget, in_loop):
        """An endless loop whose one end lanes pass by on their way to the next round; it may ask for what all lanes have."""
        r, k, name = self.random, self.fresh("r"), self.fresh("past")
        part = lambda: self.block(budget // 3 + 1, False, False)
        self.loops += 1
        self.e.scope.append((k, "unsigned"))
        more = r.choice(["", "", f" + ({'p0' if self.in_kernel else 'blockDim.x'} & 3u)", f" && ({k} > 20u || {self.e.condition(1)})"])
        end = f"if ({k} > {r.choice([2, 5, 9])}u{more}) goto {name}_out;"
        # Each lane passes it by at most once in three rounds. A bound that all lanes ask first would be an end of its own.
        lane = r.choice(["threadIdx.x", "(threadIdx.x * 3u + threadIdx.y)", "(threadIdx.x / 5u)"])
        some = Node(f"if (({lane} + {k}) % {r.choice([3, 5, 7])}u != 1u) {{", [Node(end, removable=False), Node("", part())], "}", removable=False)
        node = Node(f"{{ unsigned {k} = 0;\nfor (;;) {{", [Node("", part()), some, Node("", part())],
                    f"{k} += 1u;\n}}\n{name}_out:;\n{self.rounds_of(k)}\n}}")
        self.e.scope.remove((k, "unsigned"))
        self.loops -= 1
        return node

    def rounds_of(self, k):
        """What a loop counted is looked at."""
        whole = [name for name, kind in self.assignable if kind == "unsigned"]
        return f"{self.random.choice(whole)} += {k} * 3u;" if whole else ""

    def loop(self, before, after, k, budget):
        self.loops += 1
        self.e.scope.append((k, "unsigned"))
        children = self.block(budget // 2 + 1, False, True)
        self.e.scope.remove((k, "unsigned"))
        self.loops -= 1
        return Node(before, children, after)

    def switch(self, budget, in_loop):
        """In a loop `break` in a case ends the switch, `continue` the round."""
        r = self.random
        count = r.randrange(2, 6)
        labels = r.sample(range(7), count)
        cases = []
        for label in labels:
            end = r.choice(["break;", "break;", ""])
            head = "default:" if label == 6 else f"case {label}:"
            cases.append(Node(head + " {", self.block(budget // 3 + 1, False, in_loop), "}\n" + end, removable=True))
        return Node(f"switch (({self.e.integer('unsigned', 2)}) % 6u) {{", cases, "}")

    def collective(self, budget):
        """What all threads of the block do together: barriers, and shuffles while none has left."""
        r, e = self.random, self.e
        if self.idioms and self.loops < 2 and r.random() < (0.75 if self.stays() else 0.45):
            return self.idioms.complete() if self.complete and r.random() < (0.8 if self.stays() else 0.55) else self.idioms.together()
        if not self.shared and not self.complete:
            return self.assignment()
        name, kind = r.choice([v for v in self.assignable if v[1] == "unsigned"])
        value = e.integer("unsigned", 2)
        choice = r.randrange(10) if self.shared else r.randrange(5, 10)
        if choice < 3:
            at = r.choice([f"(({e.index()}) % threads)", f"(({e.integer('unsigned', 1)}) % threads)", "(threads - 1u - tid)"])
            return Node(f"s[tid] = {value};\n__syncthreads();\n{name} = {r.choice(['', name + ' + '])}s[{at}];\n__syncthreads();")
        if choice < 4:
            op = r.choice(["Add", "Xor", "Max", "Or"])
            at = f"(({e.integer('unsigned', 1)}) & 15u)"
            return Node(f"if ({e.condition(1)}) atomic{op}(&bins[{at}], {value});\n__syncthreads();\n"
                        f"{name} += bins[({e.index()}) & 15u];\n__syncthreads();")
        if choice < 5:
            return Node(f"{name} ^= __syncthreads_{r.choice(['count', 'and', 'or'])}({e.condition(1)});")
        if choice < 7 and budget >= 2 and self.loops < 2:
            if r.random() < 0.5:
                return Node(f"if ({e.uniform()} % 3u) {{", self.block(budget // 2 + 1, True), "}")
            k = self.fresh("u")
            self.loops += 1
            e.scope.append((k, "unsigned"))
            before = self.complete
            children = self.block(budget // 2 + 1, True)
            if before and not self.complete:  # a lane left inside: what stood before it in the loop is no more complete
                children = [c for c in children if not re.search(r"_sync\(|shfl|cg::|mbarrier|look_again|barrier_of", c.text(set()))]
            e.scope.remove((k, "unsigned"))
            self.loops -= 1
            return Node(f"for (unsigned {k} = 0; {k} < ({e.uniform()}) % 4u; ++{k}) {{", children, "}")
        if not self.complete:
            return self.assignment()
        if choice < 9:
            other = r.choice([v for v in self.assignable if v[1] in ("unsigned", "int", "long long", "float", "double", "__half", "__nv_bfloat16")])
            call = r.choice([f"shfl_index(mask, {other[0]}, ({e.integer('unsigned', 1)}))", f"shfl_down(mask, {other[0]}, {r.randrange(33)}u)",
                             f"shfl_up(mask, {other[0]}, {r.randrange(32)}u)", f"shfl_xor(mask, {other[0]}, {r.choice([1, 2, 3, 4, 8, 16, 31])}u)"])
            return Node(f"{other[0]} = {call};")
        inner = f"__ballot_sync(mask, {e.condition(1)})"
        return r.choice([Node(f"{name} += __popc({inner}) + __any_sync(mask, {e.condition(1)}) * 3u;"),
                         Node(f"{{ bool c = {e.condition(1)};\n  unsigned m = __ballot_sync(mask, c);\n"
                              f"  if (c) {name} ^= __ballot_sync(m, {e.condition(1)}) + __shfl_sync(m, {name}, __ffs(m) - 1); }}"),
                         Node(f"{name} ^= __reduce_{r.choice(['add', 'xor', 'max', 'min'])}_sync(mask, {value});")])
