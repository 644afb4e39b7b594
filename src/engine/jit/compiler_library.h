// SPDX-License-Identifier: Apache-2.0
// libheddle-compiler, opened when a kernel must be compiled and not before.
#pragma once

#include <mutex>
#include <string>

#include "jit/compiler_api.h"

namespace heddle::engine {

class CompilerLibrary {
 public:
  CompilerLibrary();  // where this library or program looks for it
  explicit CompilerLibrary(const std::string& folder);

  struct Functions {
    decltype(&heddle_compile) compile = nullptr;
    decltype(&heddle_compile_free) release = nullptr;
    decltype(&heddle_symbolize) symbolize = nullptr;
    decltype(&heddle_check_passes) check_passes = nullptr;
    decltype(&heddle_translate_ptx) translate_ptx = nullptr;
    decltype(&heddle_translate_ptx_free) release_ptx = nullptr;
    decltype(&heddle_link_images) link_images = nullptr;
    decltype(&heddle_link_ptx) link_ptx = nullptr;
  };
  // Null with `reason` when the library is missing or is not ours.
  const Functions* open(std::string* reason);

  // Differs whenever the library or the device library was rebuilt; opens neither.
  const std::string& identity() const { return identity_; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  std::string path_;
  std::string identity_;
  std::mutex mutex_;
  void* handle_ = nullptr;
  Functions functions_;
};

}  // namespace heddle::engine
