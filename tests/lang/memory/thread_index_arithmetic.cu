// SPDX-License-Identifier: Apache-2.0
// Arithmetic on threadIdx and blockIdx alone, of every form that an analysis may keep as "base plus
// lane offsets": scaling, division, remainder, masks, shifts, min and max, selects, xor, per axis.
#include "../check.h"

HD unsigned forms(unsigned x, unsigned y, unsigned z, unsigned dx, unsigned b, const unsigned* in) {
  unsigned t = x + dx * y, r = 0;
  r = r * 7 + in[x * 3 + y * 5 + z];
  r = r * 7 + in[(x ^ 5) + (y & 3)];
  r = r * 7 + in[x / 3 + y % 5 + z * 2];
  r = r * 7 + in[(t << 1 | 1) % 777];
  r = r * 7 + in[(x * y + z * x) % 901];
  r = r * 7 + in[x > y ? x - y : y - x];
  r = r * 7 + in[(x < 16 ? x : 31 - x % 32) + b];
  r = r * 7 + in[1023 - t % 1024];
  r = r * 7 + in[t / 32 * 32 + (t + 1) % 32];
  r = r * 7 + in[t / 4 * 4 + 3 - t % 4];
  r = r * 7 + in[(t & ~7u) | (t >> 3 & 7u)];
  r = r * 7 + in[(int)x - (int)y + 600];
  r = r * 7 + (unsigned)((int)(x - y) / 2) + (unsigned)((float)x * 0.5f) +
      (unsigned)((short)(x * 3000));
  r = r * 7 + (x == y) + (t % 3 == 0 ? 100 : 200) + (x * x - y * y) + (unsigned long long)x * y % 7;
  return r;
}

__global__ void kernel(const unsigned* in, unsigned* out) {
  out[check::gid()] = forms(threadIdx.x, threadIdx.y, threadIdx.z, blockDim.x, blockIdx.x, in);
}

// Stores at descending, permuted and strided places; every thread writes places of its own.
__global__ void stores(const unsigned* in, uint2* out) {
  unsigned t = check::tid(), n = check::block_threads(), first = blockIdx.x * n;
  out[first + n - 1 - t].x = in[first + t] + t;
  unsigned swapped = (t ^ 1) < n ? t ^ 1 : t;
  unsigned* second = &out[first].y;
  second[swapped * 2] = t * 5;
}

int main() {
  check::run<unsigned>(
      "forms", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        return forms(t.x, t.y, t.z, t.shape.x, t.block, in);
      });
  check::run<uint2>(
      "stores", [](dim3 g, dim3 b, const unsigned* in, uint2* out) { stores<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned n = t.block_threads, from = n - 1 - t.linear;
        unsigned swapped = (t.linear ^ 1) < n ? t.linear ^ 1 : t.linear;
        return make_uint2(in[t.block_first + from] + from, swapped * 5);
      });
  return check::result();
}
