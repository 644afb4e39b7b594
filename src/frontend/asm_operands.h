// SPDX-License-Identifier: Apache-2.0
// Operands of an asm statement without a comma between: `: : "r"(a) "l"(b)`. nvcc takes them; clang
// expects a ')', and says where.
#pragma once

#include <string>

#include "frontend/source_places.h"

namespace heddle::frontend {

// `text` with a comma in the place of the space before an operand that begins at one of `places`;
// nothing moves.
std::string separate_operands(std::string text, const Places& places);

}  // namespace heddle::frontend
