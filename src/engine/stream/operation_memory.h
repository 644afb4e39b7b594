// SPDX-License-Identifier: Apache-2.0
// Memory of operations: as many are made and forgotten as a program launches kernels, often a
// thousand at a time, and malloc gives so much back to the system and fetches it again page by
// page.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace heddle::engine {

// Blocks aligned to 64 bytes, kept for the next who asks for as many bytes.
void* take_operation_memory(std::size_t bytes);
void give_operation_memory(void* block, std::size_t bytes) noexcept;

template <class T>
struct OperationAllocator {
  using value_type = T;
  OperationAllocator() = default;
  template <class Other>
  // NOLINTNEXTLINE(google-explicit-constructor): what std::allocate_shared asks for.
  OperationAllocator(const OperationAllocator<Other>&) {}
  T* allocate(std::size_t count) {
    static_assert(alignof(T) <= 64);
    return static_cast<T*>(take_operation_memory(count * sizeof(T)));
  }
  void deallocate(T* block, std::size_t count) noexcept {
    give_operation_memory(block, count * sizeof(T));
  }
  template <class Other>
  bool operator==(const OperationAllocator<Other>&) const {
    return true;
  }
};

// std::make_shared for operations.
template <class T, class... Arguments>
std::shared_ptr<T> make_operation(Arguments&&... arguments) {
  return std::allocate_shared<T>(OperationAllocator<T>(), std::forward<Arguments>(arguments)...);
}

}  // namespace heddle::engine
