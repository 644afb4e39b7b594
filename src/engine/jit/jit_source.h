// SPDX-License-Identifier: Apache-2.0
// Kernels from the code cache, else from the compiler.
#pragma once

#include <optional>
#include <string>

#include "engine/jit/ahead.h"
#include "engine/jit/code_cache.h"
#include "engine/jit/compiler_library.h"
#include "engine/jit/second_tier.h"
#include "engine/module/code_source.h"
#include "support/settings.h"

namespace heddle::engine {

class JitSource : public CodeSource {
 public:
  explicit JitSource(const support::Settings& settings);

  // kJitCompilerNotFound without libheddle-compiler, kInvalidKernelImage when it refuses.
  Error load(const CodeRequest& request, LoadedCode* out, std::string* reason) override;
  void stop() override;
  std::string symbolize(const std::string& path, std::uintptr_t offset) override;

 private:
  void check_passes();
  support::Hash128 key_of(const CodeRequest& request) const;
  bool load_cached(const CodeRequest& request, const support::Hash128& key,
                   const std::optional<std::string>& ahead, LoadedCode* out);
  bool load_whole(const CodeRequest& request, LoadedCode* out);
  void improve(const CodeRequest& request, LoadedCode* out);
  Error compile(const CodeRequest& request, HeddleCompileResult* result, std::string* reason);

  std::string isa_;
  std::string dump_dir_;
  std::string passes_;
  bool log_;
  std::string cpu_;
  CodeCache cache_;
  CompilerLibrary compiler_;
  Ahead ahead_;
  SecondTier second_;
};

}  // namespace heddle::engine
