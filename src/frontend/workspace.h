// SPDX-License-Identifier: Apache-2.0
// The files between the steps of one run of the driver.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "frontend/options.h"
#include "support/work_folder.h"

namespace heddle::frontend {

// A temporary directory, removed at the end; with --keep the current (or --keep-dir's) directory,
// left as it is.
class Workspace {
 public:
  // Throws Failure when it cannot be made.
  explicit Workspace(const Options& options);

  // A path in it, unique to this call (from any thread): "<stem of input>-<serial><suffix>", or,
  // with --keep,
  // "<stem of input><suffix>".
  std::string file(const std::string& input, const std::string& suffix);
  const std::string& directory() const { return directory_; }

 private:
  std::optional<support::WorkFolder> temporary_;
  std::string directory_;
  std::atomic<unsigned> serial_ = 0;
};

// A temporary directory for other work. Throws Failure when it cannot be made.
support::WorkFolder temporary_folder();

// Compilers and linkers on a full disk end with a signal and ask for a bug report. Throws Failure
// if the file system of `directory` has no room for `bytes`.
void check_space(const std::string& directory, std::uint64_t bytes = 16 << 10);

}  // namespace heddle::frontend
