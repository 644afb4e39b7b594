// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/shadow/warpgroup_shadows.h"

#include <array>

#include "compiler/ir/pseudo.h"
#include "compiler/passes/probe/show_matrix_operands.h"
#include "compiler/passes/shadow/shadow_votes.h"
#include "tensor/wgmma_call.h"

namespace heddle::compiler {

using namespace llvm;
using Builder = ShadowValues::Builder;
namespace words = tensor::wgmma;

namespace {

// Which lines of an operand are undefined, of which lane l has the pieces l, l + 32, ..
class Lines {
 public:
  Lines(Builder& b, ArrayRef<Value*> pieces, unsigned parts, bool across)
      : b_(b), parts_(parts), across_(across) {
    for (auto* piece : pieces) {
      auto& votes = votes_.emplace_back();
      if (!across) {
        Value* some = b.getInt32(0);
        for (unsigned k = 0; k < 4; ++k) some = b.CreateOr(some, word(piece, k));
        votes[0] = ballot(b, any_bit(b, some));
        continue;
      }
      for (unsigned line = 0; line < 8; ++line) {
        auto* own = b.CreateAnd(word(piece, line / 2), line % 2 == 0 ? 0xffffu : ~0xffffu);
        votes[line] = ballot(b, any_bit(b, own));
      }
    }
  }

  // Line `line` of the eight from 8 * group on.
  Value* is_undefined(unsigned group, Value* line) {
    const unsigned first = group * 8 * parts_;
    const auto& votes = votes_[first / 32];
    if (!across_) {
      auto* at = b_.CreateAdd(b_.CreateMul(line, b_.getInt32(parts_)), b_.getInt32(first % 32));
      return any_of_lanes(b_, votes[0], at, (1u << parts_) - 1);
    }
    Value* lines = b_.getInt32(0);
    const unsigned all = parts_ == 4 ? ~0u : 0xffffu;
    for (unsigned k = 0; k < 8; ++k) {
      auto* bit = any_of_lanes(b_, votes[k], b_.getInt32(first % 32), all);
      lines = b_.CreateOr(lines, b_.CreateShl(b_.CreateZExt(bit, b_.getInt32Ty()), k));
    }
    return any_of_lanes(b_, lines, line, 1);
  }

 private:
  Value* word(Value* piece, unsigned k) { return b_.CreateExtractElement(piece, k); }

  Builder& b_;
  unsigned parts_;
  bool across_;
  SmallVector<std::array<Value*, 8>, 32> votes_;
};

class Product {
 public:
  Product(Builder& b, const CallInst& call, function_ref<Value*(Value*)> bits)
      : b_(b), call_(call), bits_(bits), how_(shared_operands(call)) {
    lane_ = pseudo::call(b, pseudo::kLane, {});
    SmallVector<Value*, 33> pieces;
    if (const auto shown = call.getOperandBundle(kOperands)) {
      for (const auto& load : shown->Inputs) {
        auto* own = bits(load.get());
        pieces.push_back(own ? own : ConstantAggregateZero::get(load->getType()));
      }
    }
    ArrayRef<Value*> rest(pieces);
    find_rows(rest);
    columns_.emplace(b, rest, how_.parts, how_.b_across);
  }

  Value* shadow() {
    Value* result = PoisonValue::get(call_.getType());
    const unsigned count = call_.getType()->getStructNumElements();
    const unsigned per_group = count * 8 / how_.columns;  // words: 4, or 2 of halves
    auto* first = b_.CreateShl(b_.CreateAnd(lane_, 3), 1);
    auto* adds = b_.CreateAnd(call_.getArgOperand(words::kHow), words::kAddsC);
    auto* adding = b_.CreateSExt(any_bit(b_, adds), b_.getInt32Ty());
    for (unsigned group = 0; group < how_.columns / 8; ++group) {
      std::array<Value*, 2> columns{};
      for (const unsigned k : {0u, 1u}) {
        columns[k] = columns_->is_undefined(group, b_.CreateAdd(first, b_.getInt32(k)));
      }
      for (unsigned k = 0; k < per_group; ++k) {
        const unsigned number = group * per_group + k;
        auto* own = bits_(call_.getArgOperand(call_.arg_size() - count + number));
        auto* c = own ? b_.CreateAnd(own, adding) : b_.getInt32(0);
        auto* word =
            per_group == 4 ? whole(c, rows_[k / 2], columns[k % 2]) : halves(c, rows_[k], columns);
        result = b_.CreateInsertValue(result, word, number);
      }
    }
    return result;
  }

 private:
  // Takes what it needs of the pieces. Registers of A are of rows g and g + 8 by turns.
  void find_rows(ArrayRef<Value*>& pieces) {
    auto* row = b_.CreateLShr(lane_, 2);
    if (how_.has_a && !pieces.empty()) {
      Lines lines(b_, pieces.take_front(), 2, how_.a_across);
      for (const unsigned half : {0u, 1u}) rows_[half] = lines.is_undefined(half, row);
      pieces = pieces.drop_front();
      return;
    }
    for (const unsigned half : {0u, 1u}) {
      Value* some = b_.getInt32(0);
      for (unsigned k = half; k < words::kRegistersOfA && !how_.has_a; k += 2) {
        if (auto* own = bits_(call_.getArgOperand(words::kA + k))) some = b_.CreateOr(some, own);
      }
      rows_[half] = any_of_lanes(b_, ballot(b_, any_bit(b_, some)), b_.CreateAnd(lane_, ~3u), 15);
    }
  }

  Value* whole(Value* c, Value* row, Value* column) {
    auto* some = b_.CreateOr(b_.CreateOr(row, column), any_bit(b_, c));
    return b_.CreateSExt(some, b_.getInt32Ty());
  }
  Value* halves(Value* c, Value* row, const std::array<Value*, 2>& columns) {
    Value* result = b_.getInt32(0);
    for (const unsigned k : {0u, 1u}) {
      const unsigned mask = k == 0 ? 0xffffu : ~0xffffu;
      auto* half = whole(b_.CreateAnd(c, mask), row, columns[k]);
      result = b_.CreateOr(result, b_.CreateAnd(half, mask));
    }
    return result;
  }

  Builder& b_;
  const CallInst& call_;
  function_ref<Value*(Value*)> bits_;
  SharedOperands how_;
  Value* lane_ = nullptr;
  std::array<Value*, 2> rows_{};
  std::optional<Lines> columns_;
};

}  // namespace

Value* warpgroup_shadow(Builder& b, const CallInst& call, function_ref<Value*(Value*)> bits) {
  return Product(b, call, bits).shadow();
}

}  // namespace heddle::compiler
