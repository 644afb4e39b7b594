// SPDX-License-Identifier: Apache-2.0
// Doubles whose lines begin at any multiple of 8 bytes, read by the copy engine, which wants lines
// at multiples of 16: every second line does, seen from the first or the second one, or does one
// place earlier. So an operand is two matrices, of its even and of its odd lines, whose maps begin
// a place before it where they must. As coordinates along a line must be multiples of 16 bytes as
// well, boxes are 144 bytes wide instead of 128, and who reads them skips the first place. Their
// lines lie in shared memory as they are: 36 words from one to the next, of eight lines every
// second touches other banks. For operands whose lines lie along k, two at least; of lines across k
// the boxes would be of eight lines, for which the engine takes twice as long.
#pragma once

#include "copy_engine.h"
#include "warp_specialised.cuh"

namespace gemm {

struct LineHalves {
  CUtensorMap lines[2];  // even, odd
  int first[2];          // where a line begins in its map
};
template <bool HALVED>
using MapsOfDoubles = std::conditional_t<HALVED, LineHalves, CUtensorMap>;

constexpr int kHalvedLine = 144;
// What the stages of a tile hold of operands that are halved.
template <class T, bool A_HALVED, bool B_HALVED>
struct HalvedTile : T {
  static constexpr int BYTES_A = T::BM * (A_HALVED ? kHalvedLine : 128);
  static constexpr int BYTES_B = T::BN * (B_HALVED ? kHalvedLine : 128);
  static constexpr int STAGE_BYTES = BYTES_A + BYTES_B;
};

// Boxes of `lines` lines, as they are.
inline cudaError_t make_wide_map(CUtensorMap* map, const double* first, size_t ld, int length,
                                 int lines, int box) {
  const cuuint64_t sizes[2] = {cuuint64_t(length), cuuint64_t(lines)};
  const cuuint64_t strides[1] = {ld * sizeof(double)};
  const cuuint32_t boxes[2] = {kHalvedLine / sizeof(double), cuuint32_t(box)}, steps[2] = {1, 1};
  EncodeTensorMap encode;
  if (const cudaError_t error = tensor_map_encoder(&encode); error != cudaSuccess) return error;
  const CUresult result =
      encode(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 2, const_cast<double*>(first), sizes, strides,
             boxes, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
             CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return result == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue;
}

// Lines of `length`, `lines` of them; a tile has `box`.
inline cudaError_t make_line_halves(LineHalves* maps, const Matrix<const double>& x, int length,
                                    int lines, int box) {
  cudaError_t error = cudaSuccess;
  for (const int odd : {0, 1}) {
    const double* const first = x.data + (odd != 0 ? x.ld : 0);
    maps->first[odd] = int(reinterpret_cast<size_t>(first) / sizeof(double) % 2);
    if (error == cudaSuccess)
      error = make_wide_map(&maps->lines[odd], first - maps->first[odd], size_t(x.ld) * 2,
                            length + maps->first[odd], (lines + 1 - odd) / 2, box / 2);
  }
  return error;
}

// Which operands are read so, after others have been copied: where both have lines along k, both or
// none, as there is a kernel for each.
struct HalvedOperands {
  bool a, b;
  static HalvedOperands of(const Problem<double>& p) {
    const bool a_rows = p.a.order == Order::kRow, b_columns = p.b.order == Order::kColumn;
    const bool a = a_rows && !fits_tensor_map(p.a), b = b_columns && !fits_tensor_map(p.b);
    if (a_rows && b_columns) {
      const bool both = (a || b) && p.m > 1 && p.n > 1;
      return {both, both};
    }
    return {a && p.m > 1, b && p.n > 1};
  }
};

// The maps of an operand that has halves, or has not: f(maps, halved).
template <class Function>
cudaError_t with_maps_of(bool halved, const Matrix<const double>& x, int rows, int columns, int box,
                         Function f) {
  if (halved) {
    const bool by_rows = x.order == Order::kRow;
    LineHalves maps;
    const cudaError_t error =
        make_line_halves(&maps, x, by_rows ? columns : rows, by_rows ? rows : columns, box);
    return error != cudaSuccess ? error : f(maps, std::true_type());
  }
  CUtensorMap map;
  const cudaError_t error = make_tensor_map(&map, x, rows, columns, box);
  return error != cudaSuccess ? error : f(map, std::false_type());
}
// f(maps of A, maps of B, whether A has halves, whether B has), but only as HalvedOperands says.
template <class T, Order A_ORDER, Order B_ORDER, class Function>
cudaError_t with_maps_of_doubles(const Problem<double>& p, Function f) {
  constexpr bool kA = A_ORDER == Order::kRow, kB = B_ORDER == Order::kColumn;
  const HalvedOperands halved = HalvedOperands::of(p);
  return with_maps_of(
      halved.a, p.a, p.m, p.k, kA ? T::BM : T::BK, [&](const auto& maps_a, auto a_halved) {
        return with_maps_of(halved.b, p.b, p.k, p.n, kB ? T::BN : T::BK,
                            [&](const auto& maps_b, auto b_halved) {
                              constexpr bool kHalvedA = a_halved(), kHalvedB = b_halved();
                              if constexpr ((kHalvedA && !kA) || (kHalvedB && !kB) ||
                                            (kA && kB && kHalvedA != kHalvedB))
                                return cudaErrorInvalidValue;
                              else
                                return f(maps_a, maps_b, a_halved, b_halved);
                            });
      });
}

// As produce() (warp_specialised.cuh).
template <class T, Order A_ORDER, Order B_ORDER, class MapsA, class MapsB, class Walk>
__device__ void produce_doubles(const StageMemory<T>& memory, const MapsA& maps_a,
                                const MapsB& maps_b, Walk walk) {
  constexpr bool kHalvedA = std::is_same_v<MapsA, LineHalves>;
  constexpr bool kHalvedB = std::is_same_v<MapsB, LineHalves>;
  if constexpr (!kHalvedA && !kHalvedB) {
    produce<T, A_ORDER, B_ORDER>(memory, &maps_a, &maps_b, walk);
  } else {
    StageCounter<T::STAGES> at;
    for (; walk.more(); walk.next()) {
      const Work work = walk.template work<T>();
      for (int step = 0; step < work.steps; ++step, at.next()) {
        barrier_wait(memory.empty(at.stage), at.parity ^ 1);
        const unsigned full = memory.full(at.stage);
        const int k = (work.first_step + step) * T::BK;
        barrier_expect(full, T::STAGE_BYTES);
        const auto load_halves = [&](unsigned to, int bytes, const LineHalves& maps, int line) {
#pragma unroll
          for (int odd = 0; odd < 2; ++odd)
            load_box(to + odd * bytes / 2, &maps.lines[odd], k, line / 2, full);
        };
        if constexpr (kHalvedA)
          load_halves(memory.a(at.stage), T::BYTES_A, maps_a, work.row);
        else
          load_shared_a<T, A_ORDER>(memory.a(at.stage), &maps_a, work.row, k, full, false);
        if constexpr (kHalvedB)
          load_halves(memory.b(at.stage), T::BYTES_B, maps_b, work.column);
        else
          load_shared_b<T, B_ORDER>(memory.b(at.stage), &maps_b, work.column, k, full);
      }
    }
  }
}

}  // namespace gemm
