// SPDX-License-Identifier: Apache-2.0
// What a matrix instruction multiplies and adds, for `heddle profile`.
#pragma once

#include <optional>

#include "llvm/IR/Instructions.h"
#include "probes/counted.h"

namespace heddle::compiler {

struct MatrixWork {
  probes::MatrixPath path;
  std::uint32_t units;  // of probes::kMatrixUnit operations, of one warp
};

// None for what is no matrix instruction. Of sparse operands only what is there counts.
std::optional<MatrixWork> matrix_work(const llvm::Instruction& instruction);

}  // namespace heddle::compiler
