# SPDX-License-Identifier: Apache-2.0
"""Kernels that kernels launch: from some lanes, in streams of each kind, as deep as three. What they leave are sums, in which order does not count."""
from calls import small_function
from statements import Node


class ChildTargets:
    """Two kernels, NAME_child0 and 1. Their threads add what a small function gives, and one of them launches the other kernel."""

    def __init__(self, r, name, functions):
        self.name, self.nodes = name, []
        if "children" not in r.families:
            return
        self.nodes.append(Node(f"__global__ void {name}_child1(const unsigned* in, unsigned* sums, unsigned a, unsigned b, unsigned deeper);", removable=False))
        for k in range(2):
            self.nodes.append(small_function(r, f"__device__ unsigned {name}_value{k}(const unsigned* in, unsigned a, unsigned b)", ("a", "b"), functions))
            which = r.choice([f"i == (b & {r.choice([3, 7, 31])}u)", f"i % {r.choice([2, 3, 5])}u == 0", "true"]) if k == 0 else f"i == b % {r.randrange(1, 40)}u"
            self.nodes.append(Node(
                f"__global__ void {name}_child{k}(const unsigned* in, unsigned* sums, unsigned a, unsigned b, unsigned deeper) {{\n"
                f"  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = {name}_value{k}(in, a + i, b ^ i * 5u);\n"
                f"  atomicAdd(&sums[i & 1u], v * 3u + threadIdx.x);\n  atomicXor(&sums[2u + (v & 1u)], v + i * 7u);\n"
                f"  if (deeper > 0u && {which}) {self.launch(r, 1 - k, 'v', 'i', 'deeper - 1u', 3)}\n}}", removable=False))

    def launch(self, r, kernel, a, b, deeper, most):
        stream = r.choice(["0", "0", "cudaStreamFireAndForget", "cudaStreamTailLaunch"])
        blocks, threads = r.choice(["1u", f"({a} & 1u) + 1u"]), r.choice([f"{r.randrange(1, most * 16)}u", f"({a} & 31u) + 1u"])
        return f"CHILD({self.name}_child{kernel}, {blocks}, {threads}, {stream}, in, sums, {a}, {b}, {deeper});"


class Children:
    """Right in a branch; not in loops, as there would be too many."""

    def __init__(self, idioms, targets):
        self.s, self.r, self.e, self.any_name, self.targets = idioms.s, idioms.r, idioms.e, idioms.name, targets

    def some(self):
        if self.s.loops or not self.targets.nodes:
            return Node(f"{self.any_name()} += {self.e.integer('unsigned', 1)};")
        which = self.r.choice(["tid == (p0 & 31u) % threads", "lane == (gid / 32u & 7u)", f"tid % {self.r.choice([17, 33])}u == 0", "gid == 0"])
        guard = self.r.choice([which, f"{which} && {self.e.condition(1)}"])
        a, value = self.s.fresh("given"), self.e.integer("unsigned", 2)
        launch = self.targets.launch(self.r, self.r.randrange(2), a, self.r.choice(["gid", "lane", f"({self.e.integer('unsigned', 1)})"]), f"{self.r.randrange(3)}u", 4)
        return Node(f"if ({guard}) {{ const unsigned {a} = {value}; {launch} }}")
