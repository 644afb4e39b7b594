// SPDX-License-Identifier: Apache-2.0
// Shared variables of types whose constructors or destructors do something, such as cuda::barrier.
// nvcc takes them, and neither constructs nor destroys them; clang refuses them, and says where.
// Each is then read as a reference to storage in shared memory (heddle/shared_object.h):
//
//     __shared__ cuda::barrier<...> a, b;
//                cuda::barrier<...> (&a) = ..., (&b) = ...;
#pragma once

#include <string>

#include "frontend/source_places.h"

namespace heddle::frontend {

// `text` with the variables at `places` as references; they stand in the order of the text.
std::string refer_to_shared_objects(std::string text, const Places& places);

}  // namespace heddle::frontend
