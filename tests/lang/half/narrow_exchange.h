// SPDX-License-Identifier: Apache-2.0
// 16-bit numbers and pairs between lanes and in memory: shuffles, loads with cache hints, atomics.
#pragma once

#include "narrow.h"

namespace narrow {

template <class T, class T2>
struct Exchange {
  static __device__ unsigned as_bits(T2 pair) {
    return to_bits(pair.x) | (unsigned)to_bits(pair.y) << 16;
  }
  static __device__ T2 pair(unsigned bits) {
    return T2(from_bits<T>((Bits)bits), from_bits<T>((Bits)(bits >> 16)));
  }

  static void shuffles();
  static void loads();
  static void atomics();
};

// Sums of shuffled numbers and pairs, as bits, in a part of the warp that took another way.
template <class E, class T>
__global__ void shuffle_kernel(const unsigned* in, uint4* out) {
  const unsigned i = check::gid(), lane = check::lane(), mask = check::warp_mask();
  const T x = from_bits<T>((Bits)in[i]);
  const auto y = E::pair(in[i]);
  uint4 all;
  all.x = to_bits(__shfl_sync(mask, x, lane * 5 % 32)) |
          (unsigned)to_bits(__shfl_up_sync(mask, x, 3, 8)) << 16;
  all.y = E::as_bits(__shfl_sync(mask, y, in[i / 32 * 32 % 1024] % 32, 16));
  const unsigned odd = mask & 0xaaaaaaaau;
  all.z = all.w = 7;
  if (lane & 1) {
    all.z = to_bits(__shfl_down_sync(odd, x, 2)) | (unsigned)to_bits(__shfl_xor_sync(odd, x, 6))
                                                       << 16;
    all.w = E::as_bits(__shfl_xor_sync(odd, y, 2)) ^ E::as_bits(__shfl_down_sync(odd, y, 4, 16)) ^
            E::as_bits(__shfl_up_sync(odd, y, 2));
  }
  out[i] = all;
}
// The same with words, whose shuffles have tests of their own.
__global__ void shuffle_words(const unsigned* in, uint4* out) {
  const unsigned i = check::gid(), lane = check::lane(), mask = check::warp_mask();
  const unsigned y = in[i], x = y & 0xffff;
  uint4 all;
  all.x = __shfl_sync(mask, x, lane * 5 % 32) | __shfl_up_sync(mask, x, 3, 8) << 16;
  all.y = __shfl_sync(mask, y, in[i / 32 * 32 % 1024] % 32, 16);
  const unsigned odd = mask & 0xaaaaaaaau;
  all.z = all.w = 7;
  if (lane & 1) {
    all.z = __shfl_down_sync(odd, x, 2) | __shfl_xor_sync(odd, x, 6) << 16;
    all.w =
        __shfl_xor_sync(odd, y, 2) ^ __shfl_down_sync(odd, y, 4, 16) ^ __shfl_up_sync(odd, y, 2);
  }
  out[i] = all;
}
template <class T, class T2>
void Exchange<T, T2>::shuffles() {
  for (const unsigned threads :
       {32u, 96u, 256u}) {  // whole warps: no lane reads one that is not there
    unsigned* in = check::device_array<unsigned>(2048);
    uint4 *got = check::device_array<uint4>(2048), *want = check::device_array<uint4>(2048);
    std::vector<unsigned> bits(2048);
    for (unsigned i = 0; i < 2048; ++i) bits[i] = check::mix(i + threads);
    check::cuda(cudaMemcpy(in, bits.data(), 8192, cudaMemcpyHostToDevice), "copy");
    shuffle_kernel<Exchange, T><<<3, threads>>>(in, got);
    shuffle_words<<<3, threads>>>(in, want);
    std::vector<uint4> a(3 * threads), b(3 * threads);
    check::cuda(cudaMemcpy(a.data(), got, a.size() * 16, cudaMemcpyDeviceToHost), "copy");
    check::cuda(cudaMemcpy(b.data(), want, b.size() * 16, cudaMemcpyDeviceToHost), "copy");
    check::that(std::memcmp(a.data(), b.data(), a.size() * 16) == 0, "shuffles");
    cudaFree(in), cudaFree(got), cudaFree(want);
  }
}

template <class E, class T, class T2>
__global__ void load_kernel(const T* in, const T2* pairs, T* out, T2* pairs_out) {
  const unsigned i = check::gid();
  const T x = i % 3 == 0 ? __ldg(in + i) : i % 3 == 1 ? __ldcg(in + i) : __ldca(in + i);
  const T2 y = i % 3 == 0 ? __ldcs(pairs + i) : i % 3 == 1 ? __ldlu(pairs + i) : __ldcv(pairs + i);
  if (i % 2) {
    __stcg(out + i, x), __stwb(pairs_out + i, y);
  } else {
    __stcs(out + i, x), __stwt(pairs_out + i, y);
  }
}
template <class T, class T2>
void Exchange<T, T2>::loads() {
  const unsigned n = 512;
  std::vector<unsigned> words(n), words_out(n);
  std::vector<Bits> bits(n), bits_out(n);
  for (unsigned i = 0; i < n; ++i) words[i] = check::mix(i), bits[i] = random_bits(i);
  T *in = check::device_array<T>(n), *out = check::device_array<T>(n);
  T2 *pairs = check::device_array<T2>(n), *pairs_out = check::device_array<T2>(n);
  check::cuda(cudaMemcpy(in, bits.data(), n * 2, cudaMemcpyHostToDevice), "copy");
  check::cuda(cudaMemcpy(pairs, words.data(), n * 4, cudaMemcpyHostToDevice), "copy");
  load_kernel<Exchange><<<2, 256>>>(in, pairs, out, pairs_out);
  check::cuda(cudaMemcpy(bits_out.data(), out, n * 2, cudaMemcpyDeviceToHost), "copy");
  check::cuda(cudaMemcpy(words_out.data(), pairs_out, n * 4, cudaMemcpyDeviceToHost), "copy");
  check::that(bits == bits_out, "loads and stores with cache hints");
  check::that(words == words_out, "loads and stores of pairs with cache hints");
}

// Small numbers, so that every order of additions is exact.
template <class T, class T2>
__global__ void atomic_kernel(T* one, T* own, T2* pair, T* shared_sum, unsigned* olds) {
  __shared__ T in_shared;
  __shared__ unsigned short word;
  const unsigned i = check::tid();
  if (i == 0) in_shared = T(0.0f), word = 0;
  __syncthreads();
  atomicAdd(one, T((float)(i % 3)));
  if (i % 5 < 2) {
    atomicAdd(pair, T2(T(1.0f), T(-2.0f)));
    const T old = atomicAdd(own + i % 64, T((float)(i / 64 + 1)));
    atomicOr(olds + i % 64, 1u << (int)(float)old);
  }
  atomicAdd(&in_shared, T(0.5f));
  unsigned short before = word, seen;
  while ((seen = atomicCAS(&word, before, (unsigned short)(before + 1))) != before) before = seen;
  __syncthreads();
  if (i == 0) *shared_sum = in_shared, olds[64] = word;
}
template <class T, class T2>
void Exchange<T, T2>::atomics() {
  for (const unsigned threads : {32u, 33u, 128u}) {
    T *one = check::device_array<T>(1), *own = check::device_array<T>(64),
      *shared = check::device_array<T>(1);
    T2* pair = check::device_array<T2>(1);
    unsigned* olds = check::device_array<unsigned>(65);
    cudaMemset(one, 0, 2), cudaMemset(own, 0, 128), cudaMemset(pair, 0, 4),
        cudaMemset(olds, 0, 260);
    atomic_kernel<<<1, threads>>>(one, own, pair, shared, olds);
    check::cuda(cudaDeviceSynchronize(), "atomics");
    float sum = 0, first = 0;
    float sums[64] = {};
    unsigned want_olds[64] = {};
    for (unsigned i = 0; i < threads; ++i) {
      sum += i % 3;
      if (i % 5 >= 2) continue;
      first += 1;
      sums[i % 64] += i / 64 + 1;
    }
    for (unsigned k = 0; k < 64; ++k) want_olds[k] = k % 5 < 2 && k < threads;
    // Two threads of 128 come to one address: the second finds what the first has added.
    std::vector<T> values(64);
    T value;
    T2 both;
    unsigned got_olds[65];
    cudaMemcpy(&value, one, 2, cudaMemcpyDeviceToHost);
    check::that((float)value == sum, "all lanes add to one address");
    cudaMemcpy(&value, shared, 2, cudaMemcpyDeviceToHost);
    check::that((float)value == threads * 0.5f, "all lanes add to one address in shared memory");
    cudaMemcpy(&both, pair, 4, cudaMemcpyDeviceToHost);
    check::that((float)both.x == first && (float)both.y == -2 * first, "pairs");
    cudaMemcpy(values.data(), own, 128, cudaMemcpyDeviceToHost);
    for (unsigned k = 0; k < 64; ++k)
      check::that((float)values[k] == sums[k], "different addresses");
    cudaMemcpy(got_olds, olds, 260, cudaMemcpyDeviceToHost);
    check::that(got_olds[64] == threads, "16-bit compare and exchange");
    for (unsigned k = 0; k < 64; ++k) {
      const bool two = threads == 128 && k % 5 < 2 && (k + 64) % 5 < 2;
      const unsigned late = threads == 128 && k % 5 >= 2 && (k + 64) % 5 < 2;
      const bool good = two ? got_olds[k] == (1u | 2u) || got_olds[k] == (1u | 4u)
                            : got_olds[k] == (want_olds[k] | late);
      check::that(good, "old values");
    }
    cudaFree(one), cudaFree(own), cudaFree(shared), cudaFree(pair), cudaFree(olds);
  }
}

}  // namespace narrow
