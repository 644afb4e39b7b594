// SPDX-License-Identifier: Apache-2.0
// Host arrays as a good engineer would get them: aligned to huge pages and asking for them.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace bench {

struct Free {
  void operator()(void* p) const { std::free(p); }
};
using Floats = std::unique_ptr<float[], Free>;

inline Floats floats(std::size_t count) {
  constexpr std::size_t kHugePage = 2u << 20;
  const std::size_t bytes = (count * sizeof(float) + kHugePage - 1) / kHugePage * kHugePage;
  void* p = std::aligned_alloc(kHugePage, bytes);
  if (p == nullptr) throw std::bad_alloc();
  madvise(p, bytes, MADV_HUGEPAGE);
  return Floats(static_cast<float*>(p));
}

}  // namespace bench
