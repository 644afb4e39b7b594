// SPDX-License-Identifier: Apache-2.0
// Channel descriptors: bits of the components of a texel.
#include "runtime/runtime.h"

namespace heddle::runtime {

HEDDLE_API cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                       cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

}  // namespace heddle::runtime
