// SPDX-License-Identifier: Apache-2.0
// Copies into other blocks of a cluster: boxes and plain bulk copies by multicast, from one block
// to another, and barriers in other blocks that are told, in rings of tiles that blocks fill for
// each other.
#include "tensor_copy.cuh"

constexpr int kColumns = 64, kLines = 8;  // of a box of 16-bit numbers, 128 bytes a line
constexpr unsigned kBoxBytes = kColumns * kLines * 2;

__device__ unsigned cluster_rank() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ unsigned cluster_size() {
  unsigned size;
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  return size;
}
__device__ void cluster_barrier() {
  asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}
__device__ unsigned in_block(unsigned address, unsigned rank) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}
__device__ void arrive_in(unsigned barrier, unsigned rank) {
  asm volatile(
      "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(in_block(barrier, rank))
      : "memory");
}

// Each block brings its part of each round's tile to those of the mask, which knows who has read
// the one before: the ring of a GEMM. Sums of what a thread reads, weighted by the round.
__global__ void ring(const __grid_constant__ CUtensorMap map, int rounds, unsigned* out) {
  constexpr int kStages = 2;
  __shared__ __align__(1024) unsigned short tile[kStages][8][kLines][kColumns];
  __shared__ Barrier full[kStages], empty[kStages];
  const unsigned rank = cluster_rank(), size = cluster_size(), t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < kStages; ++s) init(&full[s], 1), init(&empty[s], size);
  }
  cluster_barrier();
  if (t == 0) {
    for (int round = 0; round < rounds; ++round) {
      const int s = round % kStages;
      // Everybody has read the round two before.
      if (round >= kStages) wait(&empty[s], (round / kStages + 1) % 2);
      expect(&full[s], kBoxBytes * size);
      const unsigned short all = static_cast<unsigned short>((1u << size) - 1);
      asm volatile(
          "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
          ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(at(tile[s][rank])),
          "l"(&map), "r"(round * kColumns),
          "r"(static_cast<int>((blockIdx.x / size * size + rank) * kLines)), "r"(at(&full[s])),
          "h"(all)
          : "memory");
    }
  } else if (t >= 32) {
    unsigned sum = 0;
    for (int round = 0; round < rounds; ++round) {
      const int s = round % kStages;
      wait(&full[s], round / kStages % 2);
      for (unsigned b = 0; b < size; ++b) {
        for (int line = 0; line < kLines; ++line) {
          const unsigned chunk = (t - 32) / 8 ^ line;  // swizzled
          sum += tile[s][b][line][chunk * 8 + t % 8] * (round + 1 + line * 3 + b * 31 + 1u);
        }
      }
      // One of the readers tells all blocks that bring tiles here, when the others are done.
      asm volatile("bar.sync 1, 64;" ::: "memory");
      if (t == 32) {
        for (unsigned b = 0; b < size; ++b) arrive_in(at(&empty[s]), b);
      }
    }
    out[blockIdx.x * 64 + t - 32] = sum;
  }
  __syncwarp();
  cluster_barrier();
}

void rings(int cluster, int blocks, int rounds) {
  Tensor t;
  t.type = CU_TENSOR_MAP_DATA_TYPE_UINT16, t.element = 2, t.rank = 2, t.swizzle = 3;
  t.size[0] = static_cast<cuuint64_t>(rounds * kColumns);
  t.size[1] = static_cast<cuuint64_t>(blocks * kLines);
  t.box[0] = kColumns, t.box[1] = kLines;
  t.pack(0);
  const Bytes content = random_bytes(t.bytes(), 21);
  const Device memory(content), out(static_cast<size_t>(blocks) * 64 * 4);
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(blocks)), config.blockDim = dim3(96);
  cudaLaunchAttribute how;
  how.id = cudaLaunchAttributeClusterDimension;
  how.val.clusterDim = {static_cast<unsigned>(cluster), 1, 1};
  config.attrs = &how, config.numAttrs = 1;
  cuda(cudaLaunchKernelEx(&config, ring, map_of(t, memory.p), rounds,
                          reinterpret_cast<unsigned*>(out.p)),
       "ring");
  cuda(cudaDeviceSynchronize(), "ring");
  const auto number = [&](int row, int column) {
    unsigned short x;
    std::memcpy(
        &x, &content[static_cast<size_t>(row) * t.stride[0] + static_cast<size_t>(column) * 2], 2);
    return x;
  };
  Bytes want(out.bytes);
  for (int block = 0; block < blocks; ++block) {
    for (int k = 0; k < 64; ++k) {
      unsigned sum = 0;
      for (int round = 0; round < rounds; ++round) {
        for (int b = 0; b < cluster; ++b) {
          for (int line = 0; line < kLines; ++line) {
            sum += number((block / cluster * cluster + b) * kLines + line, round * kColumns + k) *
                   static_cast<unsigned>(round + 1 + line * 3 + b * 31 + 1);
          }
        }
      }
      std::memcpy(&want[static_cast<size_t>(block * 64 + k) * 4], &sum, 4);
    }
  }
  same(out.get(), want, "ring of", cluster);
}

constexpr int kWords = 64;

// Rank 1 multicasts to ranks 0, 2 and 3; each rank sends what it has to the next one, whose barrier
// it tells, and reduces into the one behind that.
__global__ void __cluster_dims__(4) sends(const unsigned* in, unsigned* out) {
  __shared__ __align__(16) unsigned own[kWords], cast[kWords], got[kWords], sums[kWords];
  __shared__ Barrier told[3];
  const unsigned rank = cluster_rank(), t = threadIdx.x;
  own[t] = in[blockIdx.x * kWords + t];
  cast[t] = 7, got[t] = 8, sums[t] = 1000 + t;
  if (t == 0) {
    for (auto& b : told) init(&b, 1);
  }
  fence_async();
  cluster_barrier();
  if (t == 5) {
    if (rank != 1) expect(&told[0], kWords * 4);
    expect(&told[1], kWords * 4);
    expect(&told[2], kWords * 4);
    if (rank == 1) {
      asm volatile(
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
          "[%0], [%1], %2, [%3], %4;" ::"r"(at(cast)),
          "l"(in + blockIdx.x * kWords), "r"(kWords * 4), "r"(at(&told[0])),
          "h"(static_cast<unsigned short>(0xd))
          : "memory");
    }
    const unsigned next = (rank + 1) % 4, behind = (rank + 2) % 4;
    asm volatile(
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, "
        "[%3];" ::"r"(in_block(at(got), next)),
        "r"(at(own)), "r"(kWords * 4), "r"(in_block(at(&told[1]), next))
        : "memory");
    asm volatile(
        "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 "
        "[%0], [%1], %2, [%3];" ::"r"(in_block(at(sums), behind)),
        "r"(at(own)), "r"(kWords * 4), "r"(in_block(at(&told[2]), behind))
        : "memory");
  }
  __syncwarp();
  if (rank != 1) wait(&told[0], 0);
  wait(&told[1], 0);
  wait(&told[2], 0);
  unsigned* to = out + blockIdx.x * 3 * kWords + t;
  to[0] = cast[t], to[kWords] = got[t], to[2 * kWords] = sums[t];
  cluster_barrier();
}

void send_all() {
  constexpr unsigned kBlocks = 8;
  const Bytes content = random_bytes(kBlocks * kWords * 4, 4);
  const Device memory(content), out(content.size() * 3);
  sends<<<kBlocks, kWords>>>(reinterpret_cast<unsigned*>(memory.p),
                             reinterpret_cast<unsigned*>(out.p));
  cuda(cudaDeviceSynchronize(), "sends");
  const auto* in = reinterpret_cast<const unsigned*>(content.data());
  std::vector<unsigned> want;
  for (unsigned b = 0; b < kBlocks; ++b) {
    const unsigned first = b / 4 * 4, rank = b % 4;
    const auto of = [&](unsigned of_rank, unsigned t) {
      return in[(first + of_rank % 4) * kWords + t];
    };
    for (unsigned t = 0; t < kWords; ++t) want.push_back(rank == 1 ? 7 : of(1, t));
    for (unsigned t = 0; t < kWords; ++t) want.push_back(of(rank + 3, t));
    for (unsigned t = 0; t < kWords; ++t) want.push_back(of(rank + 2, t) + 1000 + t);
  }
  Bytes bytes(want.size() * 4);
  std::memcpy(bytes.data(), want.data(), bytes.size());
  same(out.get(), bytes, "sends");
}

int main() {
  rings(1, 3, 5);
  rings(2, 6, 7);
  rings(4, 4, 6);
  send_all();
  return failures != 0;
}
