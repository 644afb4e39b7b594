// SPDX-License-Identifier: Apache-2.0
// Words of constant memory that are operands of a GPU's instructions.
#pragma once

#include "probes/counted.h"

namespace heddle::probes {

// Added to Counted::round of loads of constant memory whose address is known when the program is
// compiled.
inline constexpr std::uint32_t kOperand = 1u << 30;
inline constexpr std::uint32_t kMarksOfLoads = Counted::kAgain | kOperand;

}  // namespace heddle::probes
