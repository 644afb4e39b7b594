// SPDX-License-Identifier: Apache-2.0
// The heap for precompiled headers: a number that programs set. Nothing is put there.
#pragma once

#include <atomic>
#include <cstddef>

namespace heddle::nvrtc {

constexpr std::size_t kPchPage = 4096;
// What NVRTC 13.0 asks for, for the smallest program.
constexpr std::size_t kPchHeapRequired = 1191 * kPchPage;

inline std::atomic<std::size_t> pch_heap{256u << 20};

inline std::size_t pch_heap_size() {
  return pch_heap.load();
}
// In whole pages.
inline void set_pch_heap_size(std::size_t size) {
  pch_heap = (size + kPchPage - 1) / kPchPage * kPchPage;
}

}  // namespace heddle::nvrtc
