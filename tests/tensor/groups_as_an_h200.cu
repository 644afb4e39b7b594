// SPDX-License-Identifier: Apache-2.0
// Every form of wgmma and mma.sp gives the bits that an H200 gave (h200_groups.inc: what this
// program writes there, compiled by nvcc for sm_90a, when it is given a word).
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "group_forms.cuh"

constexpr std::uint64_t kH200[][kValueKinds] = {
#include "h200_groups.inc"
};

int failures = 0;
bool print = false;

void cuda(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "FAIL %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

template <int FORM>
__global__ void run_group(unsigned* out) {
  using G = Group<FORM>;
  __shared__ __align__(128) unsigned b[64];
  unsigned a[4], c[4], d[4];
  const auto values = static_cast<Values>(blockIdx.y);
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned seed = blockIdx.y * 1000 + blockIdx.x;
  for (int i = 0; i < 4; ++i) a[i] = fragment_word(G::kA, values, 0, seed * 4 + warp, lane, i);
  for (int i = 0; i < G::kWords; ++i)
    c[i] = fragment_word(G::kD, values, 2, seed * 4 + warp, lane, i);
  if (threadIdx.x < 64) {
    const unsigned n = threadIdx.x / 8, w = threadIdx.x % 8;
    b[w / 4 * 32 + n * 4 + w % 4] = fragment_word(G::kB, values, 1, seed, n * 4 + w % 4, w / 4);
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  // The two k halves of the columns lie 128 bytes apart.
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(b));
  const unsigned long long descriptor =
      (address & 0x3ffff) >> 4 | 128ull >> 4 << 16 | 256ull >> 4 << 32;
  G::run(d, a, descriptor, c, blockIdx.x != 0);  // the first without C
  unsigned* mine = out + ((blockIdx.y * gridDim.x + blockIdx.x) * 4 + warp) * 32 * G::kWords;
  for (int i = 0; i < G::kWords; ++i) mine[i * 32 + lane] = d[i];
}

template <int FORM>
__global__ void run_sparse(unsigned* out) {
  using S = Sparse<FORM>;
  unsigned a[4], b[4], c[4], d[4];
  const auto values = static_cast<Values>(blockIdx.y);
  const unsigned lane = threadIdx.x, seed = blockIdx.y * 1000 + blockIdx.x;
  for (int i = 0; i < S::kWordsOfOperand; ++i) {
    a[i] = fragment_word(S::kA, values, 0, seed, lane, i);
    b[i] = fragment_word(S::kB, values, 1, seed, lane, i);
  }
  for (int i = 0; i < S::kWords; ++i) c[i] = fragment_word(S::kD, values, 2, seed, lane, i);
  // Which two of each four, in order.
  unsigned e = 0;
  const unsigned pairs[6] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
  for (int i = 0; i < 8; ++i) {
    const unsigned h = mix(seed * 8 + i + 12345 + lane * 7919);
    e |= (S::kA == Type::tf32 ? (h % 2 ? 0x4u : 0xeu) : pairs[h % 6]) << 4 * i;
  }
  S::run(d, a, b, c, e, blockIdx.x % S::kSelectors);
  unsigned* mine = out + (blockIdx.y * gridDim.x + blockIdx.x) * 32 * S::kWords;
  for (int i = 0; i < S::kWords; ++i) mine[i * 32 + lane] = d[i];
}

std::uint64_t hash(const unsigned* words, std::size_t count) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < count; ++i) h = (h ^ words[i]) * 0x100000001b3u;
  return h;
}

void compare(const char* name, const unsigned* out, std::size_t each, int row) {
  cuda(cudaGetLastError(), name);
  cuda(cudaDeviceSynchronize(), name);
  if (print) std::printf("{");
  for (int values = 0; values < kValueKinds; ++values) {
    const auto got = hash(out + values * each, each);
    if (print) {
      std::printf("%s0x%016llx", values ? ", " : "", static_cast<unsigned long long>(got));
    } else if (got != kH200[row][values] && ++failures < 20) {
      std::fprintf(stderr, "FAIL %s, values %d\n", name, values);
    }
  }
  if (print) std::printf("},  // %s\n", name);
}

template <int FORM>
void groups(unsigned* out) {
  using G = Group<FORM>;
  const int seeds = is_float(G::kA) ? 8 : 2;
  run_group<FORM><<<dim3(seeds, kValueKinds), 128>>>(out);
  compare(G::kName, out, std::size_t{128} * G::kWords * seeds, FORM);
  if constexpr (FORM + 1 < kGroups) groups<FORM + 1>(out);
}
template <int FORM>
void sparse(unsigned* out) {
  using S = Sparse<FORM>;
  run_sparse<FORM><<<dim3(8, kValueKinds), 32>>>(out);
  compare(S::kName, out, std::size_t{32} * S::kWords * 8, kGroups + FORM);
  if constexpr (FORM + 1 < kSparses) sparse<FORM + 1>(out);
}

int main(int argc, char**) {
  print = argc > 1;
  unsigned* out = nullptr;
  cuda(cudaMallocManaged(&out, sizeof(unsigned) * kValueKinds * 8 * 128 * 4), "malloc");
  groups<0>(out);
  sparse<0>(out);
  return failures != 0;
}
