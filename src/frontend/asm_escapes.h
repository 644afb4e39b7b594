// SPDX-License-Identifier: Apache-2.0
// Special registers with one % in inline PTX that has operands: "mov.u64 %0, %globaltimer;". nvcc
// takes them; clang expects %%, and says where.
#pragma once

#include <string>

#include "frontend/source_places.h"

namespace heddle::frontend {

// `text` with each % doubled that names no operand, from `places` on to the end of the statement's
// string; lines stay, columns behind it move.
std::string double_percents(std::string text, const Places& places);

}  // namespace heddle::frontend
