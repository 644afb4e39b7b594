// SPDX-License-Identifier: Apache-2.0
// Addresses of lanes in rows, as code looks at them before it tells a tool of an access.
#pragma once

#include <cstdlib>

#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

// The lanes' addresses as heddle_rt_probe_rows takes them, where the code knows enough of them.
struct Widener::LaneRows {
  // Rows that wrap around the end of the address space would meet a range with their ends alone:
  // none is so long.
  static constexpr std::int64_t kFarthest = std::int64_t{1} << 40;

  llvm::Value *first, *stride, *pitch;
  unsigned rows, width;  // lanes of a row

  static std::optional<LaneRows> of(llvm::ArrayRef<llvm::Value*> arguments) {
    const auto width = 1u << llvm::cast<llvm::ConstantInt>(arguments[4])->getZExtValue();
    LaneRows result{arguments[0], arguments[2], arguments[3], kLanes / width, width};
    if (const auto* stride = llvm::dyn_cast<llvm::ConstantInt>(result.stride)) {
      if (std::abs(stride->getSExtValue()) > kFarthest) return std::nullopt;
    }
    if (const auto* pitch = llvm::dyn_cast<llvm::ConstantInt>(result.pitch)) {
      if (pitch->isZero()) result.rows = 1;
      if (std::abs(pitch->getSExtValue()) > kFarthest) return std::nullopt;
    } else if (result.rows > 2) {
      return std::nullopt;
    }
    return result;
  }

  std::optional<std::uint64_t> known_stride() const {
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(stride);
    if (!known || known->isNegative()) return std::nullopt;
    return known->getZExtValue();
  }
};

}  // namespace heddle::compiler
