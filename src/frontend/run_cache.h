// SPDX-License-Identifier: Apache-2.0
// The programs that `heddle run` has compiled.
#pragma once

#include <span>
#include <string>

namespace heddle::frontend {

// Path of the program for these words of `heddle cc`, compiled now unless an earlier result is
// still good: same options, same tool, and the same contents in the sources and all headers they
// include. Lives in HEDDLE_CACHE_DIR (default $XDG_CACHE_HOME/heddle, ~/.cache/heddle); when that
// cannot be written, in a temporary directory.
// Throws Failure or StepFailed as drive() does.
std::string cached_program(std::span<const std::string> words);

}  // namespace heddle::frontend
