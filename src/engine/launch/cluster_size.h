// SPDX-License-Identifier: Apache-2.0
// Which clusters a launch has.
#pragma once

#include "engine/base/error.h"
#include "engine/launch/launch.h"

namespace heddle::engine {

// CUDA C++ Programming Guide, "Thread Block Clusters": the size comes from __cluster_dims__, from
// cudaFuncSetAttribute or from the launch, which must not contradict each other; it divides the
// grid; eight blocks are portable. kInvalidClusterSize, kNotSupported. Zeros: no cluster.
Error cluster_of(const Launch& launch, const image::KernelRecord& record, bool log_refusal,
                 Dim3* cluster);

}  // namespace heddle::engine
