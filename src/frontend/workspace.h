// SPDX-License-Identifier: Apache-2.0
// The files between the steps of one run of the driver.
#pragma once

#include <atomic>
#include <string>

#include "frontend/options.h"

namespace heddle::frontend {

// A temporary directory, removed at the end; with --keep the current (or --keep-dir's) directory,
// left as it is.
class Workspace {
 public:
  explicit Workspace(const Options& options);
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace();

  // A path in it, unique to this call (from any thread): "<stem of input>-<serial><suffix>", or,
  // with --keep,
  // "<stem of input><suffix>".
  std::string file(const std::string& input, const std::string& suffix);

 private:
  std::string directory_;
  bool keep_;
  std::atomic<unsigned> serial_ = 0;
};

}  // namespace heddle::frontend
