// SPDX-License-Identifier: Apache-2.0
// The body of a function: registers and variables become stack slots, statements what the table of
// instructions says; calls, returns and jumps by a table are here.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "ptx/emitter.h"
#include "ptx/module/module_symbols.h"

namespace heddle::ptx {

class FunctionTranslation {
 public:
  // `place_of` gives a line of the source a debug location, or null.
  using PlaceOf = std::function<llvm::DILocation*(const Line&)>;
  FunctionTranslation(ModuleSymbols& symbols, const FunctionText& text, llvm::Function& function,
                      PlaceOf place_of);

  std::optional<Complaint> run();

 private:
  void make_slots();
  llvm::AllocaInst* slot(llvm::Type* type, llvm::Align align);
  llvm::Value* variable_place(const Variable& variable);
  std::string instruction(const Instruction& instruction);
  void call(Emitter& e);
  void leave(Emitter& e);
  void jump_by_table(Emitter& e);
  llvm::Value* argument(Emitter& e, const Operand& operand, const Variable& parameter,
                        llvm::Type* wanted);
  void store_result(Emitter& e, const Operand& operand, llvm::Value* result);
  void promote();

  ModuleSymbols& symbols_;
  const FunctionText& text_;
  llvm::Function& function_;
  PlaceOf place_of_;
  llvm::IRBuilder<> b_;
  Statement statement_;
  llvm::Value* result_ = nullptr;  // where the result lies until the function returns
  llvm::SmallVector<llvm::AllocaInst*, 64> slots_;
};

}  // namespace heddle::ptx
