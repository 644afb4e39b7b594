// SPDX-License-Identifier: Apache-2.0
// Which line of a text became which line of its next version.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heddle::profiler {

// From numbers in `before` to numbers in `after`, from 1 on. Lines of the same text (but for blanks
// at both ends) are paired in order, as many as can be. Between two pairs, as many lines as there
// were before are those lines, edited; others have no partner.
std::map<std::uint32_t, std::uint32_t> match_lines(const std::vector<std::string>& before,
                                                   const std::vector<std::string>& after);

}  // namespace heddle::profiler
