// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/prefetch_next_block.h"

#include "compiler/calling_convention.h"
#include "compiler/context_access.h"
#include "compiler/passes/own_memory.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// In blockIdx.x: the block before that one is on its way already.
constexpr unsigned kBlocksAhead = 2;
constexpr unsigned kMaxLoads = 4;
constexpr unsigned kMaxSlice = 40;  // instructions
constexpr unsigned kLineBytes = 64;
constexpr unsigned kMinBytes = 32;  // of a load that is worth it

using Slice = SmallSetVector<Instruction*, 16>;

bool is_block_x(const Instruction& instruction, const Function& step) {
  const auto* load = dyn_cast<LoadInst>(&instruction);
  if (!load) return false;
  APInt offset(64, 0);
  const auto* from = load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      step.getDataLayout(), offset, true);
  return from == step.getArg(kBlockArgument) && offset == abi_offset(BlockContext, block_idx);
}

// Adds what `value` is computed from, operands first; false when that is not known at the start.
bool add_slice(Value* value, Slice& slice) {
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || slice.contains(instruction)) return true;
  auto* load = dyn_cast<LoadInst>(instruction);
  const bool constant_memory =
      load && load->isSimple() && load->hasMetadata(LLVMContext::MD_invariant_load);
  auto* binary = dyn_cast<BinaryOperator>(instruction);
  const bool plain = (binary && !binary->isIntDivRem()) ||
                     isa<CastInst, GetElementPtrInst, CmpInst, SelectInst>(instruction);
  if ((!plain && !constant_memory) || slice.size() >= kMaxSlice) return false;
  if (!all_of(instruction->operand_values(), [&](auto* v) { return add_slice(v, slice); })) {
    return false;
  }
  slice.insert(instruction);
  return true;
}

// void (block, warp), or null.
Function* prefetch_function(Function& step) {
  Slice slice;
  SmallVector<std::pair<Value*, unsigned>, kMaxLoads> addresses;
  const auto& layout = step.getDataLayout();
  for (auto& instruction : instructions(step)) {
    auto* load = dyn_cast<LoadInst>(&instruction);
    if (!load || !load->isSimple() || !load->getType()->isVectorTy()) continue;
    const auto bytes = layout.getTypeStoreSize(load->getType()).getFixedValue();
    if (bytes < kMinBytes || is_own_memory(load->getPointerOperand(), step)) continue;
    auto needed = slice;
    if (!add_slice(load->getPointerOperand(), needed)) continue;
    slice = std::move(needed);
    addresses.push_back({load->getPointerOperand(), static_cast<unsigned>(bytes)});
    if (addresses.size() == kMaxLoads) break;
  }
  if (none_of(slice, [&](auto* i) { return is_block_x(*i, step); })) return nullptr;

  auto& context = step.getContext();
  auto* type = FunctionType::get(Type::getVoidTy(context),
                                 {PointerType::get(context, 0), Type::getInt32Ty(context)}, false);
  auto* made = Function::Create(type, GlobalValue::InternalLinkage, step.getName() + ".ahead",
                                step.getParent());
  made->addFnAttr(Attribute::AlwaysInline);
  IRBuilder<> b(BasicBlock::Create(context, "entry", made));
  ValueToValueMapTy map;
  map[step.getArg(kBlockArgument)] = made->getArg(0);
  map[step.getArg(kWarpArgument)] = made->getArg(1);
  for (auto* instruction : slice) {
    auto* copy = instruction->clone();
    copy->setDebugLoc({});
    b.Insert(copy);
    RemapInstruction(copy, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    map[instruction] =
        is_block_x(*instruction, step) ? b.CreateAdd(copy, b.getInt32(kBlocksAhead)) : copy;
  }
  for (auto [address, bytes] : addresses) {
    Value* mapped = map.lookup(address);
    if (!mapped) continue;
    for (unsigned at = 0; at < bytes; at += kLineBytes) {
      auto* line = b.CreateConstGEP1_64(b.getInt8Ty(), mapped, at);
      b.CreateIntrinsic(Intrinsic::prefetch, {b.getPtrTy()},
                        {line, b.getInt32(0), b.getInt32(2), b.getInt32(1)});
    }
  }
  b.CreateRetVoid();
  return made;
}

}  // namespace

NextBlockPrefetch::NextBlockPrefetch(IRBuilderBase& b, Value* block, Function& function)
    : block_(block), ahead_(prefetch_function(function)) {
  if (!ahead_) return;
  const auto field = [&](std::size_t offset) {
    auto* address = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), block, offset);
    return b.CreateLoad(b.getInt32Ty(), address);
  };
  auto* next = b.CreateAdd(field(abi_offset(BlockContext, block_idx)), b.getInt32(kBlocksAhead));
  has_next_ = b.CreateICmpULT(next, field(abi_offset(BlockContext, grid_dim)));
}

void NextBlockPrefetch::add(IRBuilderBase& b, Value* warp, unsigned count) const {
  if (!ahead_) return;
  auto* function = b.GetInsertBlock()->getParent();
  auto* body = BasicBlock::Create(b.getContext(), "ahead", function);
  auto* done = BasicBlock::Create(b.getContext(), "go", function);
  b.CreateCondBr(has_next_, body, done);
  b.SetInsertPoint(body);
  for (unsigned k = 0; k < count; ++k) {
    b.CreateCall(ahead_, {block_, b.CreateAdd(warp, b.getInt32(k), "", true, true)});
  }
  b.CreateBr(done);
  b.SetInsertPoint(done);
}

}  // namespace heddle::compiler
