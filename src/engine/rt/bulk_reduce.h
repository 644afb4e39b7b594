// SPDX-License-Identifier: Apache-2.0
// Reductions of bulk copies in memory (PTX ISA, "cp.reduce.async.bulk"): each element by itself is
// atomic, as others may do the same to it.
#pragma once

#include <cstdint>

#include "image/tensor_map.h"

namespace heddle::engine {

// Whether there is such an operation on such elements.
bool reduces(image::BulkOp op, image::TensorType type);

// `bytes` from `from` on into those at `to`; both are aligned as the elements are.
void bulk_reduce(void* to, const void* from, std::uint64_t bytes, image::BulkOp op,
                 image::TensorType type);

}  // namespace heddle::engine
