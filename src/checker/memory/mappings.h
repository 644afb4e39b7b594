// SPDX-License-Identifier: Apache-2.0
// What the system says of an address that is in no memory of the runtime's. Slow: asked only where
// an access has already been found to be odd.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::checker {

struct Mapping {
  std::uintptr_t begin = 0, end = 0;
  bool readable = false, writable = false;
  std::string name;  // a file, "[heap]", "[stack]" or nothing
};

// The mapping of this process that holds `address`.
std::optional<Mapping> mapping_at(std::uint64_t address);

}  // namespace heddle::checker
