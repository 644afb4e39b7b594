// SPDX-License-Identifier: Apache-2.0
// One run of a program in a schedule of its own: what it printed, and how it ended.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/target.h"

namespace heddle::cli {

struct Schedule {
  std::optional<std::uint64_t> seed;  // none: in order
  bool at_accesses = false;           // threads change at accesses, else warps at barriers

  std::string text() const;  // for HEDDLE_SCHEDULE
};

struct RunEnd {
  int status = 0;          // as shells report it; meaningless when it took too long
  bool timed_out = false;  // and was killed, with all that it had started
  std::string output, errors;
};

// Starts the program and waits for it, `limit` at most. The files of what it prints lie in `folder`
// under names of their own while it runs. Throws frontend::Failure where no process can be had.
RunEnd run_once(Target& target, const Schedule& schedule, const std::string& folder,
                std::chrono::seconds limit);

}  // namespace heddle::cli
