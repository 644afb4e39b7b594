// SPDX-License-Identifier: Apache-2.0
// What the calls on arrays share.
#pragma once

#include <memory>

#include "engine/memory/array.h"
#include "runtime/memory/transfer.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

using engine::Array;

// Null if it is none.
inline Array* array_of(cudaArray_const_t handle) {
  return the_engine().arrays().find(handle);
}

// Whether a GPU makes arrays of this shape: components, dimensions and flags go together and are
// within the model's limits. kInvalidChannelDescriptor, kInvalidValue, kNotSupported.
Error check_shape(const engine::ArrayShape& shape, int device, bool mipmapped);

// Its levels have memory of their own, or none.
Error make_mipmapped(Device& device, const cudaChannelFormatDesc& desc, cudaExtent extent,
                     unsigned levels, unsigned flags, bool with_memory,
                     std::unique_ptr<engine::MipmappedArray>* out);

}  // namespace heddle::runtime
