// SPDX-License-Identifier: Apache-2.0
// A tile of step 15 for a whole product, or for parts of k whose sums go to memory first; the way
// of storing C follows from how it lies.
#pragma once

#include "bf16.cuh"
#include "direct_store.cuh"
#include "line_store.cuh"
#include "split_k.cuh"
#include "workspace.h"

namespace gemm {

// Where C is small, what counts is that code runs at once; and one consumer alone waits for each
// piece of a line (an H200: lines are faster from half a million elements on).
template <class T, class In, class Out>
bool stores_lines(const Problem<In, Out>& p) {
  return T::CONSUMERS > 1 && double(p.m) * p.n >= 1 << 19;
}

template <class T, Order A_ORDER, Order B_ORDER, class Finish, class In, class Out>
cudaError_t launch_whole(const Problem<In, Out>& p, Finish finish, cudaStream_t stream) {
  constexpr int kBoxes = kBoxesOf<T, Out>;
  const auto with = [&](auto store) {
    return launch_warp_specialised<T, A_ORDER, B_ORDER, PersistentWalk, decltype(store)>(p, finish,
                                                                                         1, stream);
  };
  if (fits_box_store(p) && p.beta == 0) return with(BoxStore<Finish, kBoxes>());
  if (fits_box_store(p) && fits_tensor_map(all_old_of<Finish>(p)))
    return with(BoxStore<Finish, kBoxes, true>());
  if constexpr (T::CONSUMERS > 1)
    if (stores_lines<T>(p)) return with(LineStore<Finish>());
  return with(DirectStore<Finish>());
}

// parts: of k.
template <class T, Order A_ORDER, Order B_ORDER, class Finish, class In, class Out>
cudaError_t launch_parts(const Problem<In, Out>& p, int parts, Finish finish, Workspace memory,
                         cudaStream_t stream) {
  if (parts == 1) return launch_whole<T, A_ORDER, B_ORDER>(p, finish, stream);
  const SplitK split{parts, memory.data};
  const int count = split.parts(p.k, T::BK);
  const cudaError_t error =
      launch_warp_specialised<T, A_ORDER, B_ORDER, PersistentWalk, DirectStore<Plain>>(
          split.partial(p), Plain{}, count, stream);
  return error != cudaSuccess ? error : split.finish(p, count, stream, finish);
}

}  // namespace gemm
