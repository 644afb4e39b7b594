// SPDX-License-Identifier: Apache-2.0
// Precompiled headers (NVRTC documentation, "Precompiled Headers"). A file holds with which options
// and behind which directives it was made. Headers are compiled anew all the same: what the file
// says decides on messages, statuses and which file is taken, never on what comes out.
#pragma once

#include <string>
#include <vector>

#include "nvrtc/options.h"
#include "nvrtc/program.h"

namespace heddle::nvrtc {

// The directives of a source in front of all else and of #pragma nv_hdrstop, without comments and
// needless blanks.
std::vector<std::string> first_directives(const std::string& source);

// One compilation with --create-pch, --use-pch or --pch, or with none of them.
class Precompiled {
 public:
  Precompiled(const _nvrtcProgram& program, const Options& options);

  // What is wrong before anything is compiled: the result, with `log`.
  nvrtcResult begin(std::string* log);
  // Writes the file, where one is to be made and the compilation, of which `log` is, came beyond
  // the directives. Lines of its own go in front. The result may become an error.
  nvrtcResult end(nvrtcResult result, std::string* log, PchStatus* status);

 private:
  bool uses(const std::string& path);
  bool make(const std::string& path);
  std::string automatic_name() const;

  const _nvrtcProgram& program_;
  const Options& options_;
  std::string folder_, stem_;
  std::string record_;      // what a file begins with that was made in the same way
  std::string directives_;  // of this source, a line each
  std::string messages_;
  std::string to_make_;  // the file that is to be made
};

}  // namespace heddle::nvrtc
