// SPDX-License-Identifier: Apache-2.0
// Coverage of modules: images and PTX that a program loads by itself bring a shared object with
// their counters (image/coverage.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace heddle::engine {

// The table of the counters in `object`, which is opened once in a process for each key and stays:
// at the program's end its profile is written, to a file of its own beside the program's. Of the
// object itself a copy is laid there, module-KEY.so, since llvm-cov reads in it where the lines
// are. Null, and a message, when it cannot be opened.
const std::uint64_t* const* module_counters(const std::string& key,
                                            std::span<const std::uint8_t> object);

}  // namespace heddle::engine
