// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/show_matrix_operands.h"

#include "compiler/ir/context_access.h"
#include "compiler/ir/matrix_ops.h"
#include "compiler/ir/pseudo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/KnownBits.h"
#include "probes/event.h"
#include "tensor/wgmma_call.h"

namespace heddle::compiler {

using namespace llvm;
namespace words = tensor::wgmma;

namespace {

constexpr unsigned kRowsOfWarp = 16, kWarps = 4, kPieceLog2 = 4;

// The pieces that a descriptor names, as tensor/shared_operand.h finds them.
class Operand {
 public:
  Operand(IRBuilderBase& b, const CallInst& call, unsigned word, bool across)
      : b_(b), across_(across) {
    auto* low = call.getArgOperand(word);
    auto* high = call.getArgOperand(word + 1);
    start_ = in_pieces(low);
    leading_ = in_pieces(b.CreateLShr(low, 16));
    stride_ = in_pieces(high);
    base_ = b.CreateAnd(b.CreateLShr(high, 17), 7);
    auto* swizzle = b.CreateLShr(high, 30);
    auto* none = b.CreateICmpEQ(swizzle, b.getInt32(0));
    log_ = b.CreateSelect(none, b.getInt32(0), b.CreateSub(b.getInt32(4), swizzle));
    last_ = b.CreateSub(b.CreateShl(b.getInt32(1), log_), b.getInt32(1));
  }

  // Piece `index` of lines of `parts` pieces, the first of which is line `first`.
  LoadInst* load(Value* shared, Value* index, unsigned parts, Value* first) {
    auto* per = b_.getInt32(across_ ? 8 * parts : parts);
    auto* line = b_.CreateUDiv(index, per);
    auto* in_line = b_.CreateURem(index, per);
    auto* offset = across_ ? across(b_.CreateAdd(line, b_.CreateLShr(first, 3)), in_line)
                           : along(b_.CreateAdd(line, first), in_line);
    auto* address =
        b_.CreateGEP(b_.getInt8Ty(), shared, b_.CreateZExt(at(offset), b_.getInt64Ty()));
    return b_.CreateAlignedLoad(FixedVectorType::get(b_.getInt32Ty(), 4), address, Align(16));
  }

 private:
  Value* in_pieces(Value* bits) { return b_.CreateShl(b_.CreateAnd(bits, 0x3fff), kPieceLog2); }
  Value* sum(Value* x, Value* y) { return b_.CreateAdd(x, y); }
  Value* row(Value* number) {
    return b_.CreateShl(b_.CreateShl(b_.CreateAnd(number, 7), kPieceLog2), log_);
  }
  // Those of one line of a swizzled pattern, then further ones.
  Value* among(Value* piece, Value* further) {
    return sum(b_.CreateShl(b_.CreateAnd(piece, last_), kPieceLog2),
               b_.CreateMul(b_.CreateLShr(piece, log_), further));
  }
  Value* along(Value* line, Value* part) {
    auto* eighth = b_.CreateMul(b_.CreateLShr(line, 3), stride_);
    return sum(sum(row(line), eighth), among(part, leading_));
  }
  Value* across(Value* group, Value* k) {
    auto* eighth = b_.CreateLShr(k, 3);
    auto* plain = sum(b_.CreateMul(group, stride_), b_.CreateMul(eighth, leading_));
    auto* swizzled = sum(among(group, leading_), b_.CreateMul(eighth, stride_));
    auto* none = b_.CreateICmpEQ(log_, b_.getInt32(0));
    return sum(row(k), b_.CreateSelect(none, plain, swizzled));
  }
  Value* at(Value* offset) {
    offset = sum(offset, start_);
    auto* turn = b_.CreateAnd(b_.CreateSub(b_.CreateLShr(offset, 7), base_), last_);
    return b_.CreateXor(offset, b_.CreateShl(turn, kPieceLog2));
  }

  IRBuilderBase& b_;
  bool across_;
  Value *start_, *leading_, *stride_, *base_, *log_, *last_;
};

unsigned show(CallInst& call) {
  const auto how = shared_operands(call);
  IRBuilder<> b(&call);
  auto* shared = context::load(b, abi_offset(BlockContext, shared), b.getPtrTy(), "shared");
  auto* lane = pseudo::call(b, pseudo::kLane);
  SmallVector<Value*, 33> loads;
  if (how.has_a) {
    auto* quarter = b.CreateAnd(call.getArgOperand(words::kWarp), kWarps - 1);
    auto* first = b.CreateMul(quarter, b.getInt32(kRowsOfWarp));
    loads.push_back(Operand(b, call, words::kA, how.a_across).load(shared, lane, 2, first));
  }
  Operand columns(b, call, words::kB, how.b_across);
  const unsigned pieces = how.columns * how.parts;
  for (unsigned begin = 0; begin < pieces; begin += 32) {
    Value* index = b.CreateAdd(lane, b.getInt32(begin));
    if (begin + 32 > pieces) {  // half of the lanes read what the others do
      auto* behind = b.CreateICmpUGE(index, b.getInt32(pieces));
      index = b.CreateSelect(behind, b.CreateSub(index, b.getInt32(16)), index);
    }
    loads.push_back(columns.load(shared, index, how.parts, b.getInt32(0)));
  }
  const OperandBundleDef bundle(kOperands.str(), ArrayRef<Value*>(loads));
  auto* showing = CallInst::Create(&call, {bundle}, call.getIterator());
  call.replaceAllUsesWith(showing);
  call.eraseFromParent();
  return loads.size();
}

}  // namespace

SharedOperands shared_operands(const CallInst& wgmma) {
  const auto name = wgmma.getCalledFunction()->getName();
  SharedOperands result{};
  auto columns = name.split(".n").second;
  columns.consumeInteger(10, result.columns);
  result.has_a = columns != ".a";
  result.parts = name.contains("wgmma_sp_") ? 4 : 2;
  const auto how =
      computeKnownBits(wgmma.getArgOperand(words::kHow), wgmma.getModule()->getDataLayout());
  result.a_across = how.One.getZExtValue() & words::kAcrossA;
  result.b_across = how.One.getZExtValue() & words::kAcrossB;
  return result;
}

unsigned show_matrix_operands(Compilation& c) {
  using probes::Event;
  const auto hears = [&](Event event) { return probes::has(c.request.probe_mask, event); };
  if (!c.request.probes || hears(Event::kCount)) return 0;
  if (!hears(Event::kAccess) && !hears(Event::kUndefined)) return 0;
  SmallVector<CallInst*, 8> calls;
  for (auto& function : *c.module) {
    for (auto& i : instructions(function)) {
      auto* call = dyn_cast<CallInst>(&i);
      if (call && is_warpgroup_op(*call)) calls.push_back(call);
    }
  }
  unsigned loads = 0;
  for (auto* call : calls) loads += show(*call);
  return loads;
}

}  // namespace heddle::compiler
