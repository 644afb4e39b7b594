// SPDX-License-Identifier: Apache-2.0
// What a function of compiler_api.h gives back: its caller frees it with free().
#pragma once

#include <cstdlib>
#include <cstring>

namespace heddle::jit {

template <class T>
T* copy_out(const T* data, std::size_t size) {
  auto* memory = static_cast<T*>(std::malloc(size));
  if (memory) std::memcpy(memory, data, size);
  return memory;
}

}  // namespace heddle::jit
