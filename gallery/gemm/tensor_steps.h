// SPDX-License-Identifier: Apache-2.0
// Steps 10 to 16 of the ladder of README.md, with the orders of A and B as constants.
#pragma once

#include <string>
#include <type_traits>

#include "harness.h"
#include "tensor_gemm.cuh"
#include "wgmma_tma.cuh"

namespace gemm {

template <class In, class Out>
void mma_sync_step(Harness<In, Out>& harness) {
  const Problem<In, Out> rows = harness.problem().with_c_in_rows();
  harness.run("10 mma.sync", [&] { return mma_sync(rows, 0); });
}

// For operands that fit tensor maps. What is stored as float begins with step 16.
template <Order A_ORDER, Order B_ORDER, class Out>
void wgmma_steps(Harness<bf16, Out>& harness, const Problem<bf16, Out>& rows, int first) {
  using T = TensorTile<128, 256, 4, 1>;
  using TwoBlocks = TensorTile<128, 256, 4, 2>;
  using Direct = DirectStore<Plain>;
  const auto step = [&](int number, const char* name, auto launch) {
    if (first <= number) harness.run(std::to_string(number) + " " + name, launch);
  };
  const bool fits_boxes = fits_box_store(rows) && rows.beta == 0.0f;
  if constexpr (std::is_same_v<Out, bf16>) {
    step(11, "wgmma and TMA", [&] { return launch_wgmma_tma<A_ORDER, B_ORDER>(rows, 0); });
    step(12, "warp specialised", [&] {
      return launch_warp_specialised<T, A_ORDER, B_ORDER, OnePiece, Direct>(rows, Plain{}, 1, 0);
    });
    step(13, "persistent", [&] {
      return launch_warp_specialised<T, A_ORDER, B_ORDER, PersistentWalk, Direct>(rows, Plain{}, 1,
                                                                                  0);
    });
    step(14, "clusters", [&] {
      return launch_warp_specialised<TwoBlocks, A_ORDER, B_ORDER, PersistentWalk, Direct>(
          rows, Plain{}, 1, 0);
    });
    if (fits_boxes)
      step(15, "box store", [&] {
        return launch_warp_specialised<TwoBlocks, A_ORDER, B_ORDER, PersistentWalk,
                                       BoxStore<Plain>>(rows, Plain{}, 1, 0);
      });
  }
  if (fits_boxes)
    step(16, "ping-pong", [&] {
      return launch_warp_specialised<PingPongTile<128, 128, 6, 2>, A_ORDER, B_ORDER, PersistentWalk,
                                     BoxStore<Plain>>(rows, Plain{}, 1, 0);
    });
}

}  // namespace gemm
