// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/prefetch_strides.h"

#include "compiler/ir/calling_convention.h"
#include "compiler/ir/masked_access.h"
#include "compiler/passes/analyses.h"
#include "compiler/passes/block/prefetch_loads.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMaxLines = 8;  // of a loop
// Steps that the CPU follows by itself, in bytes.
constexpr std::uint64_t kNearStep = 1024;
// Of an iteration, in instructions: the CPU holds several shorter ones at once. What a call or an
// instruction of many parts counts for.
constexpr unsigned kLong = 64, kSlow = 16;
// So far ahead, in instructions, that memory has answered.
constexpr unsigned kAhead = 800;

class Strides {
 public:
  Strides(Function& function, ScalarEvolution& evolution, LoopInfo& loops)
      : function_(function), evolution_(evolution), loops_(loops) {}

  unsigned run() {
    for (auto* loop : loops_.getLoopsInPreorder()) {
      if (loop->isInnermost() && loop->getLoopPreheader()) prefetch_in(*loop);
    }
    return prefetched_;
  }

 private:
  struct Access {
    Instruction* load;
    Value* pointer;
    const SCEV* step;  // in bytes
    unsigned bytes;
  };

  void prefetch_in(Loop& loop) {
    const unsigned instructions = length(loop);
    if (instructions < kLong) return;
    SmallVector<Access, 4> accesses;
    unsigned lines = 0;
    for (auto* block : loop.blocks()) {
      for (auto& instruction : *block) {
        const auto access = far_load(instruction, loop);
        if (!access) continue;
        lines += divideCeil(access->bytes, kPrefetchLine);
        if (lines > kMaxLines) return;
        accesses.push_back(*access);
      }
    }
    const auto distance = std::max(1u, kAhead / instructions);
    for (const auto& access : accesses) add(access, loop, distance);
  }

  // Instructions of an iteration, about.
  static unsigned length(const Loop& loop) {
    unsigned sum = 0;
    for (const auto* block : loop.blocks()) {
      for (const auto& instruction : *block) {
        const bool slow = instruction.isAtomic() || is_slow(dyn_cast<CallInst>(&instruction));
        sum += slow ? kSlow : parts(*instruction.getType());
      }
    }
    return sum;
  }
  static bool is_slow(const CallInst* call) {
    if (!call) return false;
    switch (call->getIntrinsicID()) {
      case Intrinsic::not_intrinsic:
      case Intrinsic::masked_gather:
      case Intrinsic::masked_scatter:
      case Intrinsic::x86_avx512_conflict_d_512:
        return true;
      default:
        return false;
    }
  }
  static unsigned parts(const Type& type) {
    const auto bits = type.getPrimitiveSizeInBits().getFixedValue();
    return std::max<unsigned>(1, static_cast<unsigned>(bits / 512));
  }

  // A vector of device memory at an address with wide steps.
  std::optional<Access> far_load(Instruction& instruction, const Loop& loop) {
    Value* pointer = nullptr;
    const auto masked = masked_access(instruction);
    if (masked && masked->loads && !masked->by_lane) {
      pointer = masked->pointer();
    } else if (auto* load = dyn_cast<LoadInst>(&instruction); load && load->isSimple()) {
      pointer = load->getPointerOperand();
    }
    if (!pointer || !instruction.getType()->isVectorTy()) return std::nullopt;
    const auto bytes =
        function_.getDataLayout().getTypeStoreSize(instruction.getType()).getFixedValue();
    if (bytes < kMinPrefetched || !is_device_memory(pointer)) return std::nullopt;
    const auto* address = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(pointer));
    if (!address || address->getLoop() != &loop || !address->isAffine()) return std::nullopt;
    const auto* step = address->getStepRecurrence(evolution_);
    const auto* number = dyn_cast<SCEVConstant>(step);
    if (number && number->getAPInt().abs().ule(kNearStep)) return std::nullopt;
    return Access{&instruction, pointer, step, static_cast<unsigned>(bytes)};
  }

  // What a parameter or an entry of the symbol table points to.
  bool is_device_memory(const Value* pointer) const {
    const auto* object = dyn_cast<LoadInst>(getUnderlyingObject(pointer, 0));
    if (!object) return false;
    const auto* table = dyn_cast<LoadInst>(getUnderlyingObject(object->getPointerOperand(), 0));
    return table &&
           getUnderlyingObject(table->getPointerOperand(), 0) == function_.getArg(kBlockArgument);
  }

  void add(const Access& access, const Loop& loop, unsigned distance) {
    auto* i64 = Type::getInt64Ty(function_.getContext());
    const auto* ahead = evolution_.getMulExpr(access.step, evolution_.getConstant(i64, distance));
    auto* before = loop.getLoopPreheader()->getTerminator();
    SCEVExpander expander(evolution_, "ahead");
    if (!expander.isSafeToExpandAt(ahead, before)) return;
    auto* bytes = expander.expandCodeFor(ahead, i64, before->getIterator());
    IRBuilder<> b(access.load);
    auto* there = b.CreateGEP(b.getInt8Ty(), access.pointer, bytes);
    prefetch_lines(b, there, access.bytes, 3);
    ++prefetched_;
  }

  Function& function_;
  ScalarEvolution& evolution_;
  LoopInfo& loops_;
  unsigned prefetched_ = 0;
};

}  // namespace

unsigned prefetch_strides(Function& function, TargetMachine& machine) {
  if (function.arg_empty()) return 0;
  Analyses analyses(machine);
  return Strides(function, analyses.functions.getResult<ScalarEvolutionAnalysis>(function),
                 analyses.functions.getResult<LoopAnalysis>(function))
      .run();
}

}  // namespace heddle::compiler
