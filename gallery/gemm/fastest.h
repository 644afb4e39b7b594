// SPDX-License-Identifier: Apache-2.0
// The way that the model promises the least time of (choice.h). The front functions take it.
#pragma once

#include <array>

#include "choice.h"

namespace gemm {

// The way of the least time among those that each(use) calls use with.
template <class Each>
Way fastest(const Model& model, const CostTable& table, Each each) {
  Way best{Kernel::kSquare, 1};
  double least = 1e300;
  each([&](Way way) {
    const double time = model.microseconds(table, way);
    if (time < least) least = time, best = way;
  });
  return best;
}

// The same. A program multiplies few shapes many times, and to look at all ways takes the host 2
// us: so each thread remembers its last choices. What each() calls use with follows from the shapes
// and the workspace's room. Each: of one front function.
template <class Each>
Way fastest(const Model& model, const CostTable& table, size_t room, Each each) {
  struct Choice {
    ProblemShape shape{}, tensor{};
    Machine machine;
    size_t room = 0;
    Way way{};
  };
  constexpr int kRemembered = 8;
  static thread_local std::array<Choice, kRemembered> last;
  static thread_local int oldest = 0;
  for (const Choice& choice : last)
    if (choice.shape == model.shape() && choice.tensor == model.tensor_shape() &&
        choice.machine == model.machine() && choice.room == room)
      return choice.way;
  const Way way = fastest(model, table, each);
  last[oldest] = {model.shape(), model.tensor_shape(), model.machine(), room, way};
  oldest = (oldest + 1) % kRemembered;
  return way;
}

}  // namespace gemm
