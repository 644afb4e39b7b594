// SPDX-License-Identifier: Apache-2.0
// wgmma against a plain loop: matrices of small whole numbers, all sums exact, put into shared
// memory as the PTX ISA draws the layouts ("Shared Memory Matrix Layout"): atoms of eight lines of
// 16, 32, 64 or 128 bytes, whose pieces of 16 bytes change places with the number of the line.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

inline int failures = 0;

inline void cuda(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "FAIL %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

enum Swizzle { kNone = 0, k128 = 1, k64 = 2, k32 = 3 };

__host__ __device__ constexpr int width_of(int swizzle) {
  return swizzle == kNone ? 16 : 256 >> swizzle;
}

// A matrix of `lines` lines (rows of A, columns of B) of `bytes` bytes each along k.
struct Layout {
  int swizzle;
  bool across;  // lines lie side by side, not k; elements of two bytes
  int lines, bytes;

  __host__ __device__ int width() const { return width_of(swizzle); }
  // Atoms lie first along k, then along the lines.
  __host__ __device__ int atoms_along() const { return across ? bytes / 2 / 8 : bytes / width(); }
  __host__ __device__ int size() const { return (lines + 63) / 64 * 64 * bytes; }
  // From an atom to the next one along k, and along the lines.
  __host__ __device__ int next_k() const { return 8 * width(); }
  __host__ __device__ int next_line() const { return 8 * width() * atoms_along(); }

  // Where byte `b` of line `l` lies.
  __host__ __device__ int place(int l, int b) const {
    int row, in_row, atom;
    if (!across) {
      row = l % 8, in_row = b % width();
      atom = l / 8 * next_line() + b / width() * next_k();
    } else {
      const int per_atom = width() / 2, k = b / 2;
      row = k % 8, in_row = l % per_atom * 2 + b % 2;
      atom = l / per_atom * next_line() + k / 8 * next_k();
    }
    int piece = in_row / 16;
    if (swizzle == k128) piece ^= row;
    if (swizzle == k64) piece ^= row / 2;
    if (swizzle == k32) piece ^= row / 4;
    return atom + row * width() + piece * 16 + in_row % 16;
  }
  // Behind how many bytes from `address` the operand of the instruction at `step` begins, 32 bytes
  // of k each.
  __host__ __device__ int step(int step) const {
    if (across) return step * 2 * next_k();
    return step * 32 / width() * next_k() + step * 32 % width();
  }
  __host__ __device__ std::uint64_t descriptor(unsigned address) const {
    // What goes on along the leading dimension and what by strides.
    const bool lines_lead = across && swizzle != kNone;
    const int leading = lines_lead ? next_line() : next_k();
    const int stride = lines_lead ? next_k() : next_line();
    return (address & 0x3ffff) >> 4 | std::uint64_t(leading >> 4) << 16 |
           std::uint64_t(stride >> 4) << 32 | std::uint64_t(swizzle) << 62;
  }
};

// Small whole numbers that tell rows from columns.
__host__ __device__ inline int value(int seed, int line, int k) {
  unsigned x = seed * 7919u + line * 2654435761u + k * 40503u;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  x ^= x >> 13;
  return static_cast<int>(x % 7) - 3;
}

__device__ inline unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ inline void wgmma_begin() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ inline void wgmma_end() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}
