// SPDX-License-Identifier: Apache-2.0
// Generic pointers that point to shared, local, global or constant memory, chosen per lane at run
// time, passed to functions that are not inlined, stored in memory.
#include "../check.h"

__constant__ unsigned constant_words[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
__device__ unsigned device_words[16] = {2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4, 5};
const unsigned kConstant[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
const unsigned kDevice[16] = {2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4, 5};

__device__ __noinline__ unsigned sum4(const unsigned* p) {
  return p[0] + p[1] * 3 + p[2] * 5 + p[3] * 7;
}
__device__ __noinline__ void add_to(unsigned* p, unsigned v) {
  *p += v;
}

__global__ void read(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024 + 3];
  unsigned t = check::tid(), i = check::gid(), n = check::block_threads();
  s[t] = in[i] * 3;
  if (t == 0) s[n] = 0, s[n + 1] = 1, s[n + 2] = 2;
  unsigned local[8];
  for (unsigned k = 0; k < 8; ++k) local[k] = in[i + k] + k;
  __syncthreads();
  const unsigned* p;
  switch (in[i] % 5) {
    case 0:
      p = &s[t];
      break;
    case 1:
      p = &local[in[i + 1] % 5];
      break;
    case 2:
      p = constant_words + in[i + 1] % 12;
      break;
    case 3:
      p = device_words + in[i + 1] % 12;
      break;
    default:
      p = in + i;
  }
  out[i] = sum4(p) + *p;
}

__global__ void write(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = check::tid(), i = check::gid(), local = 1;
  s[t] = 2;
  out[i] = 3;
  unsigned* places[3] = {&s[t], &local, &out[i]};
  add_to(places[in[i] % 3], in[i]);
  unsigned* q = in[i] % 7 == 0 ? &local : places[(in[i] >> 9) % 3];
  *q ^= 0x55;
  out[i] = s[t] + local * 3 + out[i] * 5;
}

__global__ void through_shared(const unsigned* in, unsigned* out) {
  __shared__ const unsigned* pointers[1024];
  __shared__ unsigned s[1024];
  unsigned t = check::tid(), i = check::gid(), n = check::block_threads();
  s[t] = in[i] + 1;
  pointers[t] = in[i] % 2 ? &s[n - 1 - t] : &in[i];
  __syncthreads();
  out[i] = *pointers[(t + 1) % n];
}

int main() {
  check::run<unsigned>(
      "read", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { read<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned i = t.global, n = t.block_threads, v[4];
        for (unsigned k = 0; k < 4; ++k) {
          unsigned at = t.linear + k, local = in[i + 1] % 5 + k, word = in[i + 1] % 12 + k;
          switch (in[i] % 5) {
            case 0:
              v[k] = at < n ? in[t.block_first + at] * 3 : at - n;
              break;
            case 1:
              v[k] = in[i + local] + local;
              break;
            case 2:
              v[k] = kConstant[word];
              break;
            case 3:
              v[k] = kDevice[word];
              break;
            default:
              v[k] = in[i + k];
          }
        }
        return v[0] * 2 + v[1] * 3 + v[2] * 5 + v[3] * 7;
      });
  check::run<unsigned>(
      "write", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { write<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned v = in[t.global], places[3] = {2, 1, 3};
        places[v % 3] += v;
        places[v % 7 == 0 ? 1 : (v >> 9) % 3] ^= 0x55;
        return places[0] + places[1] * 3 + places[2] * 5;
      });
  check::run<unsigned>(
      "pointers in shared memory",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { through_shared<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned n = t.block_threads, other = (t.linear + 1) % n;
        const unsigned* block = in + t.block_first;
        return block[other] % 2 ? block[n - 1 - other] + 1 : block[other];
      });
  return check::result();
}
