// SPDX-License-Identifier: Apache-2.0
// How many registers a thread of a kernel would need on a GPU.
#pragma once

#include <cstdint>

namespace llvm {
class Function;
}

namespace heddle::frontend {

struct RegisterBounds {
  std::uint32_t max_threads_per_block = 0;  // 0: no bound
  std::uint32_t min_blocks_per_sm = 0;
  std::uint32_t max_registers = 0;  // -maxrregcount
};

// No vendor assembler exists here, so this is an estimate: the greatest number of 32-bit words live
// at once between two instructions, plus 8 for addresses and predicates, rounded up to a multiple
// of 8 (the granularity of allocation), at least 16 and at most 255 or what the bounds leave of a
// register file of 65536.
std::uint32_t estimate_registers(const llvm::Function& kernel, const RegisterBounds& bounds);

}  // namespace heddle::frontend
