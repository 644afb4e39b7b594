# SPDX-License-Identifier: Apache-2.0
"""Kernels of a kind, a size and a seed: what bench/compile_time/series draws besides its fixed families.

    source(kind, size, seed) -> (text of a .cu, statements that are written in it)

A kind is a function that writes one part with random numbers. Parts follow each other until there are enough
statements. Every statement uses what the ones before it made, so none is dead.
"""
import random

HEAD = """struct Particle { float p[3], v[3]; int id; unsigned char kind; };
__device__ __noinline__ float far_away(float x, int k) { return x > k ? x * 0.5f : x + k; }
__device__ inline float close_by(float x, float y) { return x * y + fabsf(x - y); }
extern "C" __global__ void kernel(float* f, unsigned* u, unsigned char* b, double* d, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x; %s
  float x = f[i]; unsigned v = u[i]; double z = d[i];
"""
TAIL = "  f[i] = x; u[i] = v; d[i] = z;\n}\n"


class Part:
    """Lines of a part, which counts its statements."""

    def __init__(self, rng):
        self.rng, self.lines, self.statements = rng, [], 0

    def pick(self, *choices):
        return self.rng.choice(choices)

    def number(self, low, high):
        return self.rng.randint(low, high)

    def say(self, line, statements=1):
        self.lines.append("  " + line)
        self.statements += statements

    def simple(self):
        """A statement on what is there."""
        a, c = self.number(1, 97), self.number(2, 31)
        return self.pick(f"x = x * {c}.25f + {a};", f"v = v * {2 * a + 1}u + {c};", f"v ^= v >> {c};",
                         f"x += (v & {a}) * 0.5f;", f"x -= {a} * x / {c}.5f;")


def straight(p):
    for _ in range(p.number(2, 8)):
        p.say(p.simple())


def loops(p):
    p.say(f"for (int k = 0; k < n + {p.number(0, 9)}; k += {p.number(1, 3)}) {{")
    for _ in range(p.number(1, 5)):
        p.say("  " + p.simple())
    p.say(f"  if (x > {p.number(10, 10000)}.f) {p.pick('break;', 'x -= k;', 'v += k;', 'continue;')} }}", 2)


def nests(p):
    depth, bound = p.number(2, 5), "n"
    for k in range(depth):
        name = "abceg"[k]
        p.say("  " * k + f"for (int {name} = {p.pick('0', '1')}; {name} < {bound}; ++{name}) {{")
        bound = p.pick("n", name, f"(int)(v & {p.number(1, 7)})", f"{name} + {p.number(1, 9)}")
        if p.number(0, 1):
            p.say("  " * k + "  " + p.simple())
    for _ in range(p.number(1, 3)):
        p.say("  " * depth + p.simple())
    p.say("  " * depth + f"x += {'abceg'[depth - 1]};" + " }" * depth)


def switches(p):
    count = p.pick(5, 16, 64)
    p.say(f"switch ((v >> {p.number(0, 20)}) & {p.pick(count - 1, 63, 15)}) {{")
    for j in range(count):
        p.say(f"  case {j}: {p.simple()} {p.simple()} {p.pick('break;', 'break;', 'break;', '')}", 2)
    p.say(f"  default: {p.simple()} }}")


def shuffles(p):
    for _ in range(p.number(1, 4)):
        lane = p.number(1, 31)
        p.say(p.pick(f"x += __shfl_xor_sync(~0u, x, {lane});", f"v += __shfl_down_sync(~0u, v, {lane});",
                     f"v ^= __shfl_sync(~0u, v, v & 31);", f"v += __popc(__ballot_sync(~0u, x > {lane}));",
                     f"if (__any_sync(~0u, v & {lane})) x += 1;", f"z += __shfl_up_sync(~0u, z, {lane});",
                     f"v += __match_any_sync(~0u, v & 3);", f"x += __shfl_sync(~0u, x, {lane}, 8);"))
    p.say(p.simple())


def structs(p):
    k = p.number(1, 99)
    p.say(f"{{ Particle q[{p.number(1, 3)}]; for (int j = 0; j < 3; ++j) {{ q[0].p[j] = x + j; q[0].v[j] = v * {k}; }}", 4)
    p.say(f"  q[0].id = v >> {k % 30}; q[0].kind = (unsigned char)(v + {k}); Particle r = q[0];", 3)
    for _ in range(p.number(1, 4)):
        p.say("  " + p.pick("r.p[v % 3] += r.v[(v >> 3) % 3];", "for (int j = 0; j < 3; ++j) r.p[j] += r.v[j] * 0.1f;",
                            f"if (r.kind > {k}) r.id += {k};", "r = Particle{{r.v[0], r.p[1], x}, {x, r.v[2], r.p[0]}, r.id, 7};"))
    p.say("  x += r.p[0] + r.p[1] + r.v[2]; v += r.id + r.kind; }", 2)


def hashes(p):
    p.say(f"{{ unsigned long long h = v * {p.number(1, 1 << 62) | 1}ull + {p.number(1, 9999)};")
    for _ in range(p.number(2, 6)):
        k = p.number(1, 63)
        p.say("  " + p.pick(f"h ^= h >> {k};", f"h *= {p.number(1, 1 << 62) | 1}ull;", f"h = (h << {k}) | (h >> {64 - k});",
                            f"h += u[(i + (unsigned)h) % 1024];", f"h ^= (unsigned long long)v << {k};"))
    p.say("  v ^= (unsigned)(h >> 32); }")


def guarded(p):
    """Inline PTX, in part behind predicates."""
    k = p.number(1, 30)
    p.say(p.pick(f'asm("{{ .reg .pred p; setp.gt.u32 p, %0, {k}; @p add.u32 %0, %0, {k}; @!p xor.b32 %0, %0, {k}; }}" : "+r"(v));',
                 f'asm("{{ .reg .pred p; setp.lt.f32 p, %0, %1; @p mul.f32 %0, %0, %1; }}" : "+f"(x) : "f"({k}.5f));',
                 f'asm("prmt.b32 %0, %0, %1, 0x3021;" : "+r"(v) : "r"({k}));',
                 f'asm("bfe.u32 %0, %0, {k % 8}, {k};" : "+r"(v));',
                 f'if (v & {k}) asm volatile("lop3.b32 %0, %0, %1, %2, 0x96;" : "+r"(v) : "r"({k}), "r"(n));'))
    p.say(p.simple())


def arrays(p):
    size, k = p.pick(4, 8, 12), p.number(1, 99)
    p.say(f"{{ float a[{size}]; for (int k = 0; k < {size}; ++k) a[k] = x * (k + {k});", size)
    rounds = p.number(1, 6)
    p.say(f"  for (int r = 0; r < {rounds}; ++r) for (int k = 0; k < {size}; ++k) a[k] = a[k] * 0.5f + a[(k + 1) % {size}];",
          size * rounds)
    p.say(f"  for (int k = 0; k < {size}; ++k) x += a[k]; }}", size)


def bytes_and_halves(p):
    k, m = p.number(0, 9999), p.number(0, 30)
    p.say(p.pick(f"if (v & {1 << m}) b[i + {k}] = b[i + {k // 2}] + {k % 100};", f"b[i] = (unsigned char)(v >> {m});",
                 f"if (x > {m}) ((short*)b)[i + {k}] += (short)v;", f"v += b[(v + {k}) % 4096];"), 2)
    p.say(p.simple())


def branches(p, depth=0):
    p.say(f"{'  ' * depth}if ((v ^ {p.number(0, 999)}) & {p.number(1, 63)}) {{")
    for _ in range(p.number(1, 3)):
        p.say("  " * depth + "  " + p.simple())
    if depth < 3 and p.number(0, 2) == 0:
        branches(p, depth + 1)
    p.say("  " * depth + "} else { " + p.simple() + " }")


def doubles(p):
    k = p.number(1, 99)
    p.say(p.pick(f"z = z * {k}.5 + x;", "z = sqrt(fabs(z));", "z += exp(-z * z);", f"z = fma(z, z, {k}.0);", "x += (float)z;",
                 f"z = z > {k} ? z / {k}.25 : z + v;", f"z += sin(z + {k});", "z = (long long)z % 1000;"))


def shared(p):
    k = p.number(1, 255)
    p.say(f"s[threadIdx.x] = x; __syncthreads(); x += s[(threadIdx.x + {k}) & 255]; __syncthreads();", 4)
    for _ in range(p.number(1, 6)):
        p.say(p.simple())


def calls(p):
    k = p.number(1, 99)
    p.say(p.pick(f"x = far_away(x, {k});", f"x = close_by(x, {k}.f);", f"if (v & {k}) x = far_away(x + 1, v);",
                 f"for (int k = 0; k < (int)(v & 3); ++k) x = close_by(x, far_away(x, k));"))
    p.say(p.simple())


def gathers(p):
    k, m = p.number(1, 999), p.pick(255, 1023, 4095)
    p.say(p.pick(f"x += f[(v * {k}u) & {m}];", f"v += u[(v + {k}) & {m}];", f"if (x > {k}) f[v & {m}] = x;",
                 f"z += d[(v ^ {k}) & {m}];", f"u[(i + (v & {m})) & 4095] = v;"))
    p.say(p.simple())


KINDS = {f.__name__: f for f in (straight, loops, nests, switches, shuffles, structs, hashes, guarded, arrays, bytes_and_halves,
                                 branches, doubles, shared, calls, gathers)}


def source(kind, size, seed):
    rng = random.Random(f"{kind} {seed}")
    text, statements = [], 0
    while statements < size:
        part = Part(rng)
        KINDS[kind](part)
        text += part.lines
        statements += part.statements
    # Threads that have returned would make every shuffle and barrier one of a part of the block.
    leave = "" if kind in ("shuffles", "shared") else "if (i >= n) return;"
    return HEAD % leave + "\n".join(text) + "\n" + TAIL, statements
