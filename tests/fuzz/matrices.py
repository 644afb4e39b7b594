# SPDX-License-Identifier: Apache-2.0
"""Products of small matrices by one warp (nvcuda::wmma): whole numbers, so that every order of the sums is exact."""
from statements import Node

SIXTEEN = [(16, 16, 16), (32, 8, 16), (8, 32, 16)]
# elements of both factors, of the sum, how a factor is spelled, shapes, elements that a line is a multiple of, text of an element
KINDS = [
    ("__half", "float", "__half", SIXTEEN, 8, "__float2half_rn((float)({}))"),
    ("__half", "__half", "__half", SIXTEEN, 8, "__float2half_rn((float)({}))"),
    ("__nv_bfloat16", "float", "__nv_bfloat16", SIXTEEN, 8, "__float2bfloat16_rn((float)({}))"),
    ("float", "float", "wmma::precision::tf32", [(16, 16, 8)], 4, "(float)({})"),
    ("double", "double", "double", [(8, 8, 4)], 2, "(double)({})"),
    ("signed char", "int", "signed char", SIXTEEN, 16, "(signed char)({})"),
    ("unsigned char", "int", "unsigned char", SIXTEEN, 16, "(unsigned char)(({}) & 3)"),
]


class Matrices:
    """All threads of the block are there: all of them fill the factors."""

    def __init__(self, idioms):
        self.s, self.r, self.e, self.any_name = idioms.s, idioms.r, idioms.e, idioms.name

    def line(self, least, multiple):
        """Elements from one line to the next: some that nobody reads may stand between."""
        return -(-least // multiple) * multiple + self.r.choice([0, 0, multiple])

    def fill(self, place, element, text, count, i):
        number = self.r.choice([f"(int)(in[(gid + {i} * {self.r.choice([1, 7, 33])}u) & 1023u] & 3u) - 1", f"(int)(({self.value()}) & 3u) - ({i} % 3u == 1u)",
                                f"({i} % {self.r.choice([5, 7, 17])}u == 2u)"])
        return f"  for (unsigned {i} = tid; {i} < {count}u; {i} += threads) (({element}*)({place}))[{i}] = {text.format(number)};\n"

    def value(self):
        return self.e.integer("unsigned", 1)

    def product(self):
        r, fresh = self.r, self.s.fresh
        i, k, a, b, c = fresh("i"), fresh("k"), fresh("ma"), fresh("mb"), fresh("mc")
        element, total, spelled, shapes, multiple, text = r.choice(KINDS)
        m, n, depth = r.choice(shapes)
        rows_a, rows_b, rows_c = (r.random() < 0.5 for _ in range(3))
        line_a = self.line(depth if rows_a else m, multiple)
        line_b = self.line(n if rows_b else depth, multiple)
        line_c = n if rows_c else m
        order = lambda rows: "wmma::row_major" if rows else "wmma::col_major"
        stored = "wmma::mem_row_major" if rows_c else "wmma::mem_col_major"
        lines = self.fill("ua", element, text, line_a * (m if rows_a else depth), i)
        lines += self.fill("ub", element, text, line_b * (depth if rows_b else n), i)
        total_text = {"__half": "__float2half_rn((float)({}))"}.get(total, f"({total})({{}})")
        lines += self.fill("ub + 768", total, total_text, m * n, i)
        shape = f"{m}, {n}, {depth}"
        start = r.choice([f"wmma::fill_fragment({c}, {total_text.format('2')});", f"wmma::load_matrix_sync({c}, ({total}*)(ub + 768), {line_c}, {stored});"])
        each = ""
        if spelled.startswith("wmma"):
            each = f"      for (int t = 0; t < {a}.num_elements; ++t) {a}.x[t] = wmma::__float_to_tf32({a}.x[t]);\n" \
                   f"      for (int t = 0; t < {b}.num_elements; ++t) {b}.x[t] = wmma::__float_to_tf32({b}.x[t]);\n"
        after = ""
        if total != "__half" and r.random() < 0.4:
            after = f"    for (int t = 0; t < {c}.num_elements; ++t) {c}.x[t] = {c}.x[t] * 2 + 1;\n"
        rounds = r.choice(["1u", "2u", "(p0 & 3u)"])
        return Node(f"if (threads >= 32u) {{\n  __syncthreads();\n{lines}  __syncthreads();\n"
                    f"  if (tid / 32u == ({self.e.uniform()}) % (threads / 32u)) {{\n"
                    f"    wmma::fragment<wmma::matrix_a, {shape}, {spelled}, {order(rows_a)}> {a};\n    wmma::fragment<wmma::matrix_b, {shape}, {spelled}, {order(rows_b)}> {b};\n"
                    f"    wmma::fragment<wmma::accumulator, {shape}, {total}> {c};\n    {start}\n    for (unsigned {k} = 0; {k} < {rounds}; ++{k}) {{\n"
                    f"      wmma::load_matrix_sync({a}, (const {element}*)ua, {line_a});\n      wmma::load_matrix_sync({b}, (const {element}*)ub, {line_b});\n{each}"
                    f"      wmma::mma_sync({c}, {a}, {b}, {c});\n    }}\n{after}    wmma::store_matrix_sync(({total}*)(ub + 512), {c}, {line_c}, {stored});\n  }}\n"
                    f"  __syncthreads();\n  {self.any_name()} += (unsigned)(int)(float)(({total}*)(ub + 512))[({self.value()}) % {m * n}u];\n  __syncthreads();\n}}")
