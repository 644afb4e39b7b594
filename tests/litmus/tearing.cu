// SPDX-License-Identifier: Apache-2.0
// Tearing: one block stores numbers whose halves belong together, another one loads them. 128 bits
// by the compiler's functions, inline PTX and exchanges, 64 bits too. See litmus.cuh for the
// settings; here a round is a store, or a load.
// options: -std=c++17
#include "litmus.cuh"

using namespace litmus;

namespace {

using Wide = unsigned __int128;
using Long = unsigned long long;

// Of a number, what its halves hold: the same 63 or 31 bits, told apart by one.
template <typename T>
struct Halves;
template <>
struct Halves<Wide> {
  static __device__ Wide make(unsigned k) {
    const Long low = k * 0x9e3779b97f4a7c15ull >> 1;
    return (Wide)(low | 1ull << 63) << 64 | low;
  }
  static __device__ bool torn(Wide v) { return ((Long)(v >> 64) & ~(1ull << 63)) != (Long)v; }
};
template <>
struct Halves<Long> {
  static __device__ Long make(unsigned k) {
    const unsigned low = k * 0x9e3779b9u >> 1;
    return (Long)(low | 1u << 31) << 32 | low;
  }
  static __device__ bool torn(Long v) { return ((v >> 32) & ~(1ull << 31)) != (unsigned)v; }
};

template <typename T>
struct nv_relaxed {
  static constexpr const char* name = sizeof(T) == 16 ? "nv_relaxed 128" : "nv_relaxed 64";
  static __device__ void store(T* at, T v) {
    __nv_atomic_store(at, &v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  }
  static __device__ T load(T* at) {
    T v;
    __nv_atomic_load(at, &v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    return v;
  }
};
template <typename T>
struct nv_seq_cst {
  static constexpr const char* name = sizeof(T) == 16 ? "nv_seq_cst 128" : "nv_seq_cst 64";
  static __device__ void store(T* at, T v) {
    __nv_atomic_store(at, &v, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  }
  static __device__ T load(T* at) {
    T v;
    __nv_atomic_load(at, &v, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    return v;
  }
};
struct ptx_release_acquire {
  static constexpr const char* name = "ptx st.release, ld.acquire b128";
  static __device__ void store(Wide* at, Wide v) {
    asm volatile("st.release.gpu.b128 [%0], %1;" ::"l"(at), "q"(v) : "memory");
  }
  static __device__ Wide load(Wide* at) {
    Wide v;
    asm volatile("ld.acquire.gpu.b128 %0, [%1];" : "=q"(v) : "l"(at) : "memory");
    return v;
  }
};
struct exchange_and_load {
  static constexpr const char* name = "atomicExch 128, ld.relaxed";
  static __device__ void store(Wide* at, Wide v) { atomicExch(at, v); }
  static __device__ Wide load(Wide* at) {
    Wide v;
    asm volatile("ld.relaxed.gpu.b128 %0, [%1];" : "=q"(v) : "l"(at) : "memory");
    return v;
  }
};

// CUB's look-back scans count on this.
struct ptx_four_words {
  static constexpr const char* name = "ptx st.relaxed, ld.relaxed v4.u32";
  static __device__ void store(Wide* at, Wide v) {
    asm volatile("st.relaxed.gpu.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(at), "r"((unsigned)v),
                 "r"((unsigned)(v >> 32)), "r"((unsigned)(v >> 64)), "r"((unsigned)(v >> 96))
                 : "memory");
  }
  static __device__ Wide load(Wide* at) {
    unsigned a, b, c, d;
    asm volatile("ld.relaxed.gpu.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "l"(at)
                 : "memory");
    return (Wide)d << 96 | (Wide)c << 64 | (Wide)b << 32 | a;
  }
};
struct ptx_two_longs {
  static constexpr const char* name = "ptx st.release, ld.acquire v2.u64";
  static __device__ void store(Wide* at, Wide v) {
    asm volatile("st.release.gpu.v2.u64 [%0], {%1, %2};" ::"l"(at), "l"((Long)v),
                 "l"((Long)(v >> 64))
                 : "memory");
  }
  static __device__ Wide load(Wide* at) {
    Long a, b;
    asm volatile("ld.acquire.gpu.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(at) : "memory");
    return (Wide)b << 64 | a;
  }
};
struct ptx_two_words {
  static constexpr const char* name = "ptx st.volatile, ld.volatile v2.u32";
  static __device__ void store(Long* at, Long v) {
    asm volatile("st.volatile.global.v2.u32 [%0], {%1, %2};" ::"l"(at), "r"((unsigned)v),
                 "r"((unsigned)(v >> 32))
                 : "memory");
  }
  static __device__ Long load(Long* at) {
    unsigned a, b;
    asm volatile("ld.volatile.global.v2.u32 {%0, %1}, [%2];"
                 : "=r"(a), "=r"(b)
                 : "l"(at)
                 : "memory");
    return (Long)b << 32 | a;
  }
};

template <typename P, typename T, Lanes lanes>
__global__ void tearing(T* all, unsigned rounds, Arrays threads, Long* torn, Long* seen) {
  const unsigned lane = threadIdx.x % kLanes;
  if (lanes == Lanes::kOne && lane != 0) return;
  if (lanes == Lanes::kMasked && lane % 3 == 1) return;
  T* const at = all + (lanes == Lanes::kOne ? 0 : lane);
  meet(threads, blockIdx.x, 2, 1);
  Long bad = 0, changes = 0;
  T before = 0;
  for (unsigned round = 1; round <= rounds; ++round) {
    if (blockIdx.x == 0) {
      P::store(at, Halves<T>::make(round));
    } else {
      const T v = P::load(at);
      if (v != 0 && Halves<T>::torn(v)) ++bad;
      if (v != before) ++changes;
      before = v;
    }
  }
  atomicAdd(torn, bad);
  atomicAdd(seen, changes);
}

template <typename P, typename T, Lanes lanes>
void run_lanes() {
  const unsigned rounds = rounds_of_a_launch() * (lanes == Lanes::kOne ? 100 : 10);
  T* at = nullptr;
  Long *counts = nullptr, host[2];
  check(cudaMalloc((void**)&at, kLanes * sizeof(T)), P::name);
  check(cudaMalloc((void**)&counts, sizeof(host)), P::name);
  Arrays threads{};
  check(cudaMalloc((void**)&threads.met, 2 * kLanes * sizeof(unsigned)), P::name);
  check(cudaMemset(threads.met, 0, 2 * kLanes * sizeof(unsigned)), P::name);
  check(cudaMemset(at, 0, kLanes * sizeof(T)), P::name);
  check(cudaMemset(counts, 0, sizeof(host)), P::name);
  tearing<P, T, lanes><<<2, kLanes>>>(at, rounds, threads, counts, counts + 1);
  check(cudaDeviceSynchronize(), P::name);
  check(cudaMemcpy(host, counts, sizeof(host), cudaMemcpyDeviceToHost), P::name);
  check(cudaFree(at), P::name);
  check(cudaFree(counts), P::name);
  check(cudaFree(threads.met), P::name);
  std::printf("tearing %-32s %-9s torn=%llu values=%llu%s\n", P::name, name(lanes), host[0],
              host[1], host[0] ? "  FORBIDDEN" : "");
  if (host[0] == 0) return;
  failures() += host[0];
  std::fprintf(stderr, "FAIL tearing by %s, lanes: %s: %llu torn loads\n", P::name, name(lanes),
               host[0]);
}

template <typename P, typename T>
void run_tearing() {
  run_lanes<P, T, Lanes::kOne>();
  run_lanes<P, T, Lanes::kAll>();
  run_lanes<P, T, Lanes::kMasked>();
}

}  // namespace

int main() {
  run_tearing<nv_relaxed<Wide>, Wide>();
  run_tearing<nv_seq_cst<Wide>, Wide>();
  run_tearing<ptx_release_acquire, Wide>();
  run_tearing<exchange_and_load, Wide>();
  run_tearing<ptx_four_words, Wide>();
  run_tearing<ptx_two_longs, Wide>();
  run_tearing<ptx_two_words, Long>();
  run_tearing<nv_relaxed<Long>, Long>();
  return result();
}
