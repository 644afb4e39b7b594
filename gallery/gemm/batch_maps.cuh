// SPDX-License-Identifier: Apache-2.0
// What a launch over the tiles of a whole batch is given: tensor maps with the product's number as
// third coordinate, or (any_matrix.cuh) its address; and the walk.
#pragma once

#include "batch_problem.h"
#include "batch_walk.cuh"
#include "launch.h"

namespace gemm {

template <class Batch>
constexpr bool kByPointers = false;
template <class In, class Out>
constexpr bool kByPointers<PointerBatch<In, Out>> = true;

template <class T, class Batch>
struct BatchTile : T {
  static constexpr bool BATCHED = true, BY_POINTERS = kByPointers<Batch>;
};

template <class T>
using TypeInMap =
    std::integral_constant<CUtensorMapDataType, tensor_map_type<std::remove_const_t<T>>()>;

// Of a matrix of each product. step: from one to the next, unless by pointers; lines: of a box.
template <class In, class Out, class T>
cudaError_t make_map_of_all(CUtensorMap* map, const Batch<In, Out>& batch, const Matrix<T>& matrix,
                            size_t step, int rows, int columns, int lines,
                            CUtensorMapDataType type = TypeInMap<T>::value) {
  return make_batch_map(map, matrix, rows, columns, lines, batch.count, step, type);
}
template <class In, class Out, class T>
cudaError_t make_map_of_all(CUtensorMap* map, const PointerBatch<In, Out>&, const Matrix<T>& matrix,
                            size_t, int rows, int columns, int lines,
                            CUtensorMapDataType type = TypeInMap<T>::value) {
  return make_any_matrix_map(map, matrix, rows, columns, lines, type);
}

template <class In, class Out>
PersistentWalk walk_of(const Batch<In, Out>&, const WorkOrder& order) {
  PersistentWalk walk{};
  walk.order = order;
  return walk;
}
template <class In, class Out>
PointedWalk<In, Out> walk_of(const PointerBatch<In, Out>& batch, const WorkOrder& order) {
  PointedWalk<In, Out> walk{};
  walk.order = order;
  walk.a = batch.a, walk.b = batch.b, walk.c = batch.c;
  const Problem<In, Out>& p = batch.first;
  const bool a_rows = p.a.order == Order::kRow, b_rows = p.b.order == Order::kRow;
  walk.length_a = a_rows ? p.k : p.m, walk.lines_a = a_rows ? p.m : p.k;
  walk.length_b = b_rows ? p.n : p.k, walk.lines_b = b_rows ? p.k : p.n;
  return walk;
}
template <class Batch>
using WalkOf = decltype(walk_of(std::declval<const Batch&>(), WorkOrder{}));

}  // namespace gemm
