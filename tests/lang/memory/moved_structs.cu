// SPDX-License-Identifier: Apache-2.0
// Structures that are larger than what is copied word by word (256 bytes), between global, shared
// and local memory, under divergence: copies, and moves of memory that may be the same.
#include <cstring>

#include "check.h"

template <int kBytes, class Part>
struct Large {
  Part part[kBytes / sizeof(Part)];
};

constexpr int kThreads = 48;

// Every third thread does not take part; what is copied is the neighbour's.
template <class T>
__global__ void pass_on(const T* in, T* out, unsigned threads) {
  __shared__ T tile[kThreads];
  const unsigned t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  if (t % 3 != 1 && t < threads) out[t] = tile[(t + 5) % kThreads];
}

// The compiler does not know that source and destination differ.
template <class T>
__global__ void move(const T* in, T* out, unsigned threads) {
  __shared__ T tile[kThreads];
  const unsigned t = threadIdx.x;
  std::memmove(&tile[t], &in[t], sizeof(T));
  __syncthreads();
  T mine = tile[(t + 7) % kThreads];
  mine.part[t % 3] ^= 1;
  if (t % 5 != 2 && t < threads) std::memmove(&out[t], &mine, sizeof(T));
  __syncthreads();
  if (t % 5 == 2 && t < threads) std::memmove(&out[t], &tile[t], sizeof(T));
}

template <class T>
bool passes(const char* name) {
  T *in = nullptr, *out = nullptr;
  const std::size_t bytes = kThreads * sizeof(T);
  if (cudaMallocManaged(&in, bytes) != cudaSuccess || cudaMallocManaged(&out, bytes) != cudaSuccess)
    return false;
  auto* words = reinterpret_cast<unsigned char*>(in);
  for (std::size_t i = 0; i < bytes; ++i)
    words[i] = static_cast<unsigned char>(i * 2654435761u >> 13);
  bool right = true;
  for (const bool moves : {false, true}) {
    std::memset(static_cast<void*>(out), 0x5a, bytes);
    T untouched = out[0];
    const unsigned threads = 45;
    if (moves) {
      move<<<1, kThreads>>>(in, out, threads);
    } else {
      pass_on<<<1, kThreads>>>(in, out, threads);
    }
    if (cudaDeviceSynchronize() != cudaSuccess) return false;
    for (unsigned t = 0; t < kThreads; ++t) {
      T want = untouched;
      if (t < threads && !moves && t % 3 != 1) want = in[(t + 5) % kThreads];
      if (t < threads && moves && t % 5 != 2) {
        want = in[(t + 7) % kThreads];
        want.part[t % 3] ^= 1;
      }
      if (t < threads && moves && t % 5 == 2) want = in[t];
      if (std::memcmp(&want, &out[t], sizeof(T)) != 0) {
        std::printf("FAIL %s, moves %d: thread %u\n", name, moves, t);
        right = false;
      }
    }
  }
  cudaFree(in);
  cudaFree(out);
  return right;
}

int main() {
  bool right = passes<Large<512, int>>("512 bytes of int");
  right = passes<Large<260, int>>("260 bytes of int") && right;
  right = passes<Large<520, long long>>("520 bytes of long long") && right;
  right = passes<Large<300, short>>("300 bytes of short") && right;
  right = passes<Large<333, char>>("333 bytes of char") && right;
  if (right) std::printf("PASS\n");
  return right ? 0 : 1;
}
