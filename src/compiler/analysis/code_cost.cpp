// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/code_cost.h"

#include <array>

#include "compiler/analysis/shape_analysis.h"
#include "compiler/ir/masked_access.h"
#include "compiler/ir/math_rows.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Kinds of instructions, each with a price of its own.
enum class CodeKind : std::uint8_t {
  kScalar,   // of one lane: also addresses and control flow
  kPlain,    // arithmetic and logic on registers of lanes, moves, accesses of whole registers
  kMask,     // what makes or joins masks, and what selects by one
  kElement,  // goes through the lanes one by one: gathers, divisions, foreign conversions
  kCall,     // with what is saved around it
  kCrowded,  // registers of lanes that are written while there are more values than registers
  kCount
};

// How many instructions of each kind.
struct CodeSize {
  std::array<double, static_cast<std::size_t>(CodeKind::kCount)> count{};

  double& operator[](CodeKind kind) { return count[static_cast<std::size_t>(kind)]; }
  CodeSize& operator+=(const CodeSize& other) {
    for (std::size_t k = 0; k < count.size(); ++k) count[k] += other.count[k];
    return *this;
  }
};

enum class Level : std::uint8_t { kBaseline, kAvx2, kAvx512 };

Level level_of(const Isa& isa) {
  return isa.vector_bits >= 512   ? Level::kAvx512
         : isa.vector_bits >= 256 ? Level::kAvx2
                                  : Level::kBaseline;
}

// The size of one instruction, of which each element becomes `lanes` (1: the code is finished).
class Sizer {
 public:
  Sizer(const Isa& isa, const DataLayout& layout)
      : level_(level_of(isa)), register_bits_(isa.vector_bits), layout_(layout) {}

  CodeSize of(const Instruction& i, unsigned lanes) const {
    CodeSize size;
    const auto* type = value_type(i);
    const auto all = lanes * elements(*type);
    if (all <= 1 || !type->isSized()) {
      size[isa<CallInst>(i) && !isa<IntrinsicInst>(i) ? CodeKind::kCall : CodeKind::kScalar] = 1;
      return size;
    }
    if (type->getScalarType()->isIntegerTy() &&
        layout_.getTypeSizeInBits(type->getScalarType()) > 64) {
      size[CodeKind::kElement] = all * of_wide_lane(i);
      return size;
    }
    const double whole = registers(*type, all);
    const auto per_register = [&](CodeKind kind, double each) { size[kind] += each * whole; };
    const auto per_lane = [&](double each) { size[CodeKind::kElement] += each * all; };
    if (level_ == Level::kBaseline && isa<BitCastInst>(i) &&
        i.getOperand(0)->getType()->getScalarType()->isIntegerTy(1)) {
      size[CodeKind::kMask] = 3.0 * all;  // words become bytes first
      return size;
    }
    if (type->getScalarType()->isIntegerTy(1) && !isa<CmpInst>(i)) {
      size[CodeKind::kMask] = mask_registers(all);
      return size;
    }
    switch (i.getOpcode()) {
      case Instruction::ICmp:
      case Instruction::FCmp:
        size[CodeKind::kMask] = registers(*i.getOperand(0)->getType(), all) + mask_registers(all);
        break;
      case Instruction::Select:
        per_register(CodeKind::kMask, level_ == Level::kBaseline ? 3 : 1);
        break;
      case Instruction::Mul: {
        const auto bits = type->getScalarSizeInBits();
        const bool foreign = bits == 64 ? level_ != Level::kAvx512 : level_ == Level::kBaseline;
        per_register(CodeKind::kPlain, foreign ? 6 : 1);
        break;
      }
      case Instruction::UDiv:
      case Instruction::SDiv:
      case Instruction::URem:
      case Instruction::SRem:
      case Instruction::FRem:
        per_lane(4);
        break;
      case Instruction::Shl:
      case Instruction::LShr:
      case Instruction::AShr: {
        const bool own = !isa<Constant>(i.getOperand(1)) && level_ == Level::kBaseline;
        per_register(CodeKind::kPlain, own ? 6 : 1);
        break;
      }
      case Instruction::FPToSI:
      case Instruction::FPToUI:
      case Instruction::SIToFP:
      case Instruction::UIToFP: {
        const auto* from = i.getOperand(0)->getType();
        const bool wide = from->getScalarSizeInBits() == 64 && type->getScalarSizeInBits() == 64;
        if (wide && level_ != Level::kAvx512) {
          per_lane(3);
        } else {
          per_register(CodeKind::kPlain, level_ == Level::kAvx512 ? 1 : 4);
        }
        break;
      }
      case Instruction::FPExt:
      case Instruction::FPTrunc:
      case Instruction::ZExt:
      case Instruction::SExt:
      case Instruction::Trunc: {
        const auto* from = i.getOperand(0)->getType();
        size[CodeKind::kPlain] = 2 * std::max(whole, registers(*from, all));
        break;
      }
      case Instruction::GetElementPtr:
        per_register(CodeKind::kPlain, 2);
        break;
      case Instruction::ExtractElement:
      case Instruction::InsertElement:
        size[CodeKind::kElement] = 1;
        break;
      case Instruction::Call:
        call(cast<CallInst>(i), all, whole, size);
        break;
      default:
        per_register(CodeKind::kPlain, 1);
    }
    return size;
  }

  // An access that goes through the lanes one by one.
  CodeSize by_lane(double all, double whole) const {
    CodeSize size;
    if (level_ == Level::kAvx512) {
      size[CodeKind::kMask] = 4 * whole;
    } else {
      size[CodeKind::kElement] = (level_ == Level::kAvx2 ? 3 : 4) * all;
    }
    return size;
  }
  // Finished code: what is written while more is alive than the CPU has registers of lanes. The
  // register allocator splits, spills and tries again. A value that another block uses counts as
  // alive in its own block to the end, and there up to its use.
  CodeSize crowded(const BasicBlock& block) const {
    CodeSize size;
    SmallPtrSet<const Value*, 32> alive;
    double registers_alive = 0;
    const auto begins_to_live = [&](const Value* v) {
      if (isa<Constant>(v) || !alive.insert(v).second) return;
      registers_alive += registers_of(*v);
    };
    for (const auto& i : reverse(block)) {
      if (i.isUsedOutsideOfBlock(&block)) begins_to_live(&i);
      const double own = registers_of(i);
      if (registers_alive > register_count()) size[CodeKind::kCrowded] += own;
      if (alive.erase(&i)) registers_alive -= own;
      if (isa<PHINode>(i)) continue;
      for (const auto& operand : i.operands()) begins_to_live(operand.get());
    }
    return size;
  }
  double registers(const Type& type, unsigned all) const {
    const auto bits = static_cast<double>(layout_.getTypeSizeInBits(type.getScalarType()));
    return std::max(1.0, bits * all / register_bits_);
  }

 private:
  double register_count() const { return level_ == Level::kAvx512 ? 32 : 16; }
  // Of lanes; masks count as none.
  double registers_of(const Value& value) const {
    const auto* type = dyn_cast<FixedVectorType>(value.getType());
    if (!type || type->getElementType()->isIntegerTy(1)) return 0;
    return registers(*type, type->getNumElements());
  }
  static unsigned elements(const Type& type) {
    const auto* vector = dyn_cast<FixedVectorType>(&type);
    return vector ? vector->getNumElements() : 1;
  }
  // What the instruction makes, or stores.
  static const Type* value_type(const Instruction& i) {
    if (const auto* store = dyn_cast<StoreInst>(&i)) return store->getValueOperand()->getType();
    if (auto access = masked_access(const_cast<Instruction&>(i))) return access->type();
    const auto* type = i.getType();
    // The last operand of a reduction is what it goes through; of a call, its arguments.
    if (const auto* call = dyn_cast<CallInst>(&i); call && !type->isVectorTy()) {
      for (const auto& argument : call->args()) {
        if (argument->getType()->isVectorTy()) return argument->getType();
      }
    }
    if (type->isVectorTy() || i.getNumOperands() == 0) return type;
    const auto* operand = i.getOperand(0)->getType();
    return operand->isVectorTy() ? operand : type;
  }
  // Integers of more than 64 bits have no registers of lanes: each lane is computed in pairs of
  // scalar registers, which are few, so most of what is alive is written to the stack and read.
  static double of_wide_lane(const Instruction& i) {
    switch (i.getOpcode()) {
      case Instruction::Mul:
        // Of words, it is one multiplication.
        return all_of(i.operands(), [](const Use& of) { return isa<ZExtInst, SExtInst>(of); })
                   ? 30
                   : 120;
      case Instruction::UDiv:
      case Instruction::SDiv:
      case Instruction::URem:
      case Instruction::SRem:
        return 150;  // calls
      case Instruction::Add:
      case Instruction::Sub:
        return 40;
      default:
        return 10;
    }
  }
  double mask_registers(unsigned all) const {
    return level_ == Level::kAvx512 ? std::max(1.0, all / 64.0) : std::max(1.0, all * 8.0 / 128);
  }

  void call(const CallInst& i, unsigned all, double whole, CodeSize& size) const {
    if (auto access = masked_access(const_cast<CallInst&>(i))) {
      const bool words = access->type()->getScalarSizeInBits() >= 32;
      if (access->by_lane || (level_ == Level::kBaseline) || (!words && level_ != Level::kAvx512)) {
        size += by_lane(all, whole);
      } else {
        size[CodeKind::kMask] = 2 * whole;
      }
      return;
    }
    const auto* callee = i.getCalledFunction();
    const auto id = callee ? callee->getIntrinsicID() : Intrinsic::not_intrinsic;
    switch (id) {
      case Intrinsic::not_intrinsic:
        size[CodeKind::kCall] = whole;
        return;
      case Intrinsic::fma:
        if (level_ == Level::kBaseline) {
          size[CodeKind::kCall] = all;
          return;
        }
        break;
      case Intrinsic::floor:
      case Intrinsic::ceil:
      case Intrinsic::trunc:
      case Intrinsic::rint:
      case Intrinsic::nearbyint:
      case Intrinsic::roundeven:
        if (level_ == Level::kBaseline) {
          size[CodeKind::kCall] = all;
          return;
        }
        break;
      case Intrinsic::ctpop:
      case Intrinsic::ctlz:
      case Intrinsic::cttz:
      case Intrinsic::bswap:
      case Intrinsic::bitreverse:
        size[CodeKind::kPlain] = 8 * whole;
        return;
      default:
        break;
    }
    size[CodeKind::kPlain] = 2 * whole;
  }

  const Level level_;
  const unsigned register_bits_;
  const DataLayout& layout_;
};

// What one instruction of each kind costs the whole compilation, in microseconds.
using Prices = std::array<double, static_cast<std::size_t>(CodeKind::kCount)>;
constexpr Prices kFinished[] = {
    {45, 38, 85, 15, 120, 50},  // baseline
    {60, 28, 65, 6, 400, 30},   // AVX2
    {30, 30, 30, 5, 300, 15},   // AVX-512
};
// Of a thread's instruction as if it were 32 lanes' already: what it becomes until then is in it.
constexpr Prices kOfThread[] = {
    {150, 55, 110, 6, 380, 0},
    {150, 55, 90, 5, 400, 0},
    {150, 25, 120, 8, 200, 0},
};

// Blocks cost by themselves: their edges are split and joined, values are followed through them.
// Loops cost by the blocks of their function, which stand below them in the dominator tree.
constexpr double kEachBlock = 100e-6, kEachBlockOfThread = 350e-6, kEachLoopAndBlock = 0.5e-6;
// The passes over the code of one thread have read an instruction whether or not it is left.
constexpr double kEachInstructionIn = 20e-6;
// A value that other blocks use is carried over their edges and shared among their registers: code
// with branches in it costs twice as much as straight code of the same size.
constexpr double kEachValueOfOthers = 40e-6;

// Lanes compute in integers of more than 64 bits one after the other in a loop, where that is more
// than a few instructions (passes/warp/loop_wide_integers.h).
constexpr unsigned kFewWide = 8;

bool is_of_wide_integers(const Instruction& i) {
  const auto is_wide = [](const Value* v) {
    return v->getType()->isIntegerTy() && v->getType()->getIntegerBitWidth() > 64;
  };
  return is_wide(&i) || any_of(i.operand_values(), is_wide);
}

bool is_for_others(const Instruction& i) {
  return i.isUsedOutsideOfBlock(i.getParent());
}

double seconds_of_blocks(const Function& function, const LoopInfo& loops, double each) {
  const auto blocks = static_cast<double>(function.size());
  return blocks *
         (each + kEachLoopAndBlock * static_cast<double>(loops.getLoopsInPreorder().size()));
}

double seconds(const CodeSize& size, const Prices& prices) {
  double sum = 0;
  for (std::size_t k = 0; k < prices.size(); ++k) sum += size.count[k] * prices[k];
  return 1e-6 * sum;
}

}  // namespace

double code_seconds(const Module& module, const Isa& isa, std::uint64_t instructions_in) {
  const Sizer sizer(isa, module.getDataLayout());
  CodeSize sum;
  double others = kEachInstructionIn * static_cast<double>(instructions_in);
  for (const auto& function : module) {
    if (function.isDeclaration()) continue;
    for (const auto& i : instructions(function)) {
      sum += sizer.of(i, 1);
      others += is_for_others(i) ? kEachValueOfOthers : 0;
    }
    for (const auto& block : function) sum += sizer.crowded(block);
    const DominatorTree dominators(const_cast<Function&>(function));
    others += seconds_of_blocks(function, LoopInfo(dominators), kEachBlock);
  }
  return others + seconds(sum, kFinished[static_cast<std::size_t>(level_of(isa))]);
}

double warp_code_seconds(Module& module, const Isa& isa) {
  const Sizer sizer(isa, module.getDataLayout());
  CodeSize sum;
  double blocks = 0;
  for (auto& function : module) {
    if (function.isDeclaration()) continue;
    DominatorTree dominators(function);
    const PostDominatorTree post_dominators(function);
    const LoopInfo loops(dominators);
    blocks += seconds_of_blocks(function, loops, kEachBlockOfThread);
    const ShapeAnalysis shapes(function, dominators, post_dominators, loops, false);
    const auto varies = [&](const Value* v) { return shapes.shape(v).is_varying(); };
    SmallPtrSet<const BasicBlock*, 8> with_loops;
    for (auto& block : function) {
      if (count_if(block, is_of_wide_integers) > kFewWide) with_loops.insert(&block);
    }
    for (auto& i : instructions(function)) {
      const auto* address = accessed_pointer(i);
      if (address && varies(address)) {
        const auto* type = i.getType()->isVoidTy() ? i.getOperand(0)->getType() : i.getType();
        const auto* vector = dyn_cast<FixedVectorType>(type);
        const auto all = kLanes * (vector ? vector->getNumElements() : 1);
        sum += sizer.by_lane(all, sizer.registers(*type, all));
        continue;
      }
      const bool wide = varies(&i) || (llvm::isa<StoreInst>(i) && varies(i.getOperand(0)));
      const bool in_loop = with_loops.contains(i.getParent()) && is_of_wide_integers(i);
      sum += sizer.of(i, wide && !in_loop ? kLanes : 1);
    }
  }
  return blocks + seconds(sum, kOfThread[static_cast<std::size_t>(level_of(isa))]);
}

}  // namespace heddle::compiler
