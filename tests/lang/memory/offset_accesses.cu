// SPDX-License-Identifier: Apache-2.0
// Loads and stores at every alignment an element type allows: base plus an odd offset, strides,
// reversed, 64-bit elements at odd words' multiples, bytes and halves, offsets from a parameter.
#include "../check.h"

template <class T>
__global__ void kernel(const unsigned* in, unsigned* out, T* scratch, unsigned offset) {
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  T* mine = scratch + (size_t)blockIdx.x * (n * 3 + 40) + offset;
  mine[t] = (T)in[i];
  mine[n + 2 * t] = (T)(in[i] + 1);
  __syncthreads();
  unsigned r = (unsigned)mine[(t + 1) % n] + (unsigned)mine[n - 1 - t] * 3 +
               (unsigned)mine[n + 2 * (n - 1 - t)] * 5;
  const T* next = mine + 1;
  if (t + 1 < n) r += (unsigned)next[t] * 7;
  if (t >= 3) r += (unsigned)mine[t - 3] * 9;
  __syncthreads();
  mine[n - 1 - t] = (T)(r & 0xff);
  __syncthreads();
  out[i] = r + (unsigned)mine[t] * 11 + (unsigned)mine[t / 2] + (unsigned)mine[t * 5 % n];
}

template <class T>
unsigned first_part(const unsigned* block, unsigned n, unsigned t) {
  auto v = [&](unsigned k) { return (unsigned)(T)block[k]; };
  unsigned r = v((t + 1) % n) + v(n - 1 - t) * 3 + (unsigned)(T)(block[n - 1 - t] + 1) * 5;
  if (t + 1 < n) r += v(t + 1) * 7;
  if (t >= 3) r += v(t - 3) * 9;
  return r;
}

template <class T>
void test(const char* what) {
  for (unsigned offset : {0u, 1u, 7u}) {
    check::run<unsigned>(
        what,
        [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
          unsigned n = b.x * b.y * b.z;
          T* scratch = check::device_array<T>((size_t)g.x * (n * 3 + 40) + offset);
          kernel<T><<<g, b>>>(in, out, scratch, offset);
          check::cuda(cudaDeviceSynchronize(), what);
          cudaFree(scratch);
        },
        [=](const check::Thread& t, const unsigned* in) {
          unsigned n = t.block_threads;
          auto part = [&](unsigned k) { return first_part<T>(in + t.block_first, n, k); };
          auto stored = [&](unsigned k) { return part(n - 1 - k) & 0xff; };
          unsigned k = t.linear;
          return part(k) + stored(k) * 11 + stored(k / 2) + stored(k * 5 % n);
        });
  }
}

int main() {
  test<unsigned char>("bytes");
  test<unsigned short>("16 bits");
  test<unsigned>("32 bits");
  test<unsigned long long>("64 bits");
  return check::result();
}
