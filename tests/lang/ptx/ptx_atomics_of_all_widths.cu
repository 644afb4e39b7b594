// SPDX-License-Identifier: Apache-2.0
// Inline PTX: atom and red of f16, bf16, their pairs and vectors, and of 128 bits; loads and stores
// of 128 bits; each thread on its own words, under divergence.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "../check.h"

struct alignas(16) Words {
  unsigned w[12];
};

__device__ void halves(unsigned v, unsigned* p, Words& r) {
  unsigned one = 0x40003c00u, short_old;  // 1, 2
  unsigned short h = 0x4200;              // 3
  p[0] = 0x44004200u;                     // 3, 4
  p[1] = 0x40403f80u;                     // bfloat16: 1, 3
  asm volatile("atom.global.add.noftz.f16x2 %0, [%1], %2;"
               : "=r"(r.w[0])
               : "l"(p), "r"(one)
               : "memory");
  if (v & 1) asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(p), "r"(one) : "memory");
  asm volatile("{ .reg .b16 t; atom.relaxed.gpu.add.noftz.f16 t, [%1], %2; cvt.u32.u16 %0, t; }"
               : "=r"(short_old)
               : "l"(p), "h"(h)
               : "memory");
  r.w[1] = short_old;
  r.w[2] = p[0];
  asm volatile("atom.add.noftz.bf16x2 %0, [%1], %2;"
               : "=r"(r.w[3])
               : "l"(p + 1), "r"(0x3f804000u)  // 2, 1
               : "memory");
  asm volatile("red.relaxed.cta.global.add.noftz.bf16 [%0], %1;" ::"l"(p + 1),
               "h"((unsigned short)0x3f80)
               : "memory");
  r.w[4] = p[1];
}

__device__ void vectors(unsigned v, unsigned* p, Words& r) {
  float4 f = make_float4(1, 2, 3, 4), old = f;
  *(float4*)p = f;
  asm volatile("atom.global.v4.f32.add {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"
               : "=f"(old.x), "=f"(old.y), "=f"(old.z), "=f"(old.w)
               : "l"(p), "f"(f.w), "f"(f.z), "f"(f.y), "f"((float)(v % 100))
               : "memory");
  r.w[5] = (unsigned)(old.x * 1000 + old.y * 100 + old.z * 10 + old.w);
  f = *(float4*)p;
  r.w[6] = (unsigned)(f.x + f.y + f.z + 100 * f.w);
  *(uint2*)p = make_uint2(0x3c003c00u, 0x40004000u);
  asm volatile("red.global.v2.f16x2.add.noftz [%0], {%1, %2};" ::"l"(p), "r"(0x3c004000u),
               "r"(0x40003c00u)
               : "memory");
  r.w[7] = p[0] ^ p[1];
}

__device__ void wide(unsigned v, unsigned* p, Words& r) {
  unsigned long long low = v, high = ~v, old_low, old_high;
  asm volatile(
      "{ .reg .b128 a, d; mov.b128 a, {%2, %3}; st.relaxed.gpu.global.b128 [%4], a;\n"
      "  mov.b128 a, {%3, %2}; atom.acq_rel.gpu.global.exch.b128 d, [%4], a;\n"
      "  mov.b128 {%0, %1}, d; }"
      : "=l"(old_low), "=l"(old_high)
      : "l"(low), "l"(high), "l"(p)
      : "memory");
  r.w[8] = (unsigned)old_low + 3 * (unsigned)old_high;
  if (v % 3) {
    asm volatile(
        "{ .reg .b128 a, b, d; mov.b128 a, {%2, %3}; mov.b128 b, {%4, %4};\n"
        "  atom.cas.b128 d, [%5], a, b; mov.b128 {%0, %1}, d; }"
        : "=l"(old_low), "=l"(old_high)
        : "l"(v % 3 == 1 ? high : low), "l"(low), "l"(77ull), "l"(p)
        : "memory");
    r.w[9] = (unsigned)old_low + 3 * (unsigned)old_high;
  }
  asm volatile("{ .reg .b128 d; ld.acquire.gpu.b128 d, [%2]; mov.b128 {%0, %1}, d; }"
               : "=l"(old_low), "=l"(old_high)
               : "l"(p)
               : "memory");
  r.w[10] = (unsigned)old_low + 5 * (unsigned)old_high;
}

__global__ void kernel(const unsigned* in, Words* out, unsigned* words) {
  unsigned i = check::gid(), v = in[i], *p = words + 4 * i;
  Words r{};
  halves(v, p, r);
  vectors(v, p, r);
  wide(v, p, r);
  out[i] = r;
}

unsigned half_bits(int n) {
  return __half_as_ushort(__float2half((float)n));
}

int main() {
  check::run<Words>(
      "atomics",
      [](dim3 g, dim3 b, const unsigned* in, Words* out) {
        auto* words = check::device_array<unsigned>(4 * g.x * b.x * b.y * b.z);
        kernel<<<g, b>>>(in, out, words);
        check::cuda(cudaDeviceSynchronize(), "kernel");
        cudaFree(words);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned v = in[t.global];
        Words r{};
        int low = 4 + (v & 1), high = 6 + 2 * (v & 1);
        r.w[0] = 0x44004200u;
        r.w[1] = half_bits(low);
        r.w[2] = half_bits(low + 3) | half_bits(high) << 16;
        r.w[3] = 0x40403f80u;
        r.w[4] = 0x40804080u;  // 4, 4
        r.w[5] = 1234;
        r.w[6] = (unsigned)(5 + 5 + 5 + 100 * (4 + v % 100));
        r.w[7] = (half_bits(3) | half_bits(2) << 16) ^ (half_bits(3) | half_bits(4) << 16);
        r.w[8] = v + 3 * ~v;
        if (v % 3) r.w[9] = ~v + 3 * v;
        r.w[10] = v % 3 == 1 ? 77 * 6 : ~v + 5 * v;
        return r;
      });
  return check::result();
}
