// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/shadow/matrix_shadows.h"

#include <array>

#include "compiler/ir/matrix_ops.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/shadow/shadow_votes.h"
#include "compiler/passes/shadow/warpgroup_shadows.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::compiler {

using namespace llvm;
using Builder = ShadowValues::Builder;

namespace {

struct Form {
  StringLiteral name;
  unsigned rows;                    // of A: 8 or 16
  unsigned a, b, c, d;              // words of a lane
  unsigned a_bits, c_bits, d_bits;  // of an element
  bool quads = false;               // Volta's: four products side by side
  bool a_columns = false, b_columns = false;
};

constexpr unsigned f16 = 16, bf16 = 16, tf32 = 32, e4m3 = 8, e5m2 = 8, f32 = 32, f64 = 64;
constexpr unsigned s8 = 8, u8 = 8, s4 = 4, u4 = 4, s32 = 32, b1 = 1;

constexpr unsigned words(unsigned rows, unsigned columns, unsigned bits) {
  return rows * columns * bits / 1024;
}

constexpr Form kForms[] = {
#define FORM(name, M, N, K, d, a, b, c) \
  {#name, M, words(M, K, a), words(K, N, b), words(M, N, c), words(M, N, d), (a), (c), (d)},
#define BYTES FORM
#define DOUBLES(name, M, N, K) FORM(name, M, N, K, f64, f64, f64, f64)
#define INTEGERS(name, M, N, K, a, b, saturate) FORM(name, M, N, K, s32, a, b, s32)
#define BITS(name, M, N, K, differ) FORM(name, M, N, K, s32, b1, b1, s32)
#define QUADS(name, A, B, d, c) \
  {#name, 8, 2, 2, words(32, 8, c), words(32, 8, d), f16, (c), (d), true, A, B},
// Sparse: what the metadata say comes last, and is taken for defined.
#define SPARSE(name, K, d, a, b)                                                            \
  {#name, 16, words(16, (K) / 2, a), words(K, 8, b), words(16, 8, d), words(16, 8, d), (a), \
   (d),   (d)},
#define SPARSE_FLOATS SPARSE
#define SPARSE_BYTES(name, K, a, b) SPARSE(name, K, f32, a, b)
#define SPARSE_INTEGERS(name, K, a, b, saturate) SPARSE(name, K, s32, a, b)
#include "tensor/forms.inc"
#undef SPARSE
#undef SPARSE_FLOATS
#undef SPARSE_BYTES
#undef SPARSE_INTEGERS
#undef FORM
#undef BYTES
#undef DOUBLES
#undef INTEGERS
#undef BITS
#undef QUADS
};

class Product {
 public:
  Product(Builder& b, const CallInst& call, const Form& form, function_ref<Value*(Value*)> bits)
      : b_(b), call_(call), form_(form), bits_(bits), lane_(pseudo::call(b, pseudo::kLane, {})) {}

  Value* shadow() {
    if (form_.quads) {
      quad_ = b_.CreateAnd(lane_, 12);
      find_lines_of_quads();
    } else {
      find_lines();
    }
    Value* result = PoisonValue::get(call_.getType());
    for (unsigned k = 0; k < form_.d; ++k) {
      result = b_.CreateInsertValue(result, form_.d_bits == 16 ? halves(k) : whole(k), k);
    }
    return result;
  }

 private:
  Value* operand(unsigned k) const {
    auto* own = bits_(call_.getArgOperand(k));
    return own ? own : b_.getInt32(0);
  }
  Value* any(Value* word) { return any_bit(b_, word); }
  Value* ballot(Value* own) { return compiler::ballot(b_, own); }
  // Whether one of four neighbours does, the first of which is lane `first`.
  Value* of_four(Value* lanes, Value* first) { return any_of_lanes(b_, lanes, first, 15); }

  // Words of A are of rows g and g + 8 by turns, doubles two words each; all of B is of one column.
  void find_lines() {
    std::array<Value*, 2> of_rows{b_.getInt32(0), b_.getInt32(0)};
    for (unsigned k = 0; k < form_.a; ++k) {
      const unsigned element = form_.a_bits == 64 ? k / 2 : k;
      auto*& of = of_rows[form_.rows == 16 ? element % 2 : 0];
      of = b_.CreateOr(of, operand(k));
    }
    Value* of_column = b_.getInt32(0);
    for (unsigned k = 0; k < form_.b; ++k) of_column = b_.CreateOr(of_column, operand(form_.a + k));
    auto* columns = ballot(any(of_column));
    auto* own = b_.CreateAnd(lane_, ~3u);
    auto* first = b_.CreateShl(b_.CreateAnd(lane_, 3), 3);
    for (unsigned half = 0; half < 2; ++half) {
      rows_[half] = of_four(ballot(any(of_rows[half])), own);
      columns_[half] = of_four(columns, b_.CreateOr(first, 4 * half));
    }
  }

  // A bit for each of the eight rows of A (columns of B) of the lane's own product. `along`: a lane
  // holds a line; else an element of lines 0 to 3 or 4 to 7.
  Value* lines_of(unsigned first_word, bool along) {
    auto* upper = b_.CreateOr(quad_, 16);
    if (along) {
      auto* lanes = ballot(any(b_.CreateOr(operand(first_word), operand(first_word + 1))));
      auto* low = b_.CreateAnd(b_.CreateLShr(lanes, quad_), 15);
      return b_.CreateOr(low, b_.CreateShl(b_.CreateAnd(b_.CreateLShr(lanes, upper), 15), 4));
    }
    Value* lines = b_.getInt32(0);
    for (unsigned line = 0; line < 4; ++line) {
      auto* own = b_.CreateAnd(operand(first_word + line / 2), line % 2 == 0 ? 0xffffu : ~0xffffu);
      auto* lanes = ballot(any(own));
      for (const unsigned half : {0u, 1u}) {
        auto* bit = b_.CreateZExt(of_four(lanes, half == 0 ? quad_ : upper), b_.getInt32Ty());
        lines = b_.CreateOr(lines, b_.CreateShl(bit, 4 * half + line));
      }
    }
    return lines;
  }

  void find_lines_of_quads() {
    quad_rows_ = lines_of(0, !form_.a_columns);
    quad_columns_ = lines_of(2, form_.b_columns);
    member_ = b_.CreateOr(b_.CreateAnd(lane_, 3), b_.CreateLShr(b_.CreateAnd(lane_, 16), 2));
    if (form_.c_bits == form_.d_bits) return;
    // C is held in another way than D: a lane has a row of it.
    Value* of_row = b_.getInt32(0);
    for (unsigned k = 0; k < form_.c; ++k) of_row = b_.CreateOr(of_row, c(k));
    auto* lanes = ballot(any(of_row));
    auto* low = b_.CreateAnd(b_.CreateLShr(lanes, quad_), 15);
    auto* high = b_.CreateAnd(b_.CreateLShr(lanes, b_.CreateOr(quad_, 16)), 15);
    quad_rows_ = b_.CreateOr(quad_rows_, b_.CreateOr(low, b_.CreateShl(high, 4)));
  }
  Value* bit(Value* lines, Value* number) {
    return any(b_.CreateAnd(b_.CreateLShr(lines, number), 1));
  }

  // Whether the line of A or B is, that column `column` (0 or 1) in word `k` of D is made of.
  Value* of_lines(unsigned k, unsigned column) {
    if (!form_.quads) {
      const unsigned element = form_.d_bits == 64 ? k / 2 : k;
      const unsigned half = form_.d_bits == 16 ? k : element / 2;
      return b_.CreateOr(rows_[half], columns_[form_.d_bits == 16 ? column : element % 2]);
    }
    if (form_.d_bits == 16) {
      return b_.CreateOr(bit(quad_rows_, member_), bit(quad_columns_, b_.getInt32(2 * k + column)));
    }
    auto* row = b_.CreateOr(b_.CreateAnd(member_, 5), k & 2);
    return b_.CreateOr(bit(quad_rows_, row),
                       bit(quad_columns_, b_.CreateOr(b_.CreateAnd(member_, 2), k & 5)));
  }

  Value* c(unsigned k) const { return operand(form_.a + form_.b + k); }
  Value* same_of_c(unsigned k) {
    if (form_.c_bits != form_.d_bits) return b_.getInt32(0);
    return form_.c_bits == 64 ? b_.CreateOr(c(k & ~1u), c(k | 1)) : c(k);
  }
  // A word that is an element, or a half of one.
  Value* whole(unsigned k) {
    return b_.CreateSExt(b_.CreateOr(of_lines(k, 0), any(same_of_c(k))), b_.getInt32Ty());
  }
  // Two elements.
  Value* halves(unsigned k) {
    Value* result = b_.getInt32(0);
    for (const unsigned column : {0u, 1u}) {
      const unsigned mask = column == 0 ? 0xffffu : ~0xffffu;
      auto* undefined = b_.CreateOr(of_lines(k, column), any(b_.CreateAnd(same_of_c(k), mask)));
      result = b_.CreateOr(result, b_.CreateAnd(b_.CreateSExt(undefined, b_.getInt32Ty()), mask));
    }
    return result;
  }

  Builder& b_;
  const CallInst& call_;
  const Form& form_;
  function_ref<Value*(Value*)> bits_;
  Value* lane_;
  // Whether something in the row of the lane, and in that 8 further, is undefined; in its columns.
  std::array<Value*, 2> rows_{}, columns_{};
  // Of Volta's forms: the first lane of four, the number in the quad pair; lines_of().
  Value *quad_ = nullptr, *member_ = nullptr, *quad_rows_ = nullptr, *quad_columns_ = nullptr;
};

}  // namespace

Value* matrix_shadow(Builder& b, const CallInst& call, function_ref<Value*(Value*)> bits) {
  if (is_warpgroup_op(call)) return warpgroup_shadow(b, call, bits);
  const auto name = call.getCalledFunction()->getName().drop_front(sizeof "heddle." - 1);
  const auto* form = find_if(kForms, [&](const Form& f) { return f.name == name; });
  if (form == std::end(kForms)) return nullptr;
  return Product(b, call, *form, bits).shadow();
}

}  // namespace heddle::compiler
