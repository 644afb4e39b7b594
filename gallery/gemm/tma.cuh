// SPDX-License-Identifier: Apache-2.0
// The copy engine (TMA) and the barriers in shared memory that it reports to. A tensor map
// describes a matrix once, on the host; after that one thread asks for a whole tile. Elements
// outside the matrix arrive as zeros, and are not written. sm_90.
#pragma once

#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_runtime.h>

#include <atomic>
#include <type_traits>

#include "copy_engine.h"
#include "problem.h"

namespace gemm {

// --- the host's side ---

// The driver's function, without linking the driver's library.
using EncodeTensorMap = PFN_cuTensorMapEncodeTiled_v12000;
inline cudaError_t tensor_map_encoder(EncodeTensorMap* encode) {
  static std::atomic<EncodeTensorMap> known{nullptr};
  *encode = known;
  if (*encode != nullptr) return cudaSuccess;
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  const cudaError_t error = cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function,
                                                             12000, cudaEnableDefault, &found);
  if (error != cudaSuccess) return error;
  if (found != cudaDriverEntryPointSuccess) return cudaErrorNotSupported;
  known = *encode = reinterpret_cast<EncodeTensorMap>(function);
  return cudaSuccess;
}

template <class T>
constexpr CUtensorMapDataType tensor_map_type() {
  if (sizeof(T) == 1) return CU_TENSOR_MAP_DATA_TYPE_UINT8;
  if (sizeof(T) == 8) return CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
  if (std::is_same_v<T, int>) return CU_TENSOR_MAP_DATA_TYPE_INT32;
  return sizeof(T) == 2 ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 : CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
}

// What L2 looks up for a line of a box: where lines begin anywhere, one of 128 bytes lies in two of
// L2's, and looking up their neighbours as well costs a sixth more time (an H100, 2026-11-28: 128
// lines in 417 instead of 356 ns; 279 where they lie in one, by either).
inline CUtensorMapL2promotion l2_promotion(const void* first, size_t bytes_from_line_to_line) {
  const bool in_one = (reinterpret_cast<size_t>(first) | bytes_from_line_to_line) % 128 == 0;
  return in_one ? CU_TENSOR_MAP_L2_PROMOTION_L2_256B : CU_TENSOR_MAP_L2_PROMOTION_L2_128B;
}

// Boxes of `lines` lines of 128 bytes, which lie in shared memory swizzled: the 16-byte chunk c of
// line l at place c ^ (l % 8), so that a column of chunks touches all banks.
template <class T>
cudaError_t make_tensor_map(CUtensorMap* map, const Matrix<T>& matrix, int rows, int columns,
                            int lines,
                            CUtensorMapDataType type = tensor_map_type<std::remove_const_t<T>>()) {
  using Element = std::remove_const_t<T>;
  const bool by_rows = matrix.order == Order::kRow;
  const cuuint64_t sizes[2] = {cuuint64_t(by_rows ? columns : rows),
                               cuuint64_t(by_rows ? rows : columns)};
  const cuuint64_t strides[1] = {matrix.ld * sizeof(T)};
  const cuuint32_t box[2] = {cuuint32_t(128 / sizeof(T)), cuuint32_t(lines)};
  const cuuint32_t steps[2] = {1, 1};
  EncodeTensorMap encode;
  if (const cudaError_t error = tensor_map_encoder(&encode); error != cudaSuccess) return error;
  const CUresult result =
      encode(map, type, 2, const_cast<Element*>(matrix.data), sizes, strides, box, steps,
             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
             l2_promotion(matrix.data, strides[0]), CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return result == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue;
}
// The same of matrices that begin `step` elements apart, with the number of one as third
// coordinate.
template <class T>
cudaError_t make_batch_map(CUtensorMap* map, const Matrix<T>& matrix, int rows, int columns,
                           int lines, int count, size_t step,
                           CUtensorMapDataType type = tensor_map_type<std::remove_const_t<T>>()) {
  using Element = std::remove_const_t<T>;
  const bool by_rows = matrix.order == Order::kRow;
  const cuuint64_t sizes[3] = {cuuint64_t(by_rows ? columns : rows),
                               cuuint64_t(by_rows ? rows : columns), cuuint64_t(count)};
  const cuuint64_t strides[2] = {matrix.ld * sizeof(T), step * sizeof(T)};
  const cuuint32_t box[3] = {cuuint32_t(128 / sizeof(T)), cuuint32_t(lines), 1};
  const cuuint32_t steps[3] = {1, 1, 1};
  EncodeTensorMap encode;
  if (const cudaError_t error = tensor_map_encoder(&encode); error != cudaSuccess) return error;
  const CUresult result =
      encode(map, type, 3, const_cast<Element*>(matrix.data), sizes, strides, box, steps,
             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
             l2_promotion(matrix.data, strides[0] | strides[1]), CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return result == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue;
}
// One matrix of floats, which the engine rounds to TF32 on their way.
inline cudaError_t make_tf32_tensor_map(CUtensorMap* map, const Matrix<const float>& matrix,
                                        int rows, int columns, int lines) {
  return make_tensor_map(map, matrix, rows, columns, lines, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32);
}

// Of C, and of what beta multiplies, which is C itself unless a fused epilogue ADDS another matrix.
template <bool ADDS>
struct MapsOfC {
  CUtensorMap c;
  __host__ __device__ const CUtensorMap* old() const { return &c; }
};
template <>
struct MapsOfC<true> {
  CUtensorMap c, addend;
  __host__ __device__ const CUtensorMap* old() const { return &addend; }
};

// --- the device's side ---

__device__ __forceinline__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}
__device__ __forceinline__ unsigned cluster_rank() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
// True in one lane of a whole warp; the compiler knows then that there is one.
__device__ __forceinline__ bool elect_lane() {
  unsigned elected;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
               : "=r"(elected));
  return elected != 0;
}
__device__ __forceinline__ void barrier_init(unsigned barrier, int arrivals) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals));
}
__device__ __forceinline__ void barriers_are_ready() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ __forceinline__ void barrier_expect(unsigned barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
}
// Arrives at the barrier at the same place in a block of the cluster. What was read before needs no
// fence: with .release.cluster this would wait for all memory of the GPU, 1500 cycles a step.
__device__ __forceinline__ void barrier_arrive(unsigned barrier, unsigned block) {
  asm volatile(
      "{ .reg .b32 remote; mapa.shared::cluster.u32 remote, %0, %1;\n"
      "mbarrier.arrive.shared::cluster.b64 _, [remote]; }" ::"r"(barrier),
      "r"(block)
      : "memory");
}
// At this block's own, which need not be the first of its cluster.
__device__ __forceinline__ void barrier_arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
}
__device__ __forceinline__ void barrier_wait(unsigned barrier, unsigned parity) {
  asm volatile(
      "{ .reg .pred done;\n"
      "again: mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
      "@!done bra again; }" ::"r"(barrier),
      "r"(parity)
      : "memory");
}

// x counts elements along a line, y lines. L2 makes room first with lines that are read once.
__device__ __forceinline__ void load_box(unsigned to, const CUtensorMap* map, int x, int y,
                                         unsigned barrier, bool once = false) {
  if (once)
    asm volatile(
        "{ .reg .b64 policy; createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n"
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".L2::cache_hint [%0], [%1, {%2, %3}], [%4], policy; }" ::"r"(to),
        "l"(map), "r"(x), "r"(y), "r"(barrier)
        : "memory");
  else
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%2, %3}], [%4];" ::"r"(to),
        "l"(map), "r"(x), "r"(y), "r"(barrier)
        : "memory");
}
// The same box into all blocks of the mask, each told by its own barrier.
__device__ __forceinline__ void load_box_multicast(unsigned to, const CUtensorMap* map, int x,
                                                   int y, unsigned barrier, unsigned short blocks) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),
      "l"(map), "r"(x), "r"(y), "r"(barrier), "h"(blocks)
      : "memory");
}
__device__ __forceinline__ void store_box(const CUtensorMap* map, int x, int y, unsigned from) {
  asm volatile(
      "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map),
      "r"(x), "r"(y), "r"(from)
      : "memory");
}
// With the number of a matrix.
__device__ __forceinline__ void load_box_of(unsigned to, const CUtensorMap* map, int x, int y,
                                            int number, unsigned barrier) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%2, %3, %4}], [%5];" ::"r"(to),
      "l"(map), "r"(x), "r"(y), "r"(number), "r"(barrier)
      : "memory");
}
__device__ __forceinline__ void load_box_multicast_of(unsigned to, const CUtensorMap* map, int x,
                                                      int y, int number, unsigned barrier,
                                                      unsigned short blocks) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%2, %3, %4}], [%5], %6;" ::"r"(to),
      "l"(map), "r"(x), "r"(y), "r"(number), "r"(barrier), "h"(blocks)
      : "memory");
}
__device__ __forceinline__ void store_box_of(const CUtensorMap* map, int x, int y, int number,
                                             unsigned from) {
  asm volatile(
      "cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%0, {%1, %2, %3}], [%4];" ::"l"(map),
      "r"(x), "r"(y), "r"(number), "r"(from)
      : "memory");
}
__device__ __forceinline__ void commit_stores() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
// Until the engine has read what it is to store, but for the last PENDING groups.
template <int PENDING>
__device__ __forceinline__ void wait_for_stores() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(PENDING) : "memory");
}
// Makes the thread's own writes to shared memory visible to the copy engine and the tensor cores.
__device__ __forceinline__ void fence_async_proxy() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ __forceinline__ void prefetch_map(const CUtensorMap* map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

}  // namespace gemm
