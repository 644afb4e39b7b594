// SPDX-License-Identifier: Apache-2.0
// A constant with the layout of a struct that the engine or a tool reads.
#pragma once

#include <algorithm>
#include <cstddef>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::compiler {

// Each member stands beside its place in the struct, so that a row too many, too few or out of
// order is found when the first record is made.
class Record {
 public:
  explicit Record(const llvm::DataLayout& layout) : layout_(layout) {}

  Record& add(std::size_t offset, llvm::Constant* value) {
    end_ = llvm::alignTo(end_, layout_.getABITypeAlign(value->getType()));
    if (end_ != offset) llvm::report_fatal_error("a record's member is not at its struct's place");
    end_ += layout_.getTypeAllocSize(value->getType());
    members_.push_back(value);
    align_ = std::max(align_, layout_.getABITypeAlign(value->getType()));
    return *this;
  }
  llvm::Constant* finish(std::size_t size) const {
    if (llvm::alignTo(end_, align_) != size) {
      llvm::report_fatal_error("a record does not end where its struct does");
    }
    return llvm::ConstantStruct::getAnon(members_);
  }

 private:
  const llvm::DataLayout& layout_;
  llvm::SmallVector<llvm::Constant*, 20> members_;
  std::size_t end_ = 0;
  llvm::Align align_;
};

}  // namespace heddle::compiler
