// SPDX-License-Identifier: Apache-2.0
// What a tensor copy makes of elements: those that the tensor does not have, and types that are
// rounded on the way to shared memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "image/tensor_map.h"

namespace heddle::engine {

// Zeros, or the NaN that stands for what lies outside.
void fill_elements(std::byte* to, std::uint64_t bytes, const image::TensorMap& map);

// Whether loads change elements of the type: TF32 is rounded. None flush denormals.
bool changes_elements(image::TensorType type);
void change_elements(std::byte* at, std::uint64_t bytes);

}  // namespace heddle::engine
