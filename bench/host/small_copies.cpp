// SPDX-License-Identifier: Apache-2.0
// n copies of a few kilobytes by memcpy.
#include <algorithm>
#include <cstring>

#include "bench/common/workload.h"
#include "bench/host/cases.h"
#include "bench/host/memory.h"

namespace bench {
namespace {

class SmallCopies : public Case {
 public:
  explicit SmallCopies(std::int64_t n)
      : n_(static_cast<std::size_t>(n)),
        to_(array<char>(kCopySpan)),
        from_(array<char>(kCopySpan)) {
    for (std::size_t i = 0; i < kCopySpan; ++i) from_[i] = static_cast<char>(i * 7 + 1);
    std::fill_n(to_.get(), kCopySpan, 0);
  }
  void run() override {
    for (std::size_t i = 0; i < n_; ++i) {
      const std::size_t at = i * kCopyBytes % kCopySpan;
      std::memcpy(to_.get() + at, from_.get() + at, kCopyBytes);
      asm volatile("" ::: "memory");
    }
  }
  double error() override {
    return std::memcmp(to_.get(), from_.get(), std::min(n_ * kCopyBytes, kCopySpan)) != 0;
  }
  double bound() const override { return 0; }

 private:
  const std::size_t n_;
  Array<char> to_, from_;
};

}  // namespace

std::vector<CaseEntry> small_copy_cases() {
  return {{"small_copies", open_case<SmallCopies>}};
}

}  // namespace bench
