// SPDX-License-Identifier: Apache-2.0
// Kernels that were made in a hurry are compiled once more, as vectors, while the program goes on.
//
//   a launch gets hurried code ---> begin() ---> (helper_runner.h) ---> compile-ahead ---> cache
//   a later launch             ---> is it there? the code of the same request, `whole`
//   the next run               ---> finds it before it looks for the hurried code
//
// A program that is over sooner than the helper leaves it to itself, at idle priority: else one
// that runs for a second would be slow for ever. In a cache one such helper works at a time; those
// of other processes wait, and find what it has made. What takes too long is given up for good: the
// hurried code is filed in its place.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "engine/jit/ahead_table.h"
#include "engine/jit/code_cache.h"
#include "engine/jit/compiler_library.h"
#include "engine/jit/helper_runner.h"
#include "engine/module/code_source.h"
#include "support/settings.h"

namespace heddle::engine {

// The request for the second compilation of what `request` asks for.
CodeRequest whole_of(const CodeRequest& request);
// CPU seconds that a second compilation may take, predicted and measured. A first one takes them
// for its budget when it is `whole`.
inline constexpr double kWholeSeconds = 60;

class SecondTier {
 public:
  SecondTier(const support::Settings& settings, const CompilerLibrary& compiler);

  using Ready = std::shared_ptr<const std::atomic<bool>>;
  struct Keys {
    support::Hash128 hurried, whole;
  };
  // `request` has hurried code, which `cache` holds. Becomes true when the cache has the whole one;
  // null when it is not made. `begins`: it was not asked for before.
  Ready begin(const CodeRequest& request, const Keys& keys, CodeCache& cache, bool* begins);

  // What HEDDLE_LOG=compile says of code that was made for this process, at its first use.
  std::optional<std::string> take_log(const support::Hash128& whole);

  // The process ends. Also from a signal handler.
  void stop() { runner_.stop(); }

 private:
  struct Entry {
    std::shared_ptr<std::atomic<bool>> ready = std::make_shared<std::atomic<bool>>(false);
    std::optional<std::string> log;
  };
  std::shared_ptr<AheadTable> next();  // under mutex_
  std::shared_ptr<AheadTable> ended();

  const bool enabled_;
  const AheadCommon common_;
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;  // by the key of the whole code
  std::deque<std::shared_ptr<AheadTable>> waiting_;
  std::shared_ptr<AheadTable> current_;
  HelperRunner runner_;
};

}  // namespace heddle::engine
