// SPDX-License-Identifier: Apache-2.0
// Shared memory: several static arrays, two dimensions with padding, structs, bytes, doubles,
// dynamic memory carved by hand, extern arrays of several types, static beside dynamic, in
// functions.
#include "../check.h"

struct Cell {
  unsigned char c;
  double d;
};
extern __shared__ unsigned words[];
extern __shared__ double doubles[];
extern __shared__ unsigned char raw[];

__global__ void statics(const unsigned* in, unsigned* out) {
  __shared__ unsigned char bytes[1024];
  __shared__ Cell cells[1024];
  __shared__ unsigned tile[32][33];
  __shared__ unsigned scalar;
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  bytes[t] = in[i];
  cells[t].c = in[i] >> 8;
  cells[t].d = in[i] * 0.5;
  tile[t % 32][t / 32] = in[i];
  if (t == n / 2) scalar = in[i] % 100;
  __syncthreads();
  unsigned o = (t * 3 + scalar) % n;
  out[i] = bytes[o] + cells[o].c * 3u + (unsigned)cells[o].d + tile[o % 32][o / 32] + scalar;
}

__global__ void carved(const unsigned* in, unsigned* out) {
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  double* d = reinterpret_cast<double*>(raw);
  unsigned* u = reinterpret_cast<unsigned*>(d + n);
  unsigned char* c = reinterpret_cast<unsigned char*>(u + n);
  d[t] = in[i] * 0.25;
  u[t] = in[i] ^ 0xffff;
  c[t] = in[i] >> 3;
  __syncthreads();
  unsigned o = n - 1 - t;
  out[i] = (unsigned)(d[o] * 4) + u[o] * 3 + c[o] * 5;
}

__device__ unsigned sum_words(unsigned n) {
  unsigned sum = 0;
  for (unsigned k = 0; k < n; ++k) sum += words[k];
  return sum;
}

__device__ unsigned* function_static() {
  __shared__ unsigned inside[1024];
  return inside;
}

__global__ void several_types(const unsigned* in, unsigned* out) {
  __shared__ unsigned fixed[1024];
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  words[t] = in[i];
  fixed[t] = in[i] + 1;
  function_static()[t] = in[i] + 2;
  __syncthreads();
  unsigned o = (t + 1) % n;
  unsigned low =
      (unsigned)(__double_as_longlong(doubles[o / 2]) >> (o % 2 * 32));  // the same bytes
  out[i] = low + raw[o * 4 + 1] + fixed[o] * 3 + function_static()[o] * 5 + sum_words(n);
}

int main() {
  check::run<unsigned>(
      "static",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { statics<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned* block = in + t.block_first;
        unsigned scalar = block[t.block_threads / 2] % 100;
        unsigned v = block[(t.linear * 3 + scalar) % t.block_threads];
        return (v & 255) + (v >> 8 & 255) * 3 + (unsigned)(v * 0.5) + v + scalar;
      });
  check::run<unsigned>(
      "dynamic, carved",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        carved<<<g, b, b.x * b.y * b.z * 13>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned v = in[t.block_first + t.block_threads - 1 - t.linear];
        return v + (v ^ 0xffff) * 3 + (v >> 3 & 255) * 5;
      });
  check::run<unsigned>(
      "extern arrays of several types beside static ones",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        several_types<<<g, b, b.x * b.y * b.z * 4 + 8>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned* block = in + t.block_first;
        unsigned v = block[(t.linear + 1) % t.block_threads], sum = 0;
        for (unsigned k = 0; k < t.block_threads; ++k) sum += block[k];
        return v + (v >> 8 & 255) + (v + 1) * 3 + (v + 2) * 5 + sum;
      });
  return check::result();
}
