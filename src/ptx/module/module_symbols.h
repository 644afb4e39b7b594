// SPDX-License-Identifier: Apache-2.0
// What a module declares, as LLVM's variables and functions.
#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "ptx/module/module_text.h"

namespace heddle::ptx {

inline constexpr unsigned kGlobalSpace = 1, kSharedSpace = 3, kConstantSpace = 4;

// How a parameter or a result travels. Numbers are integers of their width; what is an array lies
// in memory: its pointer is passed (byval), its bytes are returned.
llvm::Type* value_type(llvm::LLVMContext& context, const Variable& variable);
// The type of what lies there.
llvm::Type* memory_type(llvm::LLVMContext& context, const Variable& variable);

// `is_kernel`: void. Of a function that the device library has, its own type.
llvm::FunctionType* function_type(llvm::LLVMContext& context, const Signature& signature);
class ModuleSymbols {
 public:
  explicit ModuleSymbols(llvm::Module& module) : module_(module) {}

  // A complaint where something is wrong.
  std::optional<Complaint> declare(const ModuleText& text);
  // A variable of a function that outlives it.
  llvm::GlobalVariable* add_variable(const Variable& variable, llvm::StringRef name);
  // Null: no such name.
  llvm::GlobalValue* find(llvm::StringRef name) const { return names_.lookup(name); }
  // Of a function; null: no such function.
  const Signature* signature(llvm::StringRef name) const { return signatures_.lookup(name); }
  llvm::Module& module() { return module_; }

 private:
  std::optional<Complaint> declare_function(const FunctionText& text);
  std::optional<Complaint> initialise(const Variable& variable, llvm::GlobalVariable& global);
  llvm::Constant* address(const Initial& initial, std::optional<Complaint>& complaint);

  llvm::Module& module_;
  llvm::StringMap<llvm::GlobalValue*> names_;
  llvm::StringMap<const Signature*> signatures_;
};

}  // namespace heddle::ptx
