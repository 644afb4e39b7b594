// SPDX-License-Identifier: Apache-2.0
// A variable's initial bytes and the addresses among them.
#pragma once

#include <cstdint>
#include <vector>

#include "image/image.h"

namespace llvm {
class GlobalVariable;
}

namespace heddle::frontend {

struct Initializer {
  std::vector<std::uint8_t> bytes;  // empty when all are zero; zero where an address belongs
  std::vector<image::Relocation> relocations;
};

// Throws Failure, naming the variable, for an initialiser that is more than bytes and addresses.
Initializer read_initializer(const llvm::GlobalVariable& variable);

}  // namespace heddle::frontend
