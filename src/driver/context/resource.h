// SPDX-License-Identifier: Apache-2.0
// Multiprocessors as resources that a program divides.
#pragma once

#include "cuda.h"
#include "engine/device/partition.h"

namespace heddle::driver {

// All multiprocessors of a device.
engine::Partition whole(int device);
// CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_INVALID_RESOURCE_TYPE.
CUresult describe(const engine::Partition& partition, CUdevResourceType type, CUdevResource* out);
// Null: it is no description.
const engine::Partition* partition_of(CUdevResourceDesc desc);

}  // namespace heddle::driver
