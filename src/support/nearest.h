// SPDX-License-Identifier: Apache-2.0
// Names that somebody may have meant.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace heddle::support {

// The `count` of `known` that take the fewest letters changed, added or left out to become `name`,
// nearest first; none that takes more than `most`.
std::vector<std::string_view> nearest(std::string_view name,
                                      std::span<const std::string_view> known, std::size_t count,
                                      std::size_t most = -1);

}  // namespace heddle::support
