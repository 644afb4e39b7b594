// SPDX-License-Identifier: Apache-2.0
// Stacks for kernel code: large, committed as they are touched, with an inaccessible region below.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::engine {

// `count` stacks of `size` bytes in one mapping.
class Stacks {
 public:
  Stacks() = default;
  ~Stacks();
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  // Makes room for at least `count` stacks; false when the host has no address space left.
  bool reserve(std::size_t count, std::size_t size, std::size_t guard);

  // The ends of a page's multiple would share one set of each cache: they are spread over a page.
  void* top(std::size_t index) const {
    const std::size_t spread = index * kSpread % kMostSpread;
    return reinterpret_cast<void*>(base_ + (index + 1) * (size_ + guard_) - spread);
  }
  std::size_t size() const { return size_ - kMostSpread; }
  bool is_empty() const { return count_ == 0; }

  // Whether `address` lies in one of the inaccessible regions: a stack overflowed.
  bool in_guard(std::uintptr_t address) const {
    return address - base_ < count_ * (size_ + guard_) &&
           (address - base_) % (size_ + guard_) < guard_;
  }
  bool contains(std::uintptr_t address) const {
    return address - base_ < count_ * (size_ + guard_);
  }
  // End of the stack that `address` lies in.
  std::uintptr_t end_of(std::uintptr_t address) const {
    return reinterpret_cast<std::uintptr_t>(top((address - base_) / (size_ + guard_)));
  }

 private:
  static constexpr std::size_t kMostSpread = 4096;
  static constexpr std::size_t kSpread = 5 * 64;  // goes through all lines of a page

  std::uintptr_t base_ = 0;
  std::size_t count_ = 0;
  std::size_t size_ = 0;
  std::size_t guard_ = 0;
};

}  // namespace heddle::engine
