// SPDX-License-Identifier: Apache-2.0
// __pipeline_* and __mbarrier_*: copies of all sizes with parts cleared, batches in flight,
// barriers that wait for copies.
#include <cuda_pipeline.h>

#include "../check.h"

constexpr unsigned kStages = 3, kTiles = 7;

// Tiles go through `kStages` places; each thread reads what its neighbour has copied.
__global__ void stages(const unsigned* in, unsigned* out) {
  __shared__ unsigned tiles[kStages][1024];
  const unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  const auto fetch = [&](unsigned tile) {
    if (tile < kTiles) __pipeline_memcpy_async(&tiles[tile % kStages][t], &in[i + tile], 4);
    __pipeline_commit();
  };
  for (unsigned tile = 0; tile + 1 < kStages; ++tile) fetch(tile);
  unsigned sum = 0;
  for (unsigned tile = 0; tile < kTiles; ++tile) {
    fetch(tile + kStages - 1);
    __pipeline_wait_prior(kStages - 1);
    __syncthreads();
    sum = sum * 31 + tiles[tile % kStages][(t + 1) % n];
    __syncthreads();
  }
  out[i] = sum;
}

template <class T>
__global__ void sizes(const unsigned* in, unsigned* out) {
  __shared__ T words[1024];
  const unsigned t = check::tid(), i = check::gid(), zero = in[i] % (sizeof(T) / 4 + 1) * 4;
  words[t] = T();
  __pipeline_memcpy_async(&words[t], (const T*)in + (i % 60), sizeof(T), zero);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  const unsigned* parts = reinterpret_cast<const unsigned*>(&words[t]);
  unsigned sum = 0;
  for (unsigned k = 0; k < sizeof(T) / 4; ++k) sum = sum * 31 + parts[k];
  out[i] = sum;
}

// The barrier waits for the copies of all threads, and for one thread that drops out.
__global__ void barriers(const unsigned* in, unsigned* out) {
  __shared__ __mbarrier_t barrier;
  __shared__ unsigned words[1024];
  const unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  if (t == 0) __mbarrier_init(&barrier, n);
  __syncthreads();
  unsigned sum = 0;
  for (unsigned round = 0; round < 3; ++round) {
    __pipeline_memcpy_async(&words[t], &in[i + round], 4);
    __pipeline_arrive_on(&barrier);
    const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    while (!__mbarrier_test_wait(&barrier, token)) {
    }
    sum = sum * 31 + words[(t + 1) % n];
    __syncthreads();
  }
  __mbarrier_token_t last;
  if (t == 0) {
    last = __mbarrier_arrive_and_drop(&barrier);
    sum += __mbarrier_token_pending_count(last) - n;
  }
  __syncthreads();
  if (t == 0) __mbarrier_inval(&barrier);
  out[i] = sum + (__mbarrier_maximum_count() == (1u << 14) - 1);
}

// By token and by parity, at once and with a time limit.
__global__ void waits(const unsigned* in, unsigned* out) {
  __shared__ __mbarrier_t barrier;
  const unsigned i = check::gid();
  if (check::tid() == 0) __mbarrier_init(&barrier, check::block_threads());
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_try_wait(&barrier, token, 100)) {
  }
  out[i] = in[i] * 32 + 1 + 2 * __mbarrier_test_wait(&barrier, token) +
           4 * __mbarrier_test_wait_parity(&barrier, false) +
           8 * __mbarrier_test_wait_parity(&barrier, true) +
           16 * __mbarrier_try_wait_parity(&barrier, false, 50);
}

unsigned expected_sum(const check::Thread& t, const unsigned* in, unsigned rounds) {
  const unsigned next = t.block_first + (t.linear + 1) % t.block_threads;
  unsigned sum = 0;
  for (unsigned k = 0; k < rounds; ++k) sum = sum * 31 + in[next + k];
  return sum;
}

template <class T>
unsigned expected_part(const check::Thread& t, const unsigned* in) {
  constexpr unsigned kWords = sizeof(T) / 4;
  const unsigned zero = in[t.global] % (kWords + 1), first = t.global % 60 * kWords;
  unsigned sum = 0;
  for (unsigned k = 0; k < kWords; ++k) sum = sum * 31 + (k < kWords - zero ? in[first + k] : 0);
  return sum;
}

template <class T>
void test_size(const char* what) {
  check::run<unsigned>(
      what, [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { sizes<T><<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return expected_part<T>(t, in); });
}

int main() {
  check::run<unsigned>(
      "stages",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { stages<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return expected_sum(t, in, kTiles); });
  test_size<unsigned>("4 bytes");
  test_size<uint2>("8 bytes");
  test_size<uint4>("16 bytes");
  check::run<unsigned>(
      "barriers",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { barriers<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return expected_sum(t, in, 3) + 1; });
  check::run<unsigned>(
      "waits", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { waits<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return in[t.global] * 32 + 23; });
  return check::result();
}
