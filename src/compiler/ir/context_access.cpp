// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/context_access.h"

#include "compiler/ir/pseudo.h"
#include "llvm/IR/MDBuilder.h"

namespace heddle::compiler::context {

using namespace llvm;

LoadInst* load(IRBuilderBase& builder, std::size_t offset, Type* type, const Twine& name,
               std::optional<Range> range) {
  auto* base = pseudo::call(builder, pseudo::kBlock, {}, "block");
  auto* address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  auto* value = builder.CreateLoad(type, address, name);
  auto& llvm = builder.getContext();
  value->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(llvm, {}));
  value->setMetadata(LLVMContext::MD_noundef, MDNode::get(llvm, {}));
  if (range) {
    const unsigned bits = type->getIntegerBitWidth();
    value->setMetadata(LLVMContext::MD_range, MDBuilder(llvm).createRange(APInt(bits, range->first),
                                                                          APInt(bits, range->end)));
  }
  return value;
}

void note_warp(IRBuilderBase& b, Value* block, Value* warp) {
  b.CreateStore(
      warp,
      b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), block, abi_offset(BlockContext, current_warp)),
      true);
}

void note_warps(IRBuilderBase& b, Value* block, Value* first, unsigned count) {
  constexpr auto offset = abi_offset(BlockContext, current_warp);
  static_assert(offset + 4 == abi_offset(BlockContext, current_warp_count), "they make one word");
  auto* both = b.CreateOr(b.CreateZExt(first, b.getInt64Ty()), std::uint64_t{count} << 32);
  b.CreateAlignedStore(both, b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), block, offset), Align(4),
                       true);
}

void note_turn(IRBuilderBase& b, Value* block, Value* first, unsigned count) {
  if (count > 1) {
    note_warps(b, block, first, count);
  } else {
    note_warp(b, block, first);
  }
}

llvm::Value* count_round(llvm::IRBuilderBase& b, llvm::Value* block) {
  auto* rounds =
      b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), block, abi_offset(BlockContext, rounds));
  auto* left = b.CreateSub(b.CreateLoad(b.getInt32Ty(), rounds), b.getInt32(1));
  b.CreateStore(left, rounds);
  return b.CreateICmpEQ(left, b.getInt32(0));
}

}  // namespace heddle::compiler::context
