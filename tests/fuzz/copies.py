# SPDX-License-Identifier: Apache-2.0
"""Copies that are made meanwhile and barriers with phases; several arrays carved from dynamic shared memory."""
from statements import Node


class Copies:
    """All threads of the block are there: `mbarrier` counts them."""

    def __init__(self, idioms):
        self.s, self.r, self.e, self.fresh = idioms.s, idioms.r, idioms.e, idioms.s.fresh
        self.any_name = idioms.name

    def value(self, depth=1):
        return self.e.integer("unsigned", depth)

    def two_stages(self):
        """The next tile is on its way while one is used."""
        t, r = self.fresh("t"), self.r
        step = r.choice([32, 64, 100])
        pick = lambda what: f"(({what}) & 1u ? ub : ua)"
        size, to, source, guard = r.choice([(4, "tid", f"(gid + {{}} * {step}u) & 1023u", ""), (16, "tid * 4u", f"((gid + {{}} * {step}u) & 255u) * 4u", "if (tid < 256u) "),
                                            (8, "tid * 2u", f"((gid + {{}} * {step}u) & 511u) * 2u", "if (tid < 512u) ")])
        zero = r.choice(["", "", ", 4"]) if size > 4 else ""
        copy = lambda k: f"{guard}__pipeline_memcpy_async(&{pick(k)}[{to}], &in[{source.format(k)}], {size}{zero});"
        rounds = r.choice(["3u", "4u", "(p0 & 3u)", f"({self.e.uniform()}) % 5u"])
        use = f"{self.any_name()} += {pick(t)}[({self.value()}) % threads] * 3u + {pick(t)}[tid];"
        more = r.choice([f"if ({t} + 2u < {rounds}) ", ""])
        return Node(f"{copy('0u')}\n__pipeline_commit();\n{copy('1u')}\n__pipeline_commit();\nfor (unsigned {t} = 0; {t} < {rounds}; ++{t}) {{\n"
                    f"  __pipeline_wait_prior(1);\n  __syncthreads();\n  {use}\n  __syncthreads();\n  {more}{{ {copy(f'{t} + 2u')} }}\n  __pipeline_commit();\n}}\n"
                    f"__pipeline_wait_prior(0);\n__syncthreads();")

    def block_copy(self):
        name, count = self.any_name(), self.r.choice(["threads", "100u", "(p0 * 16u)", f"({self.e.uniform()} & 127u) + 1u"])
        n = self.fresh("n")
        return Node(f"{{ const unsigned {n} = {count};\n  cg::memcpy_async(cg::this_thread_block(), ua, in + ({self.e.uniform()}) % 64u * 4u, {n} * 4u);\n"
                    f"  {self.r.choice(['', f'{name} += {self.value()};'])}\n  cg::wait(cg::this_thread_block());\n  {name} ^= ua[({self.value()}) % {n}];\n  __syncthreads(); }}")

    def phases(self):
        """Each thread arrives, does something of its own, and waits."""
        k, token, name, r = self.fresh("k"), self.fresh("token"), self.any_name(), self.r
        meanwhile = r.choice(["", f"{self.any_name()} += {self.value()};", f"if ({self.e.condition(1)}) {self.any_name()} ^= in[({self.value()}) & 1023u];"])
        wait = f"while (!__mbarrier_test_wait(&phase, {token})) look_again();"
        return Node(f"if (tid == 0) __mbarrier_init(&phase, threads);\n__syncthreads();\nfor (unsigned {k} = 0; {k} < {r.choice(['1u', '3u', '(p0 & 3u)'])}; ++{k}) {{\n"
                    f"  ({k} & 1u ? ub : ua)[tid] = {self.value(2)};\n  const __mbarrier_token_t {token} = __mbarrier_arrive(&phase);\n  {meanwhile}\n  {wait}\n"
                    f"  {name} += ({k} & 1u ? ub : ua)[({self.value()}) % threads];\n}}\n__syncthreads();\nif (tid == 0) __mbarrier_inval(&phase);\n__syncthreads();")

    def producers(self):
        """Some warps only bring, the others wait for them."""
        token, name, part = self.fresh("token"), self.any_name(), self.r.choice(["tid / 32u % 2u == 0", "tid < threads / 2u", "(tid & 3u) == 1u"])
        return Node(f"if (tid == 0) __mbarrier_init(&phase, threads);\n__syncthreads();\nif ({part}) {{\n  ua[tid] = {self.value(2)};\n  __mbarrier_arrive(&phase);\n}} else {{\n"
                    f"  ua[tid] = 7u;\n  const __mbarrier_token_t {token} = __mbarrier_arrive(&phase);\n  while (!__mbarrier_test_wait(&phase, {token})) look_again();\n"
                    f"  {name} += ua[({self.value()}) % threads];\n}}\n__syncthreads();\nif (tid == 0) __mbarrier_inval(&phase);\n__syncthreads();")

    def halves_of_the_block(self):
        """Barriers of the first warps alone, more than once."""
        k, name, first = self.fresh("k"), self.any_name(), self.fresh("first")
        return Node(f"{{ const unsigned {first} = threads / 64u * 32u;\nif (tid < {first}) for (unsigned {k} = 0; {k} < {self.r.choice(['1u', '2u', '(p0 & 3u)'])}; ++{k}) {{\n"
                    f"  ua[tid] = {self.value(2)};\n  barrier_of(1u, {first});\n  {name} += ua[({self.value()}) % {first}];\n  barrier_of(1u, {first});\n}}\n__syncthreads(); }}")

    # --- also where threads have left

    def carved(self):
        """Words, shorts, doubles and bytes one behind the other, a number of each for each thread."""
        r, d = self.r, self.fresh("d")
        arrays = r.sample([("unsigned", 4), ("unsigned short", 2), ("double", 8), ("unsigned char", 1), ("float", 4), ("signed char", 1), ("short", 2)], 3)
        arrays.sort(key=lambda a: -a[1])
        lines, before, names = "", "(unsigned char*)dynamic", []
        for n, (kind, _) in enumerate(arrays):
            lines += f"  {kind}* const {d}_{n} = ({kind}*)({before});\n"
            before = f"{d}_{n} + threads"
            value = f"({self.value()}) & 0xffffu"
            lines += f"  {d}_{n}[{r.choice(['tid', 'threads - 1u - tid'])}] = ({kind})({value});\n"
            names.append(f"(unsigned)(int){d}_{n}[({self.value()}) % threads]")
        change = r.choice(["", f"  if ({self.e.condition(1)}) {d}_1[tid] += 3;\n  __syncthreads();\n"])
        # Each thread sets all of it to zero: nobody else does so for those who have left.
        start = f"  for (unsigned {d}_i = 0; {d}_i < threads * 2u; ++{d}_i) ((double*)dynamic)[{d}_i] = 0;\n  __syncthreads();\n"
        return Node(f"{{\n{start}{lines}  __syncthreads();\n{change}  {self.any_name()} += {' + '.join(names)};\n  __syncthreads(); }}")

    def flag(self):
        """One thread writes and raises a flag, the others look until it is up."""
        name, who = self.any_name(), self.r.choice(["threads - 1u", "0u", "threads / 2u"])
        # A thread that has left would never write.
        return Node(f"if (tid == 0) flag = 0;\n__syncthreads();\nif (tid == {who}) {{\n  ua[0] = {self.value(2)};\n  __threadfence_block();\n  *(volatile unsigned*)&flag = 1u;\n}}\n"
                    f"while (*(volatile unsigned*)&flag == 0) look_again();\n__threadfence_block();\n{name} += *(volatile unsigned*)&ua[0];\n__syncthreads();")

    def turns(self):
        """Thread after thread: each waits for the one before it."""
        name, mine = self.any_name(), self.value()
        return Node(f"if (tid == 0) flag = 0;\n__syncthreads();\nwhile (*(volatile unsigned*)&flag < tid / 8u) look_again();\n"
                    f"if (tid % 8u == 0) {{\n  __threadfence_block();\n  *(volatile unsigned*)&ub[0] = (tid == 0 ? 1u : *(volatile unsigned*)&ub[0]) * 3u + ({mine});\n"
                    f"  __threadfence_block();\n  *(volatile unsigned*)&flag = tid / 8u + 1u;\n}}\n__syncthreads();\n{name} ^= ub[0];\n__syncthreads();")
