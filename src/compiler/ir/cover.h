// SPDX-License-Identifier: Apache-2.0
// heddle.cover (image/coverage.h), a pseudo function that the device pass of clang makes
// (plugin/cover_lanes.cc). It touches nothing that the program could see.
#pragma once

#include "compiler/ir/pseudo.h"
#include "image/coverage.h"

namespace heddle::compiler {

inline bool is_cover(const llvm::Value* value) {
  return pseudo::is(value, image::kCoverFunction);
}

}  // namespace heddle::compiler
