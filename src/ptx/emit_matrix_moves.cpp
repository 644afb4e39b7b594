// SPDX-License-Identifier: Apache-2.0
// ldmatrix, stmatrix, movmatrix (PTX ISA, "ldmatrix"): 8 x 8 matrices of 16-bit elements. Lane
// 8 * m + r names row r of matrix m in memory; lane 4 * r + t holds elements 2 * t and 2 * t + 1 of
// row r, or of column r (.trans). So the addresses are shuffled, and what is moved are plain loads
// and stores of words; a matrix is transposed in registers.
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr Type kWord{Type::Kind::kBits, 32};

// By it tools know what the program wrote (compiler/ir/matrix_ops.h).
constexpr StringLiteral kOfMatrix = "heddle.of_matrix";

Value* shuffle(Emitter& e, Value* word, Value* lane) {
  auto& b = e.b;
  auto* result = e.intrinsic(Intrinsic::nvvm_shfl_sync_idx_i32,
                             {b.getInt32(~0u), word, lane, b.getInt32(0x1f)});
  cast<CallInst>(result)->setMetadata(kOfMatrix, MDNode::get(b.getContext(), {}));
  return result;
}

// The four neighbours of a row, 16 bytes, are one piece of memory.
constexpr StringLiteral kNeighbours = "heddle.neighbours";

class Matrices {
 public:
  explicit Matrices(Emitter& e) : e_(e), b_(e.b) {
    if (!e.take("sync") || !e.take("aligned")) e.fail(".sync.aligned is missing");
    if (!e.take("m8n8")) e.fail("a shape other than .m8n8 is not supported");
    lane_ = e.intrinsic(Intrinsic::nvvm_read_ptx_sreg_laneid, {});
    row_ = b_.CreateLShr(lane_, 2);
    place_ = b_.CreateAnd(lane_, 3);
  }

  void take_count() {
    const auto name = e_.need_any({"x1", "x2", "x4"});
    count_ = static_cast<unsigned>(name[1] - '0');
  }
  void take_address(unsigned k) {
    space_ = take_space(e_);
    if (space_ == "shared::cluster" || (!space_.empty() && space_ != "shared")) {
      e_.fail("the matrices must lie in shared memory of the block");
    }
    e_.need_any({"b16"});
    auto* generic = ptx::take_address(e_, k, space_);
    if (space_ == "shared") {
      auto* integer = b_.getInt32Ty();
      auto* base = b_.CreatePtrToInt(e_.shared_base(), integer);
      address_ = b_.CreateSub(b_.CreatePtrToInt(generic, integer), base);
    } else {
      address_ = b_.CreatePtrToInt(generic, b_.getInt64Ty());
    }
  }
  ArrayRef<Operand> registers(unsigned k) {
    const auto& operand = e_.operand(k);
    const auto all =
        operand.kind == Operand::Kind::kVector ? ArrayRef(operand.parts) : ArrayRef(operand);
    if (all.size() != count_) e_.fail("another number of registers than of matrices");
    return all;
  }
  unsigned count() const { return count_; }

  // Where the lane's word of a matrix lies.
  Value* word(unsigned matrix) {
    auto* from = b_.CreateAdd(row_, b_.getInt32(8 * matrix));
    Value* pointer = nullptr;
    if (space_ == "shared") {
      auto* at = b_.CreateZExt(shuffle(e_, address_, from), b_.getInt64Ty());
      pointer = b_.CreateGEP(b_.getInt8Ty(), e_.shared_base(), at);
    } else {
      auto* low = shuffle(e_, b_.CreateTrunc(address_, b_.getInt32Ty()), from);
      auto* high = shuffle(e_, b_.CreateTrunc(b_.CreateLShr(address_, 32), b_.getInt32Ty()), from);
      auto* i64 = b_.getInt64Ty();
      auto* at = b_.CreateOr(b_.CreateZExt(low, i64), b_.CreateShl(b_.CreateZExt(high, i64), 32));
      pointer = b_.CreateIntToPtr(at, b_.getPtrTy());
    }
    auto* bytes = b_.CreateShl(place_, 2);
    return b_.CreateGEP(b_.getInt8Ty(), pointer, b_.CreateZExt(bytes, b_.getInt64Ty()));
  }
  // The lane's word of the transposed matrix: rows 2 * place and 2 * place + 1 of column `row`.
  Value* transposed(Value* word) {
    Value* halves[2];
    for (const unsigned h : {0u, 1u}) {
      auto* of = b_.CreateAdd(b_.CreateShl(place_, 1), b_.getInt32(h));
      auto* from = b_.CreateAdd(b_.CreateShl(of, 2), b_.CreateLShr(row_, 1));
      auto* which = b_.CreateShl(b_.CreateAnd(row_, 1), 4);
      halves[h] = b_.CreateAnd(b_.CreateLShr(shuffle(e_, word, from), which), 0xffff);
    }
    return b_.CreateOr(halves[0], b_.CreateShl(halves[1], 16));
  }
  void mark(llvm::Instruction& access) const {
    access.setMetadata(kNeighbours, MDNode::get(b_.getContext(), {}));
  }

 private:
  Emitter& e_;
  IRBuilder<>& b_;
  unsigned count_ = 1;
  StringRef space_;
  Value *lane_, *row_, *place_, *address_ = nullptr;
};

}  // namespace

void emit_ldmatrix(Emitter& e) {
  auto& b = e.b;
  Matrices matrices(e);
  matrices.take_count();
  const bool transposed = e.take("trans");
  e.expect_operands(2, 2);
  matrices.take_address(1);
  const auto to = matrices.registers(0);
  if (!e.error().empty()) return;
  // All are loaded before a register is written: one of them may be the address.
  SmallVector<Value*, 4> words;
  for (unsigned m = 0; m < matrices.count(); ++m) {
    auto* load = b.CreateAlignedLoad(b.getInt32Ty(), matrices.word(m), Align(4));
    matrices.mark(*load);
    words.push_back(transposed ? matrices.transposed(load) : load);
  }
  for (unsigned m = 0; m < matrices.count(); ++m) e.write(to[m], words[m]);
}

void emit_stmatrix(Emitter& e) {
  Matrices matrices(e);
  matrices.take_count();
  const bool transposed = e.take("trans");
  e.expect_operands(2, 2);
  matrices.take_address(0);
  const auto from = matrices.registers(1);
  if (!e.error().empty()) return;
  for (unsigned m = 0; m < matrices.count(); ++m) {
    auto* word = e.read(from[m], kWord);
    if (transposed) word = matrices.transposed(word);
    matrices.mark(*e.b.CreateAlignedStore(word, matrices.word(m), Align(4)));
  }
}

void emit_movmatrix(Emitter& e) {
  Matrices matrices(e);
  if (!e.take("trans")) e.fail(".trans is missing");
  e.need_any({"b16"});
  e.expect_operands(2, 2);
  e.out(0, matrices.transposed(e.in(1, kWord)));
}

}  // namespace heddle::ptx
