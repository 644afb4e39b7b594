# SPDX-License-Identifier: Apache-2.0
"""Shapes of code that people write and speed passes look for: tiles in shared memory, loops over them, grid strides,
ranks from ballots, sums in registers, sorted local arrays, sub-word results, additions at one place.

Every result is the same in any order of lanes, warps and blocks: floats hold small whole numbers, so that
their sums are exact, contracted or not.
"""
from calls import Calls
from children import Children
from copies import Copies
from flow import Flow
from groups import Groups
from halves import Halves
from matrices import Matrices
from pictures import Pictures
from statements import Node
from structures import StructureUse
from walks import Walks
from warps import Warps
from words import Words


class Idioms:
    """Each method gives a node. `complete`: for code that all lanes of the block must still execute."""

    def __init__(self, statements, targets, flow_targets, structure, children):
        self.s, self.r, self.e = statements, statements.random, statements.e
        self.calls, self.walks, self.warps = Calls(self, targets), Walks(self), Warps(self)
        self.halves, self.groups, self.copies, self.flow = Halves(self), Groups(self), Copies(self), Flow(self, flow_targets)
        self.matrices, self.pictures, self.words = Matrices(self), Pictures(self), Words(self)
        self.children = Children(self, children)
        self.structure = StructureUse(self, structure) if structure else None

    def anywhere(self):
        """Without a barrier or a warp operation: also right in a branch."""
        if self.r.families and self.r.random() < 0.5:
            halves, flow, words = self.halves, self.flow, self.words
            return self.r.choice({"halves": [halves.words_of_pairs, halves.words_of_pairs, halves.pairs, halves.sum_of_pairs, halves.rows_of_pairs, halves.bytes_of_halves, halves.compared, halves.added],
                                  "groups": [self.groups.whoever_is_here], "copies": [self.taken_word], "matrices": [self.narrow_results, self.sorted_array],
                                  "pictures": [self.pictures.lookup, self.pictures.lookup, self.pictures.neighbours, self.pictures.either, self.pictures.drawn],
                                  "children": [self.children.some],
                                  "words": [words.guarded, words.guarded, words.guarded_memory, words.swapped_short, words.virtual],
                                  "flow": [flow.else_ifs, flow.two_ends, flow.falling_cases, flow.nested_ends, flow.lambda_twice, flow.template_part, flow.deep,
                                           flow.long_counter]}[self.r.choice(self.r.families)])()
        calls, walks, structure, choice = self.calls, self.walks, self.structure, self.r.random()
        if structure and choice < 0.4:
            return self.r.choice([structure.of_input, structure.of_own, structure.mixed, structure.listed, structure.union,
                                  structure.vectors_of_input, structure.vectors_of_own])()
        if choice < 0.7:
            return self.r.choice([walks.row, walks.row, walks.pointer, walks.chain, walks.search, walks.torus, walks.compare_and_swap, walks.old_values,
                                  calls.step_in_branch, calls.step_in_loop, calls.behind_pointer, calls.forward_jumps])()
        return self.r.choice([self.volatile_word, self.taken_word, self.ordered_atomic, self.aliased_words, self.narrow_results,
                              self.sorted_array, self.many_sums, self.float_sum, self.counted_wait, self.clamped])()

    def together(self):
        """All threads of the block that have not left come here."""
        if not self.s.shared:
            return self.grid_stride()
        if "copies" in self.r.families and self.r.random() < 0.3:
            return self.copies.carved()
        if "groups" in self.r.families and self.r.random() < 0.1:
            return self.groups.block()
        if "words" in self.r.families and self.r.random() < 0.3:
            return self.r.choice([self.words.vectors, self.words.narrow_sums])()
        return self.r.choice([self.tile_product, self.tile_product, self.neighbours, self.clamped_neighbours, self.transposed,
                              self.grid_stride, self.running_sum, self.walks.block_stride])()

    def complete(self):
        if "matrices" in self.r.families and self.s.shared and self.s.all_warps and self.r.random() < 0.3:
            return self.matrices.product()
        warps, choice = self.warps, self.r.random()
        if "groups" in self.r.families and choice < 0.6:
            return self.groups.tile()
        if "copies" in self.r.families and self.s.shared and self.s.all_warps and choice < 0.8:
            copies = self.copies
            return self.r.choice([copies.two_stages, copies.two_stages, copies.block_copy, copies.phases, copies.producers, copies.halves_of_the_block, copies.flag, copies.turns])()
        if "halves" in self.r.families and choice > 0.9:
            return self.halves.shuffled()
        return self.r.choice([self.ranks, self.ranks_of_all, self.full_votes, warps.both_branches, warps.both_branches, warps.same_keys, warps.lane_list,
                              warps.tree, warps.tree, warps.through_memory])()

    def name(self):
        return self.r.choice([n for n, t in self.s.assignable if t == "unsigned"])

    # --- memory that several names reach

    def volatile_word(self):
        word = f"*(volatile unsigned*)&out[gid * 4u + {self.r.randrange(2)}u]"
        k = self.s.fresh("q")
        return self.r.choice([
            Node(f"if ({self.e.condition(1)}) {word} = {word} + {self.e.integer('unsigned', 2)};"),
            Node(f"for (unsigned {k} = 0; {k} < 4u && ({word} & {1 << self.r.randrange(6)}u) == 0; ++{k}) {word} += {self.e.integer('unsigned', 1)} | 1u;"),
            Node(f"{self.name()} ^= {word};"),
        ])

    def taken_word(self):
        """Some lanes read words side by side and write there, and use what they have read behind the branch."""
        old, name = self.s.fresh("old"), self.name()
        write = self.r.choice([f"far[gid] = {self.e.integer('unsigned', 1)};", f"far[gid] += {self.e.integer('unsigned', 1)};",
                               f"atomicXor(&far[gid], {self.e.integer('unsigned', 1)});"])
        return Node(f"{{ unsigned {old} = {self.e.integer('unsigned', 1)};\n"
                    f"  if (gid < 1024u && {self.e.condition(1)}) {{ {old} = far[gid]; {write} }}\n  {name} ^= {old}; }}")

    def ordered_atomic(self):
        order = self.r.choice(["RELAXED", "ACQ_REL", "SEQ_CST"])
        scope = self.r.choice(["BLOCK", "DEVICE", "SYSTEM"])
        place, value = f"&out[gid * 4u + {self.r.randrange(2)}u]", self.e.integer("unsigned", 2)
        tail = f"__NV_ATOMIC_{order}, __NV_THREAD_SCOPE_{scope}"
        one_way = f"__NV_ATOMIC_{self.r.choice(['RELAXED', 'SEQ_CST'])}, __NV_THREAD_SCOPE_{scope}"
        return self.r.choice([
            Node(f"{self.name()} += __nv_atomic_fetch_add({place}, {value}, {tail});"),
            Node(f"__nv_atomic_store_n({place}, {value}, {one_way});\n{self.name()} ^= __nv_atomic_load_n({place}, {one_way});"),
            Node(f"if ({self.e.condition(1)}) {self.name()} ^= __nv_atomic_exchange_n({place}, {value}, {tail});"),
            Node(f"__threadfence{self.r.choice(['', '_block', '_system'])}();"),
        ])

    def aliased_words(self):
        """`also` and `view` are `out` under other names."""
        at, other = self.r.randrange(2), self.r.randrange(2)
        return Node(f"also[gid * 4u + {at}u] += {self.e.integer('unsigned', 2)};\n"
                    f"{self.name()} ^= out[gid * 4u + {at}u] + view[gid * 4u + {other}u];\n"
                    f"out[gid * 4u + {other}u] ^= {self.e.integer('unsigned', 1)};\n{self.name()} += view[gid * 4u + {other}u];")

    def narrow_results(self):
        kind, size = self.r.choice([("unsigned char", 4), ("signed char", 4), ("unsigned short", 2), ("short", 2)])
        k, op = self.s.fresh("b"), self.r.choice(["=", "+=", "^="])
        guard = self.r.choice(["", f"if ({self.e.condition(1)}) "])
        return Node(f"{{ {kind}* {k} = ({kind}*)small + gid * {size}u;\n"
                    f"  {guard}{k}[({self.e.integer('unsigned', 1)}) & {size - 1}u] {op} ({kind})({self.e.integer('unsigned', 2)});\n"
                    f"  {self.name()} += (unsigned){k}[{self.r.randrange(size)}]; }}")

    def sorted_array(self):
        """Insertion into a sorted list of the thread: indices that are known at run time only."""
        a, n, j, x = (self.s.fresh(p) for p in ("list", "n", "j", "x"))
        kind, size = self.r.choice(["unsigned", "unsigned short", "int"]), self.r.choice([4, 6, 8])
        return Node(f"{{ {kind} {a}[{size}];\n  for (unsigned {n} = 0; {n} < {size}u; ++{n}) {{\n"
                    f"    const {kind} {x} = ({kind})(in[(gid + {n} * {self.r.choice([1, 7, 32])}u) & 1023u] & 0x7fffu);\n    unsigned {j} = {n};\n"
                    f"    while ({j} > 0 && {a}[{j} - 1u] > {x}) {{ {a}[{j}] = {a}[{j} - 1u]; --{j}; }}\n    {a}[{j}] = {x};\n  }}\n"
                    f"  {self.name()} += (unsigned){a}[({self.e.integer('unsigned', 1)}) % {size}u] * 3u + (unsigned){a}[0]; }}")

    def many_sums(self):
        """More sums than there are registers, and a store, in one loop."""
        k, count = self.s.fresh("m"), self.r.choice([5, 12, 18])
        kind = self.r.choice(["float", "unsigned", "double"])
        sums = [f"{k}_{i}" for i in range(count)]
        body = "\n".join(f"  {name} += ({kind})((({self.e.index()}) + {k} * {i + 1}u) & 63u) * ({kind})(in[({k} + {i}u) & 1023u] & 7u);"
                         for i, name in enumerate(sums))
        store = self.r.choice(["", f"  out[gid * 4u + {self.r.randrange(2)}u] += {k} + {self.e.integer('unsigned', 1)};\n"])
        return Node(f"{{ {kind} {' = 0, '.join(sums)} = 0;\nfor (unsigned {k} = 0; {k} < {self.r.choice([3, 8, 17])}u; ++{k}) {{\n{body}\n{store}}}\n"
                    f"{self.name()} += (unsigned)({' + '.join(sums)}); }}")

    def float_sum(self):
        value = f"(float)(({self.e.integer('unsigned', 1)}) & 3u)"
        return self.r.choice([Node(f"atomicAdd((float*)&sums[8], {value});"),
                              Node(f"if ({self.e.condition(1)}) atomicAdd((float*)&sums[9], {value});"),
                              Node(f"atomicAdd(&sums[10u + (({self.e.index()}) & 3u)], {self.e.integer('unsigned', 1)});")])

    def counted_wait(self):
        """A wait that gives up. Nobody else writes, so it does; what it saw does not count."""
        k = self.s.fresh("t")
        return Node(f"for (unsigned {k} = 0; {k} < 5u && *(volatile unsigned*)&view[gid * 4u + 3u] == 0; ++{k}) {self.name()} += {k};")

    # --- the block together

    def tile_product(self):
        """Rows of one tile times columns of another, tile after tile: whole numbers, exact in float."""
        r, t, k, sum_ = self.r, *(self.s.fresh(p) for p in ("tile", "k", "dot"))
        kind = r.choice(["float", "float", "unsigned", "double"])
        a, b = ("fa", "fb") if kind == "float" else ("ua", "ub")
        rows, cols = "(threadIdx.y + blockDim.y * threadIdx.z)", "threadIdx.x"
        inner = r.choice(["blockDim.x", "blockDim.y * blockDim.z", f"{r.choice([1, 4, 8])}u"])
        limit = f"min(min(blockDim.x, blockDim.y * blockDim.z), {inner})"
        read_a = r.choice([f"{a}[{rows} * blockDim.x + {k}]", f"{a}[tid]", f"{a}[{k}]"])
        read_b = r.choice([f"{b}[{k} * blockDim.x + {cols}]", f"{b}[{k} * blockDim.x]", f"{b}[{cols}]"])
        unroll = r.choice(["", "#pragma unroll\n", "#pragma unroll 4\n"])
        guard = r.choice(["", "", f"if ({self.e.uniform()} % 2u) "])
        return Node(f"{{ {kind} {sum_} = 0;\nfor (unsigned {t} = 0; {t} < {r.choice(['2u', '3u', '(p0 & 3u)'])}; ++{t}) {{\n"
                    f"  {a}[tid] = ({kind})(in[(gid + {t} * {r.choice([1, 32, 64])}u) & 1023u] & 15u);\n"
                    f"  {b}[tid] = ({kind})((({self.e.index()}) + {t}) & 15u);\n  __syncthreads();\n{unroll}"
                    f"  for (unsigned {k} = 0; {k} < {limit}; ++{k}) {guard}{sum_} += {read_a} * {read_b};\n  __syncthreads();\n}}\n"
                    f"{self.name()} += (unsigned){sum_}; }}")

    def neighbours(self):
        """A stencil through shared memory, and a branch that differs between warps."""
        name = self.name()
        return Node(f"ua[tid] = {name};\n__syncthreads();\n"
                    f"if (tid > 0 && tid + 1 < threads && {self.e.condition(1)}) {name} = ua[tid - 1u] + ua[tid + 1u] * 2u - ua[tid];\n__syncthreads();")

    def clamped_index(self, i, last):
        """One of 0 .. last, near i, which is one of them: by minimum, maximum, both, or ?: at one place."""
        n, bound = self.r.choice([1, 1, 2, 5]), f"(int)({self.e.uniform()} & {last}u)"
        return self.r.choice([f"least({i} + {n}, {bound})", f"least(most({i} - {n}, {bound}), {last})", f"most(least({i} + {n}, {bound}), {n})",
                              f"most({i} - {n}, 0)", f"({i} == 0 ? {i} : {i} - 1)", f"({i} == {last} ? {i} : {i} + 1)",
                              f"({i} > {bound} ? {i} - {i} / 2 : {i})"])

    def clamped(self):
        """Neighbours of a thread's place, up to bounds that may lie anywhere."""
        i = "(int)(gid & 1023u)"
        return Node(f"{self.name()} += in[{self.clamped_index(i, 1023)}] + 3u * in[{self.clamped_index(i, 1023)}];")

    def clamped_neighbours(self):
        """The same in shared memory, in a loop of steps that fewer and fewer threads take."""
        name, step, y, x = self.name(), self.s.fresh("t"), "(int)(tid >> 4)", "(int)(tid & 15u)"
        mine = f"({x} >= (int){step} && {y} >= (int){step} && {self.e.condition(1)})"
        return Node(f"ua[tid] = {name};\n__syncthreads();\nfor (unsigned {step} = 0; {step} < {self.r.choice(['1u', '2u', '(p0 & 3u)'])}; ++{step}) {{\n"
                    f"  bool mine = false;\n  if {mine} {{ mine = true; ub[tid] = ua[16 * least({self.clamped_index(y, 63)}, (int)(threads - 1u) >> 4) + "
                    f"least({x}, (int)(threads - 1u) & 15)] + 3u * ua[16 * ({y}) + least({self.clamped_index(x, 15)}, (int)(tid & 15u))]; }}\n"
                    f"  __syncthreads();\n  if (mine) ua[tid] = ub[tid];\n  __syncthreads();\n}}\n{name} ^= ua[tid];\n__syncthreads();")

    def transposed(self):
        """tile[y][x] becomes tile[x][y], where the block is a rectangle within 32 x 32."""
        name, row = self.name(), "(threadIdx.y + blockDim.y * threadIdx.z)"
        return Node(f"if (blockDim.x <= 32u && blockDim.y * blockDim.z <= 32u) {{\n  tile[{row}][threadIdx.x] = {name};\n  __syncthreads();\n"
                    f"  if ({row} < blockDim.x && threadIdx.x < blockDim.y * blockDim.z) {name} ^= tile[threadIdx.x][{row}];\n  __syncthreads();\n}}")

    def grid_stride(self):
        """Each place of `far` belongs to one thread of the grid, whatever the shape."""
        k, op = self.s.fresh("i"), self.r.choice(["=", "+=", "^="])
        body = self.r.choice([f"far[{k}] {op} in[{k} & 1023u] * 3u + {k};", f"if (in[{k} & 1023u] & 1u) far[{k}] {op} {self.e.integer('unsigned', 1)};",
                              f"{self.name()} += in[{k} & 1023u];"])
        step = self.r.choice(["threads * gridDim.x", "blockDim.x * blockDim.y * blockDim.z * gridDim.x"])
        return Node(f"for (unsigned {k} = gid; {k} < {self.r.choice([700, 1000, 1024])}u; {k} += {step}) {{ {body} }}")

    def running_sum(self):
        """An inclusive scan of the block by doubling."""
        name, d, v = self.name(), self.s.fresh("d"), self.s.fresh("v")
        return Node(f"ua[tid] = {name} & 0xffffu;\n__syncthreads();\nfor (unsigned {d} = 1; {d} < threads; {d} *= 2u) {{\n"
                    f"  const unsigned {v} = tid >= {d} ? ua[tid - {d}] : 0u;\n  __syncthreads();\n  ua[tid] += {v};\n  __syncthreads();\n}}\n"
                    f"{name} ^= ua[tid];\n__syncthreads();")

    # --- warps whose lanes are all there

    def ranks(self):
        """What a condition keeps goes to the front of the warp's part of `ranked`."""
        c, m = self.s.fresh("c"), self.s.fresh("m")
        return Node(f"{{ const bool {c} = {self.e.condition(2)};\n  const unsigned {m} = __ballot_sync(mask, {c});\n"
                    f"  if ({c}) ranked[gid - lane + __popc({m} & ((1u << lane) - 1u))] = {self.e.integer('unsigned', 2)};\n  {self.name()} += __popc({m}); }}")

    def ranks_of_all(self):
        """Numbers from one counter of the grid: whose number is which is open, their sum is not."""
        c, m, first = self.s.fresh("c"), self.s.fresh("m"), self.s.fresh("first")
        return Node(f"{{ const bool {c} = {self.e.condition(1)};\n  const unsigned {m} = __ballot_sync(mask, {c});\n  unsigned {first} = 0;\n"
                    f"  if (lane == 0) {first} = atomicAdd(&sums[14], __popc({m}));\n  {first} = __shfl_sync(mask, {first}, 0);\n"
                    f"  if ({c}) atomicAdd(&sums[15], ({first} + __popc({m} & ((1u << lane) - 1u))) * 3u + 1u); }}")

    def full_votes(self):
        """A mask of all lanes: those that are not there do not count."""
        full = "0xffffffffu"
        return Node(f"{self.name()} += __popc(__ballot_sync({full}, {self.e.condition(1)})) + __any_sync({full}, {self.e.condition(1)}) * 5u"
                    f" + __all_sync({full}, {self.e.condition(1)}) * 7u;")
