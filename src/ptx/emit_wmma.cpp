// SPDX-License-Identifier: Apache-2.0
// wmma.load, wmma.store, wmma.mma (PTX ISA, "Warp Level Matrix Instructions"): a fragment is made
// of operands of mma.sync side by side, as that of nvcuda::wmma is (include/heddle/wmma_memory.h,
// of which the places of elements are here once more). Where M is 8 and N 32 the transposed product
// is computed.
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr Type kWord{Type::Kind::kBits, 32}, kTwoWords{Type::Kind::kBits, 64};
using Words = SmallVector<Value*, 8>;

struct Shape {
  unsigned m = 0, n = 0, k = 0;
  bool is(unsigned rows, unsigned columns, unsigned depth) const {
    return m == rows && n == columns && k == depth;
  }
  bool is_sixteen() const {
    return k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
  }
  bool is_transposed() const { return m == 8 && n == 32; }
  bool is_small() const { return m == 8 && n == 8; }
};

unsigned bits_of(StringRef type) {
  return StringSwitch<unsigned>(type)
      .Cases({"f16", "bf16"}, 16)
      .Cases({"s8", "u8"}, 8)
      .Cases({"s4", "u4"}, 4)
      .Case("b1", 1)
      .Cases({"tf32", "f32", "s32"}, 32)
      .Case("f64", 64)
      .Default(0);
}

// Whether there are operands (sums) of this type and shape.
bool is_operand(StringRef type, const Shape& s) {
  if (type == "tf32") return s.is(16, 16, 8);
  if (type == "f64") return s.is(8, 8, 4);
  if (type == "s4" || type == "u4") return s.is(8, 8, 32);
  if (type == "b1") return s.is(8, 8, 128);
  return s.is_sixteen() && (bits_of(type) == 16 || bits_of(type) == 8);
}
bool is_sum(StringRef type, const Shape& s) {
  if (type == "f64") return s.is(8, 8, 4);
  if (type == "s32") return s.is_sixteen() || s.is(8, 8, 32) || s.is(8, 8, 128);
  if (type == "f32") return s.is_sixteen() || s.is(16, 16, 8);
  return type == "f16" && s.is_sixteen();
}

class Wmma {
 public:
  explicit Wmma(Emitter& e) : e_(e), b_(e.b) {
    if (!e.take("sync") || !e.take("aligned")) e.fail(".sync.aligned is missing");
    for (const std::string& word : e.instruction().modifiers) {
      StringRef rest = word;
      Shape shape;
      if (rest.consume_front("m") && !rest.consumeInteger(10, shape.m) && rest.consume_front("n") &&
          !rest.consumeInteger(10, shape.n) && rest.consume_front("k") &&
          !rest.getAsInteger(10, shape.k)) {
        e.take(word);
        shape_ = shape;
      }
    }
  }

  void load() {
    const auto which = e_.need_any({"a", "b", "c"});
    if (which == "c") return move_sum(true);
    const bool is_a = which == "a";
    const bool by_rows = e_.need_any({"row", "col"}) == "row";
    const auto type = take_type({"f16", "bf16", "tf32", "f64", "s8", "u8", "s4", "u4", "b1"});
    const unsigned bits = bits_of(type), lines = is_a ? shape_.m : shape_.n;
    const bool along_k = by_rows == is_a;
    if (!e_.error().empty()) return;
    if (!is_operand(type, shape_) || (bits < 8 && !along_k)) return no_form();
    take_memory(1, along_k ? shape_.k : lines);
    if (!e_.error().empty()) return;

    // Operands of 16 lines are the first of mma.sync, those of eight the second.
    const bool wide = shape_.is_transposed() ? !is_a : is_a && shape_.m > 8;
    const unsigned halves = wide ? 2 : 1, in_word = bits < 32 ? 32 / bits : 1;
    const unsigned words = lines * shape_.k * bits / 1024 / (bits == 64 ? 2 : 1);
    const unsigned of_tile = 8 * halves * shape_.k / 32 / in_word;
    Words made;
    for (unsigned w = 0; w < words; ++w) {
      const unsigned tile = w / of_tile, word = w % of_tile;
      auto* line = b_.CreateAdd(row(), b_.getInt32((tile * halves + word % halves) * 8));
      auto* k =
          b_.CreateMul(b_.CreateAdd(pair(), b_.getInt32(word / halves * 4)), b_.getInt32(in_word));
      made.push_back(along_k ? load_word(line, k, bits, bits == 64 ? 64 : 32)
                             : load_elements(line, k, bits, in_word));
    }
    const unsigned stored = type == "f16" ? 8 : words;  // twice, or more often
    const auto to = registers_of(e_, 0);
    if (to.size() != stored) return wrong_number(0, to.size(), stored);
    for (unsigned w = 0; w < stored; ++w) e_.write(to[w], made[w % words]);
  }

  void store() {
    if (!e_.take("d")) return e_.fail(".d is missing");
    move_sum(false);
  }

  void multiply() {
    const bool exclusive = e_.take("xor"), both = e_.take("and");
    e_.take("popc");
    SmallVector<StringRef, 4> types;
    for (const std::string& word : e_.instruction().modifiers) {
      if (bits_of(word) == 0) continue;
      e_.take(word);
      types.push_back(word);
    }
    const bool saturates = e_.take("satfinite");
    e_.take("rn");
    e_.need_any({"row", "col"});
    e_.need_any({"row", "col"});
    e_.expect_operands(4, 4);
    if (types.size() == 2) types = {types[0], "f16", "f16", types[1]};
    if (!e_.error().empty()) return;
    if (types.size() != 4 || types[1] != types[2] || !is_operand(types[1], shape_) ||
        !is_sum(types[0], shape_) || !is_sum(types[3], shape_) ||
        (types[1] == "b1") != (exclusive || both)) {
      return no_form();
    }
    const auto type = types[1];
    const bool mixed = types[0] != types[3];
    const bool halves = !mixed && types[0] == "f16";
    // The form of mma.sync.
    const std::string sum = mixed ? "f32" : types[0].str();
    const std::string size = shape_.is_small()
                                 ? ("m8n8k" + Twine(shape_.k)).str()
                                 : ("m16n8k" + Twine(type == "tf32" ? 4u : shape_.k)).str();
    const auto form = ("mma_" + size + (saturates ? "_satfinite" : "") + "_" + sum + "_" + type +
                       "_" + type + "_" + sum +
                       (exclusive ? "_xor_popc"
                        : both    ? "_and_popc"
                                  : ""))
                          .str();
    const Words a = read(1, words_of_operand(type, shape_.m)),
                b = read(2, words_of_operand(type, shape_.n));
    Words c = read(3, words_of_sum(types[3]));
    if (!e_.error().empty()) return;
    if (mixed && types[3] == "f16") c = floats_of(c);
    Words d;
    if (shape_.is_small()) {
      d = call(form, a, b, c);
    } else {
      const unsigned of_a = type == "tf32" ? 4 : 16 * shape_.k * bits_of(type) / 1024,
                     of_b = of_a / 2, of_sum = halves ? 2 : 4;
      for (const unsigned tile : {0u, 1u}) {
        const bool transposed = shape_.is_transposed(), tall = shape_.m == 32;
        const auto wide = slice(transposed ? b : a, transposed || tall ? tile * of_a : 0, of_a);
        const auto narrow = slice(transposed ? a : b, transposed || tall ? 0 : tile * of_b, of_b);
        auto sums = slice(c, tile * of_sum, of_sum);
        if (type != "tf32") {
          sums = call(form, wide, narrow, sums);
        } else {
          // A GPU of sm_90 multiplies four k after the other four.
          for (const unsigned half : {0u, 1u})
            sums = call(form, slice(wide, 2 * half, 2), slice(narrow, half, 1), sums);
        }
        append_range(d, sums);
      }
    }
    if (mixed && types[0] == "f16") d = halves_of(d);
    write(0, d, types[0] == "f64");
  }

 private:
  StringRef take_type(std::initializer_list<StringRef> types) { return e_.need_any(types); }
  void no_form() { e_.fail("this form is not supported"); }
  void wrong_number(unsigned operand, std::size_t has, unsigned wants) {
    e_.fail("operand " + Twine(operand + 1) + " has " + Twine(has) + " registers, not " +
            Twine(wants));
  }
  unsigned words_of_operand(StringRef type, unsigned lines) const {
    return type == "f16" ? 8 : lines * shape_.k * bits_of(type) / 1024;
  }
  unsigned words_of_sum(StringRef type) const { return shape_.m * shape_.n * bits_of(type) / 1024; }

  Value* lane() {
    if (!lane_) lane_ = e_.intrinsic(Intrinsic::nvvm_read_ptx_sreg_laneid, {});
    return lane_;
  }
  Value* row() { return b_.CreateLShr(lane(), 2); }
  Value* pair() { return b_.CreateAnd(lane(), 3); }

  // --- memory: [address]{, stride in elements}
  void take_memory(unsigned k, unsigned default_stride) {
    const auto space = take_space(e_);
    e_.expect_operands(2, 3);
    address_ = take_address(e_, k, space);
    stride_ = e_.count() == 3 ? e_.in(2, {Type::Kind::kUnsigned, 32}) : b_.getInt32(default_stride);
  }
  Value* place(Value* line, Value* in_line, unsigned bits) {
    auto* at = b_.CreateAdd(b_.CreateMul(line, stride_), in_line);
    auto* wide = b_.CreateZExt(at, b_.getInt64Ty());
    auto* bytes = bits < 8 ? b_.CreateLShr(wide, bits == 4 ? 1 : 3)
                           : b_.CreateMul(wide, b_.getInt64(bits / 8));
    return b_.CreateGEP(b_.getInt8Ty(), address_, bytes);
  }
  Value* load_word(Value* line, Value* k, unsigned bits, unsigned width) {
    return b_.CreateAlignedLoad(b_.getIntNTy(width), place(line, k, bits), Align(width / 8));
  }
  // Of lines that lie side by side.
  Value* load_elements(Value* line, Value* k, unsigned bits, unsigned count) {
    Value* word = nullptr;
    auto* whole = b_.getIntNTy(std::max(bits, 32u));
    for (unsigned i = 0; i < count; ++i) {
      auto* at = place(b_.CreateAdd(k, b_.getInt32(i)), line, bits);
      auto* one =
          b_.CreateZExt(b_.CreateAlignedLoad(b_.getIntNTy(bits), at, Align(bits / 8)), whole);
      word = word ? b_.CreateOr(word, b_.CreateShl(one, i * bits)) : one;
    }
    return word;
  }

  // C to registers, or D to memory.
  void move_sum(bool loads) {
    const bool by_rows = e_.need_any({"row", "col"}) == "row";
    const auto type = take_type({"f16", "f32", "s32", "f64"});
    if (!e_.error().empty()) return;
    if (!is_sum(type, shape_)) return no_form();
    take_memory(loads ? 1 : 0, by_rows ? shape_.n : shape_.m);
    if (!e_.error().empty()) return;
    const unsigned bits = bits_of(type), in_word = bits == 16 ? 2 : 1;
    const unsigned elements = shape_.m * shape_.n / 32;
    const auto registers = registers_of(e_, loads ? 0 : 1);
    if (registers.size() != elements / in_word) {
      return wrong_number(loads ? 0 : 1, registers.size(), elements / in_word);
    }
    Words loaded;
    for (unsigned i = 0; i < elements; ++i) {
      auto [line, column] = place_in_sum(i);
      if (!by_rows) std::swap(line, column);
      auto* at = place(line, column, bits);
      const Align align(bits / 8);
      if (loads) {
        loaded.push_back(b_.CreateAlignedLoad(b_.getIntNTy(bits), at, align));
        continue;
      }
      auto* value = e_.read(registers[i / in_word], bits == 64 ? kTwoWords : kWord);
      if (in_word == 2) {
        value = b_.CreateTrunc(i % 2 ? b_.CreateLShr(value, 16) : value, b_.getInt16Ty());
      }
      b_.CreateAlignedStore(value, at, align);
    }
    if (!loads) return;
    for (unsigned w = 0; w < registers.size(); ++w) {
      e_.write(registers[w], in_word == 2 ? joined(loaded[2 * w], loaded[2 * w + 1]) : loaded[w]);
    }
  }
  std::pair<Value*, Value*> place_in_sum(unsigned i) {
    auto* across = b_.CreateAdd(b_.CreateShl(pair(), 1), b_.getInt32(i % 2));
    if (shape_.is_small()) return {row(), across};
    const unsigned tile = i / 4;
    auto* line = b_.CreateAdd(row(), b_.getInt32(i % 4 / 2 * 8));
    const auto further = [&](Value* value, unsigned by) {
      return b_.CreateAdd(value, b_.getInt32(tile * by));
    };
    if (shape_.m == 16) return {line, further(across, 8)};
    if (shape_.m == 32) return {further(line, 16), across};
    return {across, further(line, 16)};
  }
  Value* joined(Value* low, Value* high) {
    auto* i32 = b_.getInt32Ty();
    return b_.CreateOr(b_.CreateZExt(low, i32), b_.CreateShl(b_.CreateZExt(high, i32), 16));
  }

  // --- words of fragments
  Words read(unsigned k, unsigned count) {
    const auto registers = registers_of(e_, k);
    const bool doubles = shape_.is(8, 8, 4);
    if (registers.size() * (doubles ? 2 : 1) != count) wrong_number(k, registers.size(), count);
    Words words;
    for (const auto& one : registers) {
      auto* value = e_.read(one, doubles ? kTwoWords : kWord);
      words.push_back(b_.CreateTrunc(value, b_.getInt32Ty()));
      if (doubles) words.push_back(b_.CreateTrunc(b_.CreateLShr(value, 32), b_.getInt32Ty()));
    }
    return words;
  }
  void write(unsigned k, const Words& words, bool doubles) {
    const auto registers = registers_of(e_, k);
    const std::size_t count = words.size() / (doubles ? 2 : 1);
    if (registers.size() != count) return wrong_number(k, registers.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      if (!doubles) {
        e_.write(registers[i], words[i]);
        continue;
      }
      auto* i64 = b_.getInt64Ty();
      auto* high = b_.CreateShl(b_.CreateZExt(words[2 * i + 1], i64), 32);
      e_.write(registers[i], b_.CreateOr(b_.CreateZExt(words[2 * i], i64), high));
    }
  }
  static Words slice(const Words& words, unsigned first, unsigned count) {
    return Words(ArrayRef(words).slice(first, count));
  }
  Words call(StringRef form, const Words& a, const Words& b, const Words& c) {
    Words all = a;
    append_range(all, b);
    append_range(all, c);
    auto* made = matrix_call(e_, form, c.size(), all);
    cast<Function>(made->getCalledOperand())->setDoesNotAccessMemory();
    Words d;
    for (unsigned i = 0; i < c.size(); ++i) d.push_back(b_.CreateExtractValue(made, i));
    return d;
  }
  // D of another type than C: a half is exact as a float, and a float is rounded to a half.
  Words floats_of(const Words& pairs) {
    Words floats;
    for (auto* word : pairs) {
      for (const unsigned shift : {0u, 16u}) {
        auto* bits = b_.CreateTrunc(b_.CreateLShr(word, shift), b_.getInt16Ty());
        auto* wide = b_.CreateFPExt(b_.CreateBitCast(bits, b_.getHalfTy()), b_.getFloatTy());
        floats.push_back(b_.CreateBitCast(wide, b_.getInt32Ty()));
      }
    }
    return floats;
  }
  Words halves_of(const Words& floats) {
    Words pairs;
    const auto half = [&](Value* word) {
      auto* narrow = b_.CreateFPTrunc(b_.CreateBitCast(word, b_.getFloatTy()), b_.getHalfTy());
      return b_.CreateBitCast(narrow, b_.getInt16Ty());
    };
    for (unsigned i = 0; i < floats.size(); i += 2) {
      pairs.push_back(joined(half(floats[i]), half(floats[i + 1])));
    }
    return pairs;
  }

  Emitter& e_;
  IRBuilder<>& b_;
  Shape shape_;
  Value *lane_ = nullptr, *address_ = nullptr, *stride_ = nullptr;
};

}  // namespace

void emit_wmma(Emitter& e) {
  const auto what = e.need_any({"load", "store", "mma"});
  Wmma wmma(e);
  if (!e.error().empty()) return;
  if (what == "load") return wmma.load();
  if (what == "store") return wmma.store();
  wmma.multiply();
}

}  // namespace heddle::ptx
