// SPDX-License-Identifier: Apache-2.0
// What a path of the user's names, whatever that is.
#pragma once

#include <optional>
#include <string>

namespace heddle::support {

// All of the file (or pipe), empty when it cannot be read or is a directory.
std::optional<std::string> read_file(const std::string& path);

}  // namespace heddle::support
