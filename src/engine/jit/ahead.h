// SPDX-License-Identifier: Apache-2.0
// Compiles the other kernels of a module while the program is busy with its first one.
//
//   a launch must compile ---> kernels of the module, each with the block shape it will likely have
//                              and not in the cache ---> AheadTable ---> (kPatience) --->
//                              compile-ahead
//   the next launch       ---> is it in the table?  done: it is in the cache; running: wait for it;
//                              waiting: take it out, and compile it here
//
// The helper (helper_runner.h) works at idle priority, and ends with the program.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/jit/ahead_table.h"
#include "engine/jit/code_cache.h"
#include "engine/jit/compiler_library.h"
#include "engine/jit/helper_runner.h"
#include "engine/module/code_source.h"
#include "support/settings.h"

namespace heddle::engine {

class Ahead {
 public:
  Ahead(const support::Settings& settings, const CompilerLibrary& compiler);

  // `request` is about to be compiled, as `cache` has no `key_of(request)`.
  using KeyOf = std::function<support::Hash128(const CodeRequest&)>;
  void begin(const CodeRequest& request, CodeCache& cache, const KeyOf& key_of);

  // Before the cache is asked for `key`: waits while the helper compiles it. What
  // HEDDLE_LOG=compile says if it has been compiled ahead, and this is its first use.
  std::optional<std::string> take(const support::Hash128& key, const std::string& kernel);

  // The process ends. Also from a signal handler.
  void stop() { runner_.stop(); }

 private:
  AheadJob* find(const support::Hash128& key, std::shared_ptr<AheadTable>* table);
  std::size_t room();
  static bool wait_for(AheadTable& table, AheadJob& job, const std::string& kernel);

  const bool enabled_;
  const AheadCommon common_;
  const pid_t process_;  // a child by fork() has no helper
  std::mutex mutex_;
  std::vector<std::shared_ptr<AheadTable>> tables_;
  HelperRunner runner_;
};

}  // namespace heddle::engine
