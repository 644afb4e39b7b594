// SPDX-License-Identifier: Apache-2.0
// Operations of a warp with wrong masks.
#include <cooperative_groups.h>
#include <mma.h>

#include "planted.h"

__global__ void caller_not_named(int* y) {
  int lane = threadIdx.x;
  if (lane >= 16) __syncwarp(PLANT(0x0000ffff, 0xffff0000));  // ERROR caller-not-in-mask (16,0,0)
  y[lane] = 1;
}

__global__ void caller_not_named_in_shuffle(int* y) {
  int lane = threadIdx.x;
  y[lane] = __shfl_xor_sync(PLANT(0x7fffffff, 0xffffffff), lane, 1);
  // ^ ERROR caller-not-in-mask (31,0,0)
}

__global__ void never_arrives(int* y) {
  int lane = threadIdx.x;
  int v = lane;
  if (lane < 16) {
    v += __shfl_down_sync(PLANT(0xffffffff, 0x0000ffff), v, 8, 16);  // ERROR missing-lane (0,0,0)
  }
  y[lane] = v;
}

__device__ bool vote(bool yes) {
  return __any_sync(PLANT(0xffffffff, __activemask()), yes);  // ERROR missing-lane (0,0,0)
}
__global__ void vote_in_a_helper(int* y) {
  int lane = threadIdx.x;
  int sum = 0;
  if (lane % 2 == 0) sum += vote(lane == 4);
  __syncthreads();
  y[lane] = sum;
}

__global__ void sync_in_a_condition(int* y) {
  int lane = threadIdx.x;
  __shared__ int numbers[32];
  numbers[lane] = lane;
  if (lane < 8) {
    __syncwarp(PLANT(0x0000ffff, 0x000000ff));  // ERROR missing-lane (0,0,0)
  }
  y[lane] = numbers[lane];
}

// Right: both ways of a branch, groups, early returns, and a mask that a vote has made.
__global__ void right(int* y, int n) {
  int lane = threadIdx.x;
  int v = lane;
  if (lane < 16) {
    v += __shfl_xor_sync(0x0000ffff, v, 1);
  } else {
    v += __shfl_xor_sync(0xffff0000, v, 2);
  }
  unsigned odd = __ballot_sync(0xffffffff, v & 1);
  if (v & 1) v += __popc(__ballot_sync(odd, true));
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  v += tile.shfl_down(v, 1);
  if (lane % 3 == 0) {
    auto some = cooperative_groups::coalesced_threads();
    v += some.shfl(v, 0);
  }
  y[lane] = v;
  if (lane >= n) return;
  y[lane] += __reduce_add_sync((1u << n) - 1, 1);
}

// Matrix instructions are of all lanes of a warp.
__global__ void multiplies(int* y) {
  float d[4] = {};
  const unsigned a = threadIdx.x, b = 2 * threadIdx.x;
  if (PLANT(threadIdx.x < 16, true)) {
    asm volatile(  // ERROR missing-lane (0,0,0)
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
        "{%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a), "r"(b), "r"(a));
  }
  __syncthreads();
  y[threadIdx.x] = d[0] > 3;
}
__global__ void loads_rows(int* y) {
  __shared__ __align__(16) unsigned rows[32];
  rows[threadIdx.x] = threadIdx.x;
  __syncthreads();
  unsigned v = 0;
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(rows + 4 * (threadIdx.x % 8)));
  if (PLANT(threadIdx.x != 5, true)) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v) : "r"(at));
    // ^ ERROR missing-lane (0,0,0), and its address // ^ ERROR uninitialised
  }
  __syncthreads();
  y[threadIdx.x] = v;
}
// So are the loads and stores of whole matrices.
__device__ void bring(
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half, nvcuda::wmma::row_major>& a,
    const __half* from) {
  nvcuda::wmma::load_matrix_sync(a, from, 16);  // ERROR missing-lane (0,0,0)
}
__global__ void half_a_warp_loads(int* y) {
  __shared__ __half rows[16 * 16];
  for (int i = 0; i < 8; ++i) rows[threadIdx.x + 32 * i] = __half(i);
  __syncthreads();
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half, nvcuda::wmma::row_major> a;
  nvcuda::wmma::fill_fragment(a, __half(0));
  if (PLANT(threadIdx.x < 16, y != nullptr)) bring(a, rows);
  __syncthreads();
  y[threadIdx.x] = a.x[0] > __half(3);
}
__global__ void one_lane_does_not_store(float* y) {
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sums;
  nvcuda::wmma::fill_fragment(sums, threadIdx.x);
  if (PLANT(threadIdx.x != 31, y != nullptr)) {
    nvcuda::wmma::store_matrix_sync(y, sums, 16, nvcuda::wmma::mem_row_major);
    // ^ ERROR missing-lane (0,0,0)
  }
  __syncthreads();
  y[threadIdx.x] = 1;
}

// Right: each warp as a whole, and the last one, which has 16 threads.
__global__ void warps_multiply(int* y) {
  unsigned v = threadIdx.x;
  if (threadIdx.x / 32 != 1) {
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(v));
  }
  __syncthreads();
  y[threadIdx.x] = v;
}

int main() {
  int* y = make<int>(64);
  caller_not_named<<<1, 32>>>(y);
  caller_not_named_in_shuffle<<<1, 32>>>(y);
  never_arrives<<<1, 32>>>(y);
  vote_in_a_helper<<<1, 32>>>(y);
  sync_in_a_condition<<<1, 32>>>(y);
  right<<<1, 32>>>(y, 20);
  multiplies<<<1, 32>>>(y);
  loads_rows<<<1, 32>>>(y);
  half_a_warp_loads<<<1, 32>>>(y);
  float* matrix = make<float>(16 * 16);
  one_lane_does_not_store<<<1, 32>>>(matrix);
  warps_multiply<<<1, 64>>>(y);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
