// SPDX-License-Identifier: Apache-2.0
// Barriers inside loops: trip counts from a parameter, from memory, from the block's index; two
// barriers in one loop; nested loops; a do-while whose condition is read from shared memory.
#include "../check.h"

__global__ void reduction(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = check::tid(), n = check::block_threads();
  s[t] = in[check::gid()];
  __syncthreads();
  for (unsigned width = 512; width > 0; width /= 2) {
    if (t < width && t + width < n) s[t] += s[t + width];
    __syncthreads();
  }
  out[check::gid()] = s[0] + t;
}

__global__ void rotate(const unsigned* in, unsigned* out, const unsigned* counts) {
  __shared__ unsigned s[1024];
  unsigned t = check::tid(), n = check::block_threads();
  unsigned mine = in[check::gid()], local = t;
  s[t] = mine;
  unsigned rounds = counts[blockIdx.x] % 7;
  for (unsigned r = 0; r < rounds; ++r) {
    for (unsigned q = 0; q <= r % 2; ++q) {
      __syncthreads();
      unsigned v = s[(t + 1) % n];
      local = local * 5 + v;
      __syncthreads();
      s[t] = v;
    }
    if (local % 4 == 0) local += r;
  }
  out[check::gid()] = local;
}

__global__ void until_settled(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024];
  __shared__ int changed;
  unsigned t = check::tid(), n = check::block_threads();
  s[t] = in[check::gid()] % 1000;
  do {
    __syncthreads();
    if (t == 0) changed = 0;
    __syncthreads();
    unsigned a = s[t], b = t > 0 ? s[t - 1] : a;
    __syncthreads();
    if (b > a) {
      s[t] = b;
      changed = 1;
    }
    __syncthreads();
  } while (changed);
  out[check::gid()] = s[t] + n;
}

int main() {
  check::run<unsigned>(
      "tree reduction",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { reduction<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned sum = t.linear;
        for (unsigned k = 0; k < t.block_threads; ++k) sum += in[t.block_first + k];
        return sum;
      });
  check::run<unsigned>(
      "trip count from memory",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { rotate<<<g, b>>>(in, out, in + 5); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned local = t.linear, shift = 0;
        for (unsigned r = 0; r < in[5 + t.block] % 7; ++r) {
          for (unsigned q = 0; q <= r % 2; ++q) {
            ++shift;
            local = local * 5 + in[t.block_first + (t.linear + shift) % t.block_threads];
          }
          if (local % 4 == 0) local += r;
        }
        return local;
      });
  check::run<unsigned>(
      "do while on shared memory",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { until_settled<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned best = 0;
        for (unsigned k = 0; k <= t.linear; ++k) {
          unsigned v = in[t.block_first + k] % 1000;
          if (v > best) best = v;
        }
        return best + t.block_threads;
      });
  return check::result();
}
