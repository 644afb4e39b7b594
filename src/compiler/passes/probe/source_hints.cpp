// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/source_hints.h"

#include "compiler/ir/own_header.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

namespace heddle::compiler {

using namespace llvm;
using probes::Cache;

namespace {

// heddle/loads.h
Cache cache_hint(StringRef function) {
  return StringSwitch<Cache>(function)
      .Case("__ldg", Cache::kReadOnly)
      .Case("__ldca", Cache::kAll)
      .Cases({"__ldcg", "__stcg"}, Cache::kGlobal)
      .Cases({"__ldcs", "__stcs"}, Cache::kStreaming)
      .Case("__ldlu", Cache::kLastUse)
      .Case("__ldcv", Cache::kVolatile)
      .Case("__stwb", Cache::kWriteBack)
      .Case("__stwt", Cache::kWriteThrough)
      .Default(Cache::kDefault);
}

}  // namespace

std::string file_of(const DILocation& at) {
  if (sys::path::is_absolute(at.getFilename())) return at.getFilename().str();
  SmallString<128> path(at.getDirectory());
  sys::path::append(path, at.getFilename());
  return path.str().str();
}

void add_source_hints(probes::Site& site, const DILocation& at) {
  const auto* program = at.getScope()->getSubprogram();
  if (!program || !is_own_header(file_of(at))) return;
  const auto function = program->getName().split('<').first;
  site.cache = cache_hint(function);
}

}  // namespace heddle::compiler
