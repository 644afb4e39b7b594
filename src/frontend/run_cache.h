// SPDX-License-Identifier: Apache-2.0
// The programs that `heddle run` has compiled.
#pragma once

#include <span>
#include <string>
#include <variant>

#include "support/trusted_folder.h"
#include "support/work_folder.h"

namespace heddle::frontend {

// A program, ready to take this process's place.
struct Program {
  std::string path;  // its name, for it and for others
  // Where it lies: in the cache, whose folder was checked, or in a temporary directory, which the
  // next `heddle` removes when the program has ended.
  std::variant<support::TrustedFolder, support::WorkFolder> folder;

  // Does not return unless it fails (errno).
  void execute(char* const* arguments);
};

// The program for these words of `heddle cc`, compiled now unless an earlier result is
// still good: same options, same tool, an undamaged program, and the same contents in the sources
// and all headers they include. The cache is HEDDLE_CACHE_DIR (default $XDG_CACHE_HOME/heddle,
// ~/.cache/heddle); when the program cannot be kept there, one sentence says so.
// Throws Failure or StepFailed as drive() does.
Program cached_program(std::span<const std::string> words);

}  // namespace heddle::frontend
