// SPDX-License-Identifier: Apache-2.0
// ldmatrix, stmatrix and movmatrix: rows anywhere in shared memory, as the lanes name them.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kRows = 32, kRowBytes = 48;  // a row is 16 bytes, at every third place

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// Lane l names row (l * 5 + warp) % 32: all are read, in another order.
__device__ int named_row(int lane, int warp) {
  return (lane * 5 + warp) % kRows;
}

#define LOAD(count, trans, results, ...)                                            \
  asm volatile("ldmatrix.sync.aligned.m8n8." count trans ".shared.b16 " results ";" \
               : __VA_ARGS__                                                        \
               : "r"(shared_address(row))                                           \
               : "memory")

__global__ void load(unsigned* out) {
  __shared__ __align__(16) unsigned char tiles[2][kRows * kRowBytes];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  auto* tile = reinterpret_cast<unsigned short*>(tiles[warp]);
  for (int i = lane; i < kRows * kRowBytes / 2; i += 32) {
    tile[i] = static_cast<unsigned short>(i * 31 + warp * 7777 + blockIdx.x);
  }
  __syncthreads();
  const auto* row = tiles[warp] + named_row(lane, warp) * kRowBytes;
  unsigned r[15];
  LOAD("x1", "", "{%0}, [%1]", "=r"(r[0]));
  LOAD("x2", "", "{%0, %1}, [%2]", "=r"(r[1]), "=r"(r[2]));
  LOAD("x4", "", "{%0, %1, %2, %3}, [%4]", "=r"(r[3]), "=r"(r[4]), "=r"(r[5]), "=r"(r[6]));
  LOAD("x1", ".trans", "{%0}, [%1]", "=r"(r[7]));
  LOAD("x2", ".trans", "{%0, %1}, [%2]", "=r"(r[8]), "=r"(r[9]));
  LOAD("x4", ".trans", "{%0, %1, %2, %3}, [%4 + 16]", "=r"(r[10]), "=r"(r[11]), "=r"(r[12]),
       "=r"(r[13]));
  // Generic, and the result where the address was.
  unsigned long long at = reinterpret_cast<unsigned long long>(row);
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.b16 {%0}, [%1];" : "=r"(r[14]) : "l"(at) : "memory");
  for (int i = 0; i < 15; ++i) out[(blockIdx.x * 15 + i) * 64 + threadIdx.x] = r[i];
}

__global__ void store(unsigned short* out) {
  __shared__ __align__(16) unsigned char tiles[2][kRows * kRowBytes];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  auto* tile = reinterpret_cast<unsigned short*>(tiles[warp]);
  for (int i = lane; i < kRows * kRowBytes / 2; i += 32) tile[i] = 0xffff;
  __syncthreads();
  auto* row = tiles[warp] + named_row(lane, warp) * kRowBytes;
  unsigned r[4];
  for (int m = 0; m < 4; ++m) r[m] = (lane * 2 + m * 64) | (lane * 2 + 1 + m * 64) << 16;
  asm volatile(
      "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(shared_address(row)),
      "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
      : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0 + 16], {%1, %2};" ::"r"(
                   shared_address(row)),
               "r"(r[2]), "r"(r[3])
               : "memory");
  __syncthreads();
  for (int i = lane; i < kRows * kRowBytes / 2; i += 32) {
    out[(blockIdx.x * 2 + warp) * (kRows * kRowBytes / 2) + i] = tile[i];
  }
}

__global__ void move(unsigned* out) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned word = threadIdx.x * 2 | (threadIdx.x * 2 + 1) << 16;
  unsigned turned = 0;
  // Only even warps: what a whole warp decides.
  if (threadIdx.x / 32 % 2 == 0) {
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(turned) : "r"(word));
  }
  out[threadIdx.x] = turned + lane * 0;
}

int failures = 0;
void expect(const char* what, int where, unsigned got, unsigned want) {
  if (got == want) return;
  if (++failures < 10) std::fprintf(stderr, "FAIL %s at %d: %x, not %x\n", what, where, got, want);
}

int main() {
  constexpr int kBlocks = 2;
  unsigned* words = nullptr;
  unsigned short* halves = nullptr;
  cudaMallocManaged(&words, kBlocks * 15 * 64 * sizeof(unsigned));
  cudaMallocManaged(&halves, kBlocks * 2 * kRows * kRowBytes);
  load<<<kBlocks, 64>>>(words);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  const auto named = [](int lane, int warp) { return (lane * 5 + warp) % kRows; };
  for (int block = 0; block < kBlocks; ++block) {
    for (int thread = 0; thread < 64; ++thread) {
      const int lane = thread % 32, warp = thread / 32;
      const auto element = [&](int matrix, int row, int column, int behind) {
        const int i = named(8 * matrix + row, warp) * kRowBytes / 2 + column + behind;
        return static_cast<unsigned>(static_cast<unsigned short>(i * 31 + warp * 7777 + block));
      };
      const auto plain = [&](int m) {
        return element(m, lane / 4, lane % 4 * 2, 0) | element(m, lane / 4, lane % 4 * 2 + 1, 0)
                                                           << 16;
      };
      const auto turned = [&](int m, int behind) {
        return element(m, lane % 4 * 2, lane / 4, behind) |
               element(m, lane % 4 * 2 + 1, lane / 4, behind) << 16;
      };
      const int counts[] = {1, 2, 4};
      int i = 0;
      const auto got = [&](int number) { return words[(block * 15 + number) * 64 + thread]; };
      for (int count : counts) {
        for (int m = 0; m < count; ++m) expect("ldmatrix", thread, got(i++), plain(m));
      }
      for (int count : counts) {
        for (int m = 0; m < count; ++m) {
          expect("ldmatrix.trans", thread, got(i++), turned(m, count == 4 ? 8 : 0));
        }
      }
      expect("ldmatrix, generic", thread, got(i++), plain(0));
    }
  }
  store<<<kBlocks, 64>>>(halves);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int warp = 0; warp < 2 * kBlocks; ++warp) {
    for (int line = 0; line < kRows; ++line) {
      int lane = 0;
      while (named(lane, warp % 2) != line) ++lane;
      const int matrix = lane / 8, row = lane % 8;
      for (int column = 0; column < kRowBytes / 2; ++column) {
        unsigned want = 0xffff;
        if (column < 8) want = row * 8 + column + matrix * 64;
        if (column >= 8 && column < 16 && matrix < 2)
          want = (column - 8) * 8 + row + (matrix + 2) * 64;
        expect("stmatrix", column, halves[(warp * kRows + line) * kRowBytes / 2 + column], want);
      }
    }
  }
  move<<<1, 96>>>(words);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int thread = 0; thread < 96; ++thread) {
    const int lane = thread % 32, first = thread / 32 * 64;
    const unsigned low = first + lane % 4 * 2 * 8 + lane / 4, high = low + 8;
    expect("movmatrix", thread, words[thread], thread / 32 % 2 ? 0 : low | high << 16);
  }
  return failures != 0;
}
