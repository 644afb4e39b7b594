// SPDX-License-Identifier: Apache-2.0
// A tile of step 15 for a whole product, or for parts of k whose sums go to memory first; the way
// of storing C follows from how it lies.
#pragma once

#include "bf16.cuh"
#include "direct_store.cuh"
#include "split_k.cuh"
#include "workspace.h"

namespace gemm {

template <class T, Order A_ORDER, Order B_ORDER, class Finish, class In, class Out>
cudaError_t launch_whole(const Problem<In, Out>& p, Finish finish, cudaStream_t stream) {
  constexpr int kBoxes = kBoxesOf<T, Out>;
  if (fits_box_store(p) && p.beta == 0)
    return launch_warp_specialised<T, A_ORDER, B_ORDER, PersistentWalk, BoxStore<Finish, kBoxes>>(
        p, finish, 1, stream);
  if (fits_box_store(p) && fits_tensor_map(all_old_of<Finish>(p)))
    return launch_warp_specialised<T, A_ORDER, B_ORDER, PersistentWalk,
                                   BoxStore<Finish, kBoxes, true>>(p, finish, 1, stream);
  return launch_warp_specialised<T, A_ORDER, B_ORDER, PersistentWalk, DirectStore<Finish>>(
      p, finish, 1, stream);
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
