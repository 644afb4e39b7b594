// SPDX-License-Identifier: Apache-2.0
#include "frontend/initializer.h"

#include <fmt/format.h>
#include <llvm/ADT/APInt.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "frontend/failure.h"

namespace heddle::frontend {
namespace {

class Writer {
 public:
  explicit Writer(const llvm::GlobalVariable& variable)
      : variable_(variable), layout_(variable.getDataLayout()) {
    result_.bytes.resize(layout_.getTypeAllocSize(variable.getValueType()));
  }

  Initializer finish() {
    write(variable_.getInitializer(), 0);
    const bool zero = std::ranges::all_of(result_.bytes, [](std::uint8_t b) { return b == 0; });
    if (zero) result_.bytes.clear();
    return std::move(result_);
  }

 private:
  void write(const llvm::Constant* value, std::uint64_t at) {
    if (value->isNullValue() || llvm::isa<llvm::UndefValue>(value)) return;
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value)) {
      write_bits(number->getValue(), at);
    } else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(value)) {
      write_bits(real->getValueAPF().bitcastToAPInt(), at);
    } else if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(value)) {
      for (unsigned i = 0; i < data->getNumElements(); ++i) {
        write(data->getElementAsConstant(i), at + i * element_size(data->getElementType()));
      }
    } else if (llvm::isa<llvm::ConstantArray, llvm::ConstantVector>(value)) {
      for (unsigned i = 0; i < value->getNumOperands(); ++i) {
        const auto* element = llvm::cast<llvm::Constant>(value->getOperand(i));
        write(element, at + i * element_size(element->getType()));
      }
    } else if (const auto* record = llvm::dyn_cast<llvm::ConstantStruct>(value)) {
      const llvm::StructLayout* fields = layout_.getStructLayout(record->getType());
      for (unsigned i = 0; i < record->getNumOperands(); ++i) {
        write(record->getOperand(i), at + fields->getElementOffset(i));
      }
    } else {
      write_address(value, at);
    }
  }

  std::uint64_t element_size(llvm::Type* type) const { return layout_.getTypeAllocSize(type); }

  void write_bits(const llvm::APInt& bits, std::uint64_t at) {
    const unsigned count = (bits.getBitWidth() + 7) / 8;
    const llvm::APInt padded = bits.zext(count * 8);
    for (unsigned i = 0; i < count; ++i) {
      result_.bytes[at + i] = static_cast<std::uint8_t>(padded.extractBitsAsZExtValue(8, i * 8));
    }
  }

  // A global, perhaps cast to another address space or to an integer, plus an offset; or a number
  // as an address, which tables of classes with virtual bases have.
  void write_address(const llvm::Constant* value, std::uint64_t at) {
    const auto bits = static_cast<unsigned>(8 * element_size(value->getType()));
    std::int64_t addend = 0;
    while (true) {
      if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(value)) {
        result_.relocations.push_back({at, global->getName().str(), addend});
        return;
      }
      if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value)) {
        addend += number->getSExtValue();
        write_bits(llvm::APInt(64, static_cast<std::uint64_t>(addend)).trunc(bits), at);
        return;
      }
      const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(value);
      if (expression == nullptr) break;
      if (const auto* element = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
        llvm::APInt offset(layout_.getIndexTypeSizeInBits(element->getType()), 0);
        if (!element->accumulateConstantOffset(layout_, offset)) break;
        addend += offset.getSExtValue();
      } else if (expression->getOpcode() == llvm::Instruction::Add) {
        const auto* number = llvm::dyn_cast<llvm::ConstantInt>(expression->getOperand(1));
        if (number == nullptr) break;
        addend += number->getSExtValue();
      } else if (!expression->isCast()) {
        break;
      }
      value = expression->getOperand(0);
    }
    throw Failure(
        fmt::format("the initialiser of device variable {} is not supported: neither "
                    "bytes nor the address of a variable or function",
                    variable_.getName().str()));
  }

  const llvm::GlobalVariable& variable_;
  const llvm::DataLayout& layout_;
  Initializer result_;
};

}  // namespace

Initializer read_initializer(const llvm::GlobalVariable& variable) {
  if (!variable.hasInitializer()) return {};
  return Writer(variable).finish();
}

}  // namespace heddle::frontend
