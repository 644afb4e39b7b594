// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/prefetch_loads.h"

#include "compiler/ir/calling_convention.h"
#include "compiler/passes/block/block_memory.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace heddle::compiler {

using namespace llvm;

static constexpr unsigned kMaxSlice = 100;  // instructions

static constexpr unsigned kMaxDepth = 12;

// Computed alike, of what does not change.
static bool are_same(const Value* a, const Value* b, unsigned depth) {
  if (a == b) return true;
  const auto *x = dyn_cast<Instruction>(a), *y = dyn_cast<Instruction>(b);
  return x && y && depth < kMaxDepth && !isa<PHINode>(x) && x->isSameOperationAs(y) &&
         all_of(
             zip(x->operand_values(), y->operand_values()),
             [&](const auto& pair) {
               return are_same(std::get<0>(pair), std::get<1>(pair), depth + 1);
             });
}

std::optional<std::int64_t> frame_offset(const Value* pointer, const Function& step) {
  APInt offset(64, 0);
  const auto* from = pointer->stripAndAccumulateConstantOffsets(step.getDataLayout(), offset, true);
  if (from != step.getArg(kWarpContextArgument)) return std::nullopt;
  return offset.getSExtValue();
}

PrefetchLoads::PrefetchLoads(Function& step, Known known, unsigned max_lines, Wanted wanted,
                             Where where)
    : step_(step), known_(known) {
  const auto& layout = step.getDataLayout();
  const BasicBlock* first = nullptr;
  for (auto& instruction : instructions(step)) {
    if (where == Where::kInOneBlock && first && instruction.getParent() != first) break;
    auto* load = dyn_cast<LoadInst>(&instruction);
    if (!load || !load->isSimple() || !load->getType()->isVectorTy()) continue;
    const auto bytes = layout.getTypeStoreSize(load->getType()).getFixedValue();
    if (bytes < kMinPrefetched || is_block_memory(load->getPointerOperand(), step)) continue;
    if (!wanted(*load)) continue;
    auto needed = slice_;
    if (!add_slice(load->getPointerOperand(), needed)) continue;
    const auto lines = static_cast<unsigned>(divideCeil(bytes, kPrefetchLine));
    leaves_some_ = lines_ + lines > max_lines;
    if (leaves_some_) break;
    lines_ += lines;
    first = instruction.getParent();
    slice_ = std::move(needed);
    const auto asked = [&](const auto& other) {
      return other.second >= bytes && are_same(other.first, load->getPointerOperand(), 0);
    };
    if (any_of(addresses_, asked)) continue;
    addresses_.push_back({load->getPointerOperand(), static_cast<unsigned>(bytes)});
  }
}

Function* PrefetchLoads::make(unsigned locality,
                              function_ref<Value*(IRBuilder<>&, Instruction&)> change) {
  auto& context = step_.getContext();
  auto* pointer = PointerType::get(context, 0);
  auto* type = FunctionType::get(Type::getVoidTy(context),
                                 {pointer, pointer, Type::getInt32Ty(context)}, false);
  auto* made = Function::Create(type, GlobalValue::InternalLinkage, step_.getName() + ".ahead",
                                step_.getParent());
  made->addFnAttr(Attribute::AlwaysInline);
  IRBuilder<> b(BasicBlock::Create(context, "entry", made));
  ValueToValueMapTy map;
  for (auto argument : {kBlockArgument, kWarpContextArgument, kWarpArgument}) {
    map[step_.getArg(argument)] = made->getArg(argument);
  }
  for (auto* instruction : slice_) {
    if (auto* phi = dyn_cast<PHINode>(instruction)) {
      auto* only = phi->getIncomingValue(0);
      Value* mapped = map.lookup(only);
      map[phi] = mapped ? mapped : only;
      continue;
    }
    auto* copy = instruction->clone();
    copy->setDebugLoc({});
    b.Insert(copy);
    RemapInstruction(copy, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    map[instruction] = change(b, *copy);
  }
  for (auto [address, bytes] : addresses_) {
    Value* mapped = map.lookup(address);
    if (mapped) prefetch_lines(b, mapped, bytes, locality);
  }
  b.CreateRetVoid();
  return made;
}

// Adds what `value` is computed from, operands first; false when that is not known.
bool PrefetchLoads::add_slice(Value* value, Slice& slice) const {
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || slice.contains(instruction)) return true;
  auto* load = dyn_cast<LoadInst>(instruction);
  const bool constant_memory =
      load && load->isSimple() && load->hasMetadata(LLVMContext::MD_invariant_load);
  const bool in_the_frame = load && load->isSimple() && known_ == Known::kInTheFrame &&
                            frame_offset(load->getPointerOperand(), step_);
  auto* binary = dyn_cast<BinaryOperator>(instruction);
  const auto* phi = dyn_cast<PHINode>(instruction);
  const bool plain = (binary && !binary->isIntDivRem()) ||
                     (phi && phi->getNumIncomingValues() == 1) ||
                     isa<CastInst, GetElementPtrInst, CmpInst, SelectInst>(instruction);
  if ((!plain && !constant_memory && !in_the_frame) || slice.size() >= kMaxSlice) return false;
  if (!all_of(instruction->operand_values(), [&](auto* v) { return add_slice(v, slice); })) {
    return false;
  }
  slice.insert(instruction);
  return true;
}

void prefetch_lines(IRBuilderBase& b, Value* address, unsigned bytes, unsigned locality) {
  for (unsigned at = 0; at < bytes; at += kPrefetchLine) {
    auto* line = b.CreateConstGEP1_64(b.getInt8Ty(), address, at);
    b.CreateIntrinsic(Intrinsic::prefetch, {b.getPtrTy()},
                      {line, b.getInt32(0), b.getInt32(locality), b.getInt32(1)});
  }
}

}  // namespace heddle::compiler
