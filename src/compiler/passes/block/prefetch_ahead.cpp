// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/prefetch_ahead.h"

#include <optional>

#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/passes/block/own_memory.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// In blockIdx.x: the next one is on its way already. A small block ends before memory answers.
constexpr unsigned kMinBlocksAhead = 2, kMaxBlocksAhead = 16;
// What may wait in the first cache, a twelfth of it, without pushing out what blocks work with.
constexpr unsigned kBytesInFirstCache = 4096;
constexpr unsigned kFirstCache = 3, kSecondCache = 2;  // llvm.prefetch's locality
constexpr unsigned kMaxLinesOfBlock = 8, kMaxLinesOfRound = 32;
constexpr unsigned kMaxSlice = 100;  // instructions

using Slice = SmallSetVector<Instruction*, 16>;

bool is_block_x(const Instruction& instruction, const Function& step) {
  const auto* load = dyn_cast<LoadInst>(&instruction);
  if (!load) return false;
  APInt offset(64, 0);
  const auto* from = load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      step.getDataLayout(), offset, true);
  return from == step.getArg(kBlockArgument) && offset == abi_offset(BlockContext, block_idx);
}

// Where a value lies in the warp's frame, if it is known to.
std::optional<std::int64_t> frame_offset(const Value* pointer, const Function& step) {
  APInt offset(64, 0);
  const auto* from = pointer->stripAndAccumulateConstantOffsets(step.getDataLayout(), offset, true);
  if (from != step.getArg(kWarpContextArgument)) return std::nullopt;
  return offset.getSExtValue();
}

enum class Known : std::uint8_t {
  kAtTheStart,  // of a block, of its parameters and indices
  kInTheFrame,  // of a warp, as well
};

// Vectors that a step function loads from device memory, and how their addresses are computed.
class Loads {
 public:
  Loads(Function& step, Known known, unsigned max_lines) : step_(step), known_(known) {
    const auto& layout = step.getDataLayout();
    for (auto& instruction : instructions(step)) {
      auto* load = dyn_cast<LoadInst>(&instruction);
      if (!load || !load->isSimple() || !load->getType()->isVectorTy()) continue;
      const auto bytes = layout.getTypeStoreSize(load->getType()).getFixedValue();
      if (bytes < kMinPrefetched || is_own_memory(load->getPointerOperand(), step)) continue;
      auto needed = slice_;
      if (!add_slice(load->getPointerOperand(), needed)) continue;
      const auto lines = static_cast<unsigned>(divideCeil(bytes, kPrefetchLine));
      if (lines_ + lines > max_lines) break;
      lines_ += lines;
      slice_ = std::move(needed);
      addresses_.push_back({load->getPointerOperand(), static_cast<unsigned>(bytes)});
    }
  }

  const Slice& slice() const { return slice_; }
  unsigned lines() const { return lines_; }

  // void (block, frame, warp), which asks for the lines. `locality` as of llvm.prefetch.
  Function* make(unsigned locality, function_ref<Value*(IRBuilder<>&, Instruction&)> change) {
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

 private:
  // Adds what `value` is computed from, operands first; false when that is not known.
  bool add_slice(Value* value, Slice& slice) const {
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

  Function& step_;
  const Known known_;
  unsigned lines_ = 0;
  Slice slice_;
  SmallVector<std::pair<Value*, unsigned>, 8> addresses_;  // with bytes
};

}  // namespace

void prefetch_lines(IRBuilderBase& b, Value* address, unsigned bytes, unsigned locality) {
  for (unsigned at = 0; at < bytes; at += kPrefetchLine) {
    auto* line = b.CreateConstGEP1_64(b.getInt8Ty(), address, at);
    b.CreateIntrinsic(Intrinsic::prefetch, {b.getPtrTy()},
                      {line, b.getInt32(0), b.getInt32(locality), b.getInt32(1)});
  }
}

NextBlockPrefetch::NextBlockPrefetch(IRBuilderBase& b, Value* block, Function& function,
                                     unsigned warps, unsigned blocks)
    : block_(block) {
  Loads loads(function, Known::kAtTheStart, kMaxLinesOfBlock);
  if (none_of(loads.slice(), [&](auto* i) { return is_block_x(*i, function); })) return;
  const unsigned bytes = loads.lines() * kPrefetchLine * warps;
  const auto distance =
      std::clamp(bit_floor(kBytesInFirstCache / bytes) * blocks, std::max(kMinBlocksAhead, blocks),
                 std::max(kMaxBlocksAhead, blocks));
  const bool fits = std::uint64_t{bytes} * distance <= std::uint64_t{kBytesInFirstCache} * blocks;
  ahead_ = loads.make(fits ? kFirstCache : kSecondCache,
                      [=](IRBuilder<>& ahead, Instruction& copy) -> Value* {
                        if (!is_block_x(copy, *copy.getFunction())) return &copy;
                        return ahead.CreateAdd(&copy, ahead.getInt32(distance));
                      });
  const auto field = [&](std::size_t offset) {
    auto* address = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), block, offset);
    return b.CreateLoad(b.getInt32Ty(), address);
  };
  auto* next = b.CreateAdd(field(abi_offset(BlockContext, block_idx)), b.getInt32(distance));
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
    auto* none = ConstantPointerNull::get(b.getPtrTy());
    b.CreateCall(ahead_, {block_, none, b.CreateAdd(warp, b.getInt32(k), "", true, true)});
  }
  b.CreateBr(done);
  b.SetInsertPoint(done);
}

Function* prefetch_next_round(Function& step) {
  Loads loads(step, Known::kInTheFrame, kMaxLinesOfRound);
  // What does not change from round to round need not be asked for again.
  SmallSet<std::int64_t, 8> written;
  for (auto& instruction : instructions(step)) {
    auto* store = dyn_cast<StoreInst>(&instruction);
    if (!store) continue;
    if (const auto offset = frame_offset(store->getPointerOperand(), step)) written.insert(*offset);
  }
  const bool changes = any_of(loads.slice(), [&](Instruction* instruction) {
    auto* load = dyn_cast<LoadInst>(instruction);
    const auto offset = load ? frame_offset(load->getPointerOperand(), step) : std::nullopt;
    return offset && written.contains(*offset);
  });
  if (!changes) return nullptr;
  return loads.make(kFirstCache, [](IRBuilder<>&, Instruction& copy) { return &copy; });
}

}  // namespace heddle::compiler
