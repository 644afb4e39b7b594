// SPDX-License-Identifier: Apache-2.0
// When kernels that were compiled with -G run as code for a debugger: where one looks on. It is ten
// to a thousand times slower than the code of all other kernels, which they run as otherwise. Asked
// at each launch, as a debugger may come at any time.
#pragma once

#include <atomic>
#include <cstdint>

#include "support/settings.h"

namespace heddle::engine {

class DebugCode {
 public:
  explicit DebugCode(const support::Settings& settings) : settings_(settings) {}

  bool is_wanted() const;

 private:
  const support::Settings& settings_;
  // What the system has said, and until when that counts.
  mutable std::atomic<bool> debugged_{false};
  mutable std::atomic<std::int64_t> valid_until_ns_{0};
};

}  // namespace heddle::engine
