// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/context_field.h"

#include "compiler/ir/pseudo.h"
#include "llvm/ADT/APInt.h"
#include "llvm/IR/DataLayout.h"

namespace heddle::compiler::context {

using namespace llvm;

namespace {

template <class IsBlock>
std::optional<std::uint64_t> field_read_from(const LoadInst& load, IsBlock is_block) {
  const auto& layout = load.getDataLayout();
  APInt offset(layout.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
  const auto* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
      layout, offset, /*AllowNonInbounds=*/true);
  return is_block(base) ? std::optional(offset.getZExtValue()) : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> field_read(const LoadInst& load) {
  return field_read_from(load, [](const Value* v) { return pseudo::is(v, pseudo::kBlock); });
}

std::optional<std::uint64_t> field_read(const LoadInst& load, const Value* block) {
  return field_read_from(load, [block](const Value* v) { return v == block; });
}

}  // namespace heddle::compiler::context
