// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/vectors.h"

HEDDLE_TENSOR_BEGIN

// A kernel of -ftz=true may have told the CPU to flush denormals; tensor cores never do. What is
// computed in between must not be inlined, or it could move.
class KeepDenormals {
 public:
  KeepDenormals() : flags_(__builtin_ia32_stmxcsr()) {
    if (flags_ & kFlushes) __builtin_ia32_ldmxcsr(flags_ & ~kFlushes);
  }
  ~KeepDenormals() {
    if (flags_ & kFlushes) __builtin_ia32_ldmxcsr(flags_);
  }
  KeepDenormals(const KeepDenormals&) = delete;
  KeepDenormals& operator=(const KeepDenormals&) = delete;

 private:
  static constexpr unsigned kFlushes = 0x8040;
  unsigned flags_;
};

HEDDLE_TENSOR_END
