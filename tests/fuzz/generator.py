# SPDX-License-Identifier: Apache-2.0
"""Random CUDA kernels from a seed: nested divergent control flow over values of every shape, shared
memory with legal barriers, shuffles where all lanes are, calls, local arrays, the idioms of idioms.py; now and then a
second kernel that goes on with the first one's results. Same seed, same text."""
import os

from calls import CallTargets
from children import ChildTargets
from expressions import FLOATING, Dice, Expressions, any_type
from flow import FlowTargets
from idioms import Idioms
from statements import Node, Statements
from structures import Structure

SHAPES = ["1", "31", "32", "33", "8x8", "16x16", "7x5x3", "1024", "96", "5x7", "64x2", "3x3x9", "200", "32x8", "32x32", "13x3", "48", "4x9x2",
          "17x3x5", "2x31", "7x1x9", "1x33", "3x21x2", "1x1x64", "63", "65x3", "127", "1x17x2", "31x33", "16x4", "64"]
FAMILIES = ["halves", "groups", "copies", "flow", "matrices", "pictures", "words", "children"]


class Kernel:
    def __init__(self, seed):
        self.seed = seed
        self.name = f"kernel_{seed}"
        first = Dice(seed)
        r = Dice(seed, [family for family in FAMILIES if first.random() < 0.4])
        functions, self.functions = [], []
        for index in range(r.randrange(4)):
            functions.append(self.function(r, index, list(functions)))
        self.targets = CallTargets(r, f"call_{seed}", functions)
        self.flow_targets = FlowTargets(r, f"flow_{seed}", functions)
        self.children = ChildTargets(r, f"launch_{seed}", functions)
        self.structure = Structure(r, f"Structure_{seed}", functions) if r.random() < 0.6 else None
        # Without shared memory and barriers blocks can run in a row, or several as one.
        self.plain = r.random() < 0.25
        self.blocks = 15 if self.plain else 3
        bodies = [self.kernel_body(r, self.name, functions)]
        if r.random() < 0.3:  # works on what the first one left
            bodies.append(self.kernel_body(r, self.name + "_then", functions))
        self.then = self.name + "_then" if len(bodies) > 1 else "nullptr"
        self.root = Node("", [*(node for _, node in self.functions), *self.targets.nodes, *self.flow_targets.nodes, *self.children.nodes,
                              *(self.structure.nodes if self.structure else []), *bodies], removable=False)
        self.count = self.root.number()
        self.shapes = r.sample([s for s in SHAPES if not self.plain or s not in ("1024", "32x32", "31x33")], 2)

    def function(self, r, index, earlier):
        name = f"f{index}_{self.seed}"
        result = any_type(r)
        arguments = [any_type(r) for _ in range(r.randrange(1, 4))]
        e = Expressions.in_function(r, earlier)
        e.scope = [(f"a{k}", t) for k, t in enumerate(arguments)] + [("acc", result)]
        s = Statements(r, e, in_kernel=False)
        s.assignable, s.result = list(e.scope), result
        nodes = s.block(r.randrange(2, 7), False)
        parameters = ", ".join(f"{t} a{k}" for k, t in enumerate(arguments))
        inline = r.choice(["__noinline__ ", "", "__forceinline__ "])
        recursion, depth = "", ""
        if inline == "__noinline__ " and "unsigned" in arguments and r.random() < 0.4:
            at = arguments.index("unsigned")
            depth = f"\n  const unsigned depth = a{at} & 7u;"  # before the body changes the argument
            values = ", ".join("depth / 2u" if k == at else f"a{k}" for k in range(len(arguments)))
            wide = "unsigned long long" if "long" in result else "unsigned"
            value = f"({result})(({wide})acc + ({wide}){name}(in, {values}))"
            if result in FLOATING:
                value = f"clean({name}(in, {values}))"
            recursion = f"if (depth > 1u) acc = {value};"
        head = f"{inline}__device__ {result} {name}(const unsigned* in, {parameters}) {{\n  {result} acc = {e.convert('a0', arguments[0], result)};{depth}"
        node = Node(head, nodes + ([Node(recursion)] if recursion else []), "  return acc;\n}", removable=False)
        self.functions.append((name, node))
        return name, result, arguments

    def kernel_body(self, r, name, functions):
        e = Expressions(r, functions)
        s = Statements(r, e, in_kernel=True)
        s.idioms, s.shared = Idioms(s, self.targets, self.flow_targets, self.structure, self.children), not self.plain
        kinds = ["unsigned", "int", *(any_type(r) for _ in range(r.randrange(2, 6)))]
        declarations = []
        for k, kind in enumerate(kinds):
            value = e.of(kind, 2)
            declarations.append(f"{kind} v{k} = {'clean(' + value + ')' if kind in FLOATING else value};")
            e.scope.append((f"v{k}", kind))
            s.assignable.append((f"v{k}", kind))
        for k in range(r.randrange(3)):
            element, size = r.choice(["unsigned", "unsigned char", "int", "float", "long long", *(["__half"] * 2 if "halves" in r.families else [])]), r.choice([4, 8, 16])
            declarations.append(f"{element} array{k}[{size}];\nfor (unsigned j = 0; j < {size}u; ++j) array{k}[j] = {e.convert('(in[gid + j] & 0xffffu)', 'unsigned', element)};")
            e.arrays.append((f"array{k}", element, size))
        if self.structure:
            declarations.append(s.idioms.structure.locals())
        nodes = s.block(r.randrange(6, 22), True)
        stores = "".join(f"fold(digest, v{k});\n" for k in range(len(kinds)))
        stores += "".join(f"for (unsigned j = 0; j < {size}u; ++j) fold(digest, {name}[j]);\n" for name, _, size in e.arrays)
        stores += s.idioms.structure.digest() if self.structure else ""
        head = f"__global__ void {name}(PARAMETERS) {{\n{'PLAIN_PROLOGUE' if self.plain else 'PROLOGUE'}\n" + "\n".join(declarations)
        return Node(head, nodes, f"unsigned digest = out[gid * 4 + 3] * 17u + 1u;\n{stores}out[gid * 4 + 3] = digest;\n}}", removable=False)

    def text(self, removed=frozenset()):
        return f"// seed {self.seed}\n" + "".join(c.text(removed, 0) for c in self.root.children)


def program(kernels, removed=frozenset()):
    """The text of a program that runs the kernels (each at its own shapes) and prints digests."""
    table = "".join(f'    {{"{k.name}", {k.name}, {k.then}, {k.blocks}, "{" ".join(k.shapes)}"}},\n' for k in kernels)
    prelude = os.path.join(os.path.dirname(os.path.abspath(__file__)), "prelude.h")
    text = f'#include "{prelude}"\n\n' + "\n".join(k.text(removed) for k in kernels)
    return text + f"\nconst Row kTable[] = {{\n{table}}};\nint main(int argc, char** argv) {{ return run(kTable, argc, argv); }}\n"


if __name__ == "__main__":
    import sys

    print(program([Kernel(int(seed)) for seed in sys.argv[1:]]))
