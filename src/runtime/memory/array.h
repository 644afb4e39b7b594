// SPDX-License-Identifier: Apache-2.0
// What the calls on arrays share.
#pragma once

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

}  // namespace heddle::runtime
