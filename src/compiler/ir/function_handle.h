// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/ValueHandle.h"

namespace heddle::compiler {

// A function of a module; null when there is none, or none any more.
class FunctionHandle {
 public:
  FunctionHandle() = default;
  FunctionHandle(llvm::Function* function) : value_(function) {}
  operator llvm::Function*() const {
    return llvm::cast_or_null<llvm::Function>(static_cast<llvm::Value*>(value_));
  }
  llvm::Function* operator->() const { return *this; }
  llvm::Function& operator*() const { return *static_cast<llvm::Function*>(*this); }

 private:
  llvm::WeakVH value_;
};

}  // namespace heddle::compiler
