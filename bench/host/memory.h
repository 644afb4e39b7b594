// SPDX-License-Identifier: Apache-2.0
// Host arrays as a good engineer would get them: aligned to huge pages and asking for them.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace bench {

struct Free {
  void operator()(void* p) const { std::free(p); }
};
template <typename T>
using Array = std::unique_ptr<T[], Free>;
using Floats = Array<float>;

template <typename T>
Array<T> array(std::size_t count) {
  constexpr std::size_t kHugePage = 2u << 20;
  const std::size_t bytes = (count * sizeof(T) + kHugePage - 1) / kHugePage * kHugePage;
  void* p = std::aligned_alloc(kHugePage, bytes);
  if (p == nullptr) throw std::bad_alloc();
  madvise(p, bytes, MADV_HUGEPAGE);
  return Array<T>(static_cast<T*>(p));
}

inline Floats floats(std::size_t count) {
  return array<float>(count);
}

template <typename T>
Array<T> array_of(const std::vector<T>& data) {
  Array<T> made = array<T>(data.size());
  std::copy(data.begin(), data.end(), made.get());
  return made;
}

}  // namespace bench
