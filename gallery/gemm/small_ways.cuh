// SPDX-License-Identifier: Apache-2.0
// Launches what choice.h names of the kernels that take every problem: steps 17 and 18.
#pragma once

#include "choice.h"
#include "direct.cuh"
#include "small.cuh"

namespace gemm {

// For C in rows.
template <template <class, bool, bool> class Multiply, class In, class Out, class Finish>
cudaError_t launch_small_way(const Problem<In, Out>& p, Way way, Finish finish,
                             cudaStream_t stream) {
  switch (way.kernel) {
    case Kernel::kDot:
      return dot(p, 1, finish, stream);
    case Kernel::kBlockDot:
      return dot(p, 8, finish, stream);
    case Kernel::kAlong:
      return along(p, way.parts, finish, stream);
    case Kernel::kShortK:
      return short_k(p, way.parts == 2, finish, stream);  // 2: only tests want that
    default:
      return small<Multiply>(p, SmallTiles(int(way.kernel) - int(Kernel::kSquare)), way.parts,
                             finish, stream);
  }
}

}  // namespace gemm
