// SPDX-License-Identifier: Apache-2.0
// What a row of the table sees of one instruction: its modifiers, which it takes one by one, its
// operands as LLVM values, and a builder. The first complaint is kept; after it, values are poison.
#pragma once

#include <functional>
#include <string>

#include "llvm/IR/IRBuilder.h"
#include "ptx/cluster_functions.h"
#include "ptx/program.h"

namespace heddle::ptx {

// The address of the block's shared memory: ptr addrspace(3) (). PTX's 32-bit shared addresses are
// offsets from there.
inline constexpr llvm::StringLiteral kSharedBase = "heddle.shared";

struct Row;  // table.h

// One asm statement while it is translated. Registers and results are stack slots that hold bits;
// mem2reg makes values of them.
struct Statement {
  Program program;
  std::vector<llvm::AllocaInst*> registers;
  // One for each %N: its storage, or its value, or both, for an operand that is read and written.
  struct Argument {
    llvm::Value* value = nullptr;
    llvm::AllocaInst* slot = nullptr;
    bool constant = false;  // "n"
  };
  std::vector<Argument> arguments;
  std::vector<llvm::BasicBlock*> labels;
  llvm::AllocaInst* carry = nullptr;
  bool is_volatile = false;
  bool clobbers_memory = false;
  // Of a function of a module: where its variables lie, and what the names of the module are.
  bool is_module = false;
  std::vector<llvm::Value*> variables;
  std::function<llvm::Value*(llvm::StringRef)> symbol;
};

class Emitter {
 public:
  Emitter(llvm::IRBuilder<>& builder, Statement& statement, const Instruction& instruction,
          const Row& its_row)
      : b(builder),
        row(its_row),
        statement_(statement),
        i_(instruction),
        modifiers_(instruction.modifiers.begin(), instruction.modifiers.end()) {}

  llvm::IRBuilder<>& b;
  const Row& row;

  // --- modifiers
  bool take(llvm::StringRef name);
  // The first modifier that is one of `names`, empty when none is.
  llvm::StringRef take_any(llvm::ArrayRef<llvm::StringRef> names);
  // As take_any; a complaint when none is there.
  llvm::StringRef need_any(llvm::ArrayRef<llvm::StringRef> names);
  // The first modifier that begins with `prefix`.
  bool take_prefix(llvm::StringRef prefix);
  std::optional<Type> take_type();
  Type need_type();

  // --- operands
  const Instruction& instruction() const { return i_; }
  unsigned count() const { return i_.operands.size(); }
  const Operand& operand(unsigned k);
  void expect_operands(unsigned least, unsigned most);
  // Operand k (or any operand) as the LLVM type of `type`; wider registers only where `narrows`.
  llvm::Value* in(unsigned k, Type type, bool narrows = false) {
    return read(operand(k), type, narrows);
  }
  llvm::Value* read(const Operand& operand, Type type, bool narrows = false);
  // Stores what has the register's width.
  void out(unsigned k, llvm::Value* value) { write(operand(k), value); }
  void write(const Operand& operand, llvm::Value* value);
  // Stores into a register that may be wider than `type`.
  void out_extended(unsigned k, llvm::Value* value, Type type) {
    write_extended(operand(k), value, type);
  }
  void write_extended(const Operand& operand, llvm::Value* value, Type type);
  unsigned width(const Operand& operand) const;
  // Where a variable lies, or a function's address; null for other operands. Its own offset is
  // added.
  llvm::Value* place(const Operand& operand);
  // The number that PTX has for a pointer: an offset in shared memory, else a generic address.
  llvm::Value* address_bits(llvm::Value* pointer);
  // A constant operand's value.
  std::optional<std::uint64_t> constant(unsigned k);

  // --- LLVM
  llvm::Type* llvm_type(Type type) const;
  llvm::Module& module() const { return *b.GetInsertBlock()->getModule(); }
  llvm::Function& function() const { return *b.GetInsertBlock()->getParent(); }
  llvm::CallInst* intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value*> arguments,
                            llvm::ArrayRef<llvm::Type*> overloads = {});
  // A function of the device library.
  llvm::Value* library(const llvm::Twine& name, llvm::Type* result,
                       llvm::ArrayRef<llvm::Value*> arguments);
  llvm::Value* shared_base();
  // A block that goes on after the builder's, which must get an end of its own.
  llvm::BasicBlock* new_block(const llvm::Twine& name);

  Statement& statement() { return statement_; }

  void fail(const llvm::Twine& why);
  const std::string& error() const { return error_; }
  // After the row has run: nothing of the instruction may be left.
  void finish();

 private:
  llvm::Value* special(const Operand& operand, Type type);
  llvm::Value* fit(llvm::Value* bits, Type type, bool narrows, llvm::StringRef what);

  Statement& statement_;
  const Instruction& i_;
  llvm::SmallVector<std::string, 8> modifiers_;
  std::string error_;
};

}  // namespace heddle::ptx
