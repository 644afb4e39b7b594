// SPDX-License-Identifier: Apache-2.0
// Kernel parameters: many, of all widths with their padding, a 4 KB struct, structs by value with
// pointers and arrays, written to by the kernel (its own copy), indexed at run time.
#include "../check.h"

struct Large {
  unsigned v[960];
};
struct Mixed {
  char c;
  double d;
  short s;
  const unsigned* p;
  float4 q;
  unsigned char tail[3];
};

__global__ void many(const unsigned* in, unsigned* out, char a, short b, char c, long long d,
                     float e, bool f, double g, unsigned char h, float3 i3, unsigned long long j,
                     short2 k, int l, uint4 m, char n) {
  unsigned i = check::gid();
  out[i] = in[i] + a + b * 3 + c * 5 + (unsigned)d + (unsigned)(d >> 32) + (unsigned)e + f * 100 +
           (unsigned)g + h + (unsigned)(i3.x + i3.y * 2 + i3.z * 4) + (unsigned)(j >> 5) + k.x +
           k.y * 7 + l + m.x + m.w * 9 + n;
}

__global__ void large(const unsigned* in, unsigned* out, Large table) {
  unsigned i = check::gid();
  unsigned uniform = 0;
  for (unsigned k = 0; k < 10; ++k) uniform += table.v[k * 90];
  table.v[in[i] % 960] += 5;  // each thread has its own copy
  out[i] = uniform + table.v[in[i] % 960] + table.v[i % 960] * 3;
}

__global__ void mixed(unsigned* out, Mixed m, Mixed* global) {
  unsigned i = check::gid();
  m.c += 1;
  m.tail[i % 3] += 10;
  const Mixed& chosen = m.p[i] % 2 ? m : *global;
  out[i] = chosen.c + (unsigned)chosen.d + chosen.s + chosen.p[i] + (unsigned)chosen.q.z +
           chosen.tail[i % 3];
}

int main() {
  check::run<unsigned>(
      "many parameters",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        many<<<g, b>>>(in, out, 1, 2, 3, 0x1234567890ll, 6.5f, true, 99.5, 200,
                       make_float3(1, 2, 3), 1ull << 36, make_short2(-4, 5), -77,
                       make_uint4(1, 2, 3, 4), 9);
      },
      [](const check::Thread& t, const unsigned* in) {
        return in[t.global] + 1 + 6 + 15 + 0x34567890u + 0x12u + 6 + 100 + 99 + 200 + 17 +
               (1u << 31) - 4 + 35 - 77 + 1 + 36 + 9;
      });
  Large table;
  for (unsigned k = 0; k < 960; ++k) table.v[k] = check::mix(k);
  check::run<unsigned>(
      "large struct",
      [&](dim3 g, dim3 b, const unsigned* in, unsigned* out) { large<<<g, b>>>(in, out, table); },
      [&](const check::Thread& t, const unsigned* in) {
        unsigned uniform = 0, at = in[t.global] % 960;
        for (unsigned k = 0; k < 10; ++k) uniform += table.v[k * 90];
        unsigned own = table.v[t.global % 960] + (at == t.global % 960 ? 5 : 0);
        return uniform + table.v[at] + 5 + own * 3;
      });
  check::run<unsigned>(
      "structs with pointers",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        Mixed m = {5, 2.5, -7, in, make_float4(1, 2, 3, 4), {1, 2, 3}},
              other = {9, 8.5, 70, in + 3, make_float4(5, 6, 7, 8), {4, 5, 6}};
        Mixed* global = check::device_array<Mixed>(1);
        check::cuda(cudaMemcpy(global, &other, sizeof other, cudaMemcpyHostToDevice), "other");
        mixed<<<g, b>>>(out, m, global);
        check::cuda(cudaDeviceSynchronize(), "mixed");
        cudaFree(global);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned i = t.global;
        return in[i] % 2 ? 6u + 2 - 7 + in[i] + 3 + (i % 3 + 1) + 10
                         : 9u + 8 + 70 + in[i + 3] + 7 + (i % 3 + 4);
      });
  return check::result();
}
