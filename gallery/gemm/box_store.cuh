// SPDX-License-Identifier: Apache-2.0
// Step 15: the epilogue through shared memory. A warpgroup writes its sums into boxes of 64 rows of
// 128 bytes, swizzled as the copy engine wants them, so that neither its stores nor the engine's
// loads meet bank conflicts, and the engine stores whole lines while the warpgroup goes on with the
// other of two boxes.
#pragma once

#include "warp_specialised.cuh"

namespace gemm {

// For beta 0 and a C that a tensor map can describe.
template <class Finish, int BOXES = 2>
struct BoxStore {
  static constexpr int BOX_BYTES = 64 * 128;
  template <class T>
  static constexpr int SHARED_BYTES = 1024 + T::CONSUMERS * BOXES * BOX_BYTES;
  template <class T>
  using Columns = typename Finish::template Tile<T::BN>;

  template <class T, class Out>
  __device__ void operator()(const Problem<bf16, Out>& p, const CUtensorMap* map_c,
                             unsigned staging, const Work& work, int consumer, const Sums<T>& sum,
                             const Finish& finish, const Columns<T>& columns) const {
    constexpr int kWidth = 128 / sizeof(Out);  // columns of a box
    constexpr int kAcross = T::BN / kWidth, kBoxes = T::ROWS / 64 * kAcross;
    static_assert(kBoxes % BOXES == 0, "every tile begins with the same box");
    const int thread = threadIdx.x % 128, lane = thread % 32;
    const int row = thread / 32 * 16 + lane / 4;
    const float alpha = finish.scale(p.alpha);
    const unsigned boxes = staging + consumer * BOXES * BOX_BYTES;
#pragma unroll
    for (int i = 0; i < kBoxes; ++i) {
      const int down = i / kAcross, first = i % kAcross * kWidth;
      if (thread == 0) wait_for_stores<BOXES - 1>();
      warpgroup_barrier(1 + consumer);
      const unsigned box = boxes + i % BOXES * BOX_BYTES;
#pragma unroll
      for (int c = 0; c < kWidth; c += 8) {
        // Two neighbours lie in the same 16-byte chunk.
        const int byte = (c + lane % 4 * 2) * sizeof(Out);
        const unsigned place = box + row * 128 + ((byte / 16 ^ row % 8) * 16 + byte % 16);
        const float2 of_column = columns.pair(first + c);
#pragma unroll
        for (int half = 0; half < 2; ++half) {  // rows r and r + 8
          const float* pair = &sum[down][(first + c) / 2 + half * 2];
          put_pair(place + half * 8 * 128,
                   make_pair(finish(alpha * pair[0], of_column.x),
                             finish(alpha * pair[1], of_column.y), static_cast<Out*>(nullptr)));
        }
      }
      fence_async_proxy();
      warpgroup_barrier(1 + consumer);
      if (thread == 0) {
        store_box(map_c, work.column + first, work.row + down * 64, box);
        commit_stores();
      }
    }
  }
  __device__ void wait() const {
    if (threadIdx.x % 128 == 0) wait_for_stores<0>();
  }
};

}  // namespace gemm
