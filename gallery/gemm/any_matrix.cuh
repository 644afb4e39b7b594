// SPDX-License-Identifier: Apache-2.0
// A tensor map for matrices that lie anywhere. It describes all of memory: what is behind a
// matrix's lines as third and fourth dimension are steps of 16 bytes and of 32 GiB, so two
// coordinates say where a matrix begins, and the engine still knows its edges. So products by
// pointers need no tensor map of their own, whether made on the host, which does not know the
// pointers, or on the device, where each would take a kernel before and a fence.
#pragma once

#include <cstdint>

#include "tma.cuh"

namespace gemm {

// Where a matrix begins, as the third and the fourth coordinate, and how far it goes. (The engine
// looks at the map's own address for a box with nothing of the matrix in it, and nothing is there:
// such a box is asked for where the matrix begins. What is outside of C is not stored.)
struct MatrixAddress {
  static constexpr int kLowBits = 31;  // coordinates are not negative
  static constexpr uint64_t kBase = 16;
  int low, high, length, lines;

  __device__ MatrixAddress(const void* begin, int length_of_line, int number_of_lines)
      : length(length_of_line), lines(number_of_lines) {
    const uint64_t pieces = (reinterpret_cast<uint64_t>(begin) - kBase) / 16;
    low = int(pieces & ((uint64_t(1) << kLowBits) - 1)), high = int(pieces >> kLowBits);
  }
};

// The shape, the order and the distance of lines are the matrix's; its address is not looked at.
template <class T>
cudaError_t make_any_matrix_map(
    CUtensorMap* map, const Matrix<T>& matrix, int rows, int columns, int lines,
    CUtensorMapDataType type = tensor_map_type<std::remove_const_t<T>>()) {
  const bool by_rows = matrix.order == Order::kRow;
  const cuuint64_t low = cuuint64_t(1) << MatrixAddress::kLowBits;
  const cuuint64_t sizes[4] = {cuuint64_t(by_rows ? columns : rows),
                               cuuint64_t(by_rows ? rows : columns), low, 1 << 14};
  const cuuint64_t strides[3] = {matrix.ld * sizeof(T), 16, low * 16};
  const cuuint32_t box[4] = {cuuint32_t(128 / sizeof(T)), cuuint32_t(lines), 1, 1};
  const cuuint32_t steps[4] = {1, 1, 1, 1};
  EncodeTensorMap encode;
  if (const cudaError_t error = tensor_map_encoder(&encode); error != cudaSuccess) return error;
  const CUresult result =
      encode(map, type, 4, reinterpret_cast<void*>(MatrixAddress::kBase), sizes, strides, box,
             steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
             l2_promotion(nullptr, strides[0]), CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return result == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue;
}

__device__ __forceinline__ void load_box_of(unsigned to, const CUtensorMap* map, int x, int y,
                                            MatrixAddress at, unsigned barrier) {
  if (x >= at.length) x = 0;
  if (y >= at.lines) y = 0;
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%2, %3, %4, %5}], [%6];" ::"r"(to),
      "l"(map), "r"(x), "r"(y), "r"(at.low), "r"(at.high), "r"(barrier)
      : "memory");
}
__device__ __forceinline__ void load_box_multicast_of(unsigned to, const CUtensorMap* map, int x,
                                                      int y, MatrixAddress at, unsigned barrier,
                                                      unsigned short blocks) {
  if (x >= at.length) x = 0;
  if (y >= at.lines) y = 0;
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%2, %3, %4, %5}], [%6], %7;" ::"r"(to),
      "l"(map), "r"(x), "r"(y), "r"(at.low), "r"(at.high), "r"(barrier), "h"(blocks)
      : "memory");
}
__device__ __forceinline__ void store_box_of(const CUtensorMap* map, int x, int y, MatrixAddress at,
                                             unsigned from) {
  asm volatile(
      "cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [%0, {%1, %2, %3, %4}], [%5];" ::"l"(
          map),
      "r"(x), "r"(y), "r"(at.low), "r"(at.high), "r"(from)
      : "memory");
}

}  // namespace gemm
