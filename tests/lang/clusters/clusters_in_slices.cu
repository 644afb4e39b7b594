// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Clusters whose waits no compiler sees: for what the thread that launched them does later, where
// it runs them itself as they were short, and for clusters that have not begun. Their blocks are
// left in the middle of their code, between additions to shared memory of each other.
#include "clusters.h"

namespace cg = cooperative_groups;

constexpr unsigned kSize = 4;

using Wait = unsigned (*)(volatile unsigned*);
__device__ __noinline__ unsigned until_set(volatile unsigned* flag) {
  unsigned seen;
  while ((seen = *flag) == 0) {
  }
  return seen;
}
__device__ Wait waits[1] = {until_set};

// By plain loads at places that the loop computes.
__device__ unsigned search(const unsigned* places) {
  unsigned at = 0;
  while (places[at % 4] == 0) ++at;
  return places[at % 4];
}

template <bool kPointer>
__global__ void __cluster_dims__(kSize) wait_for(unsigned* flags, unsigned* out) {
  __shared__ unsigned seen;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), t = threadIdx.x;
  if (t == 0) seen = kPointer && *(volatile unsigned*)flags == 0 ? waits[0](flags) : search(flags);
  cluster.sync();
  out[blockIdx.x * blockDim.x + t] = *cluster.map_shared_rank(&seen, (rank + t) % kSize) + t;
  cluster.sync();
}

__global__ void set(unsigned* flags, unsigned value) {
  if (threadIdx.x < 4) *(volatile unsigned*)&flags[threadIdx.x] = value;
}

// Cluster c waits for the one behind it.
__global__ void __cluster_dims__(kSize) backwards(unsigned* chain, unsigned* out) {
  __shared__ unsigned sum;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned c = blockIdx.x / kSize, t = threadIdx.x;
  if (t == 0) sum = 0;
  cluster.sync();
  if (t == 0 && cluster.block_rank() == 1) {
    unsigned value = 1;
    if (c + 1 < gridDim.x / kSize) value = search(chain + 4 * (c + 1));
    for (unsigned k = 0; k < 4; ++k) *(volatile unsigned*)&chain[4 * c + k] = value * 3 + c;
  }
  atomicAdd(cluster.map_shared_rank(&sum, t % kSize), t);
  cluster.sync();
  out[blockIdx.x * blockDim.x + t] = sum + *(volatile unsigned*)&chain[4 * c];
  cluster.sync();
}

// Blocks that run for many slices and add to each other's memory all the time.
__global__ void __cluster_dims__(kSize) adds(unsigned rounds, unsigned* out) {
  __shared__ unsigned sums[32];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = threadIdx.x, next = (cluster.block_rank() + 1) % kSize;
  sums[t] = t;
  cluster.sync();
  for (unsigned k = 0; k < rounds; ++k)
    atomicAdd(cluster.map_shared_rank(&sums[(t + k) % 32], k % 2 ? next : 0), 1 + k % 3);
  cluster.sync();
  out[blockIdx.x * blockDim.x + t] = sums[t];
  cluster.sync();
}

int main() {
  constexpr unsigned clusters = 6, blocks = clusters * kSize, n = blocks * 32;
  auto* flags = check::device_array<unsigned>(4 * clusters);
  auto* device_out = check::device_array<unsigned>(n);
  static unsigned out[n];
  const auto fetch = [&](const char* what) {
    check::cuda(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost), what);
  };
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  for (auto* kernel : {wait_for<true>, wait_for<false>}) {
    set<<<1, 32>>>(flags, 1);
    for (unsigned k = 0; k < 50; ++k) {
      kernel<<<kSize, 32, 0, first>>>(flags, device_out);
      cudaStreamSynchronize(first);
    }
    cudaMemset(flags, 0, 4 * sizeof *flags);
    cudaDeviceSynchronize();
    kernel<<<kSize, 32, 0, first>>>(flags, device_out);
    set<<<1, 32, 0, second>>>(flags, 40);
    check::cuda(cudaStreamSynchronize(first), "waits in what was short");
    fetch("a short cluster");
    for (unsigned i = 0; i < kSize * 32; ++i) check::equal(out[i], 40 + i % 32, "what was set");
  }
  cudaMemset(flags, 0, 4 * clusters * sizeof *flags);
  backwards<<<blocks, 32>>>(flags, device_out);
  fetch("clusters that wait for later ones");
  unsigned want = 1;
  for (unsigned c = clusters; c-- > 0;) {
    want = want * 3 + c;
    for (unsigned i = 0; i < kSize * 32; ++i) {
      unsigned sum = 0;
      for (unsigned t = i / 32; t < 32; t += kSize) sum += t * kSize;
      check::equal(out[c * kSize * 32 + i], sum + want, "clusters that wait for later ones");
    }
  }
  // The reference lets other threads run in every round.
  const unsigned rounds = std::getenv("HEDDLE_REFERENCE") ? 1000 : 200000;
  adds<<<2 * kSize, 32>>>(rounds, device_out);
  fetch("sums");
  // What each block adds to one word in every round, and which words block 0 gets besides.
  unsigned even = 0, odd = 0;
  for (unsigned k = 0; k < rounds; ++k) (k % 2 ? odd : even) += 1 + k % 3;
  for (unsigned b = 0; b < 2 * kSize; ++b) {
    unsigned total = 0;
    for (unsigned t = 0; t < 32; ++t) total += out[b * 32 + t] - t;
    const unsigned all = 32 * odd + (b % kSize == 0 ? kSize * 32 * even : 0);
    check::equal(total, all, "sums of a cluster");
  }
  return check::result();
}
