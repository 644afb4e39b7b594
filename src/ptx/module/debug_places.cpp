// SPDX-License-Identifier: Apache-2.0
#include "ptx/module/debug_places.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

namespace heddle::ptx {

using namespace llvm;

DebugPlaces::DebugPlaces(Module& module, const ModuleText& text, StringRef name)
    : module_(module), text_(text), builder_(module) {
  if (text.files.empty()) return;
  unit_ = builder_.createCompileUnit(DISourceLanguageName(dwarf::DW_LANG_C_plus_plus),
                                     file(text.files.begin()->first), "PTX", true, "", 0, "",
                                     DICompileUnit::LineTablesOnly);
  module.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  module.addModuleFlag(Module::Warning, "Dwarf Version", 4);
}

DIFile* DebugPlaces::file(unsigned number) {
  const auto found = text_.files.find(number);
  const StringRef path =
      found == text_.files.end() ? StringRef("unknown") : StringRef(found->second);
  return builder_.createFile(sys::path::filename(path), sys::path::parent_path(path));
}

void DebugPlaces::begin(Function& function, const FunctionText& text) {
  function_ = nullptr;
  if (!unit_ || text.body.lines.empty()) return;
  const Line& first = text.body.lines.begin()->second;
  auto* type = builder_.createSubroutineType(builder_.getOrCreateTypeArray({}));
  function_ =
      builder_.createFunction(unit_, text.name, text.name, file(first.file), first.line, type,
                              first.line, DINode::FlagZero, DISubprogram::SPFlagDefinition);
  function.setSubprogram(function_);
}

DILocation* DebugPlaces::place(const Line& line) {
  if (!function_) return nullptr;
  DIScope* scope = function_;
  auto* of = file(line.file);
  if (of != function_->getFile()) scope = builder_.createLexicalBlockFile(function_, of);
  return DILocation::get(module_.getContext(), line.line, line.column, scope);
}

void DebugPlaces::finish() {
  if (unit_) builder_.finalize();
}

}  // namespace heddle::ptx
