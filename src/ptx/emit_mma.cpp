// SPDX-License-Identifier: Apache-2.0
// mma.sync, mma.sp: a call of the pseudo function of its form (tensor/forms.inc,
// compiler/ir/matrix_ops.h) on words of 32 bits.
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

struct Form {
  StringLiteral name;
  unsigned d, a, b, c;     // words of a lane
  unsigned selectors = 0;  // of mma.sp: how many there are
};

constexpr unsigned f16 = 16, bf16 = 16, tf32 = 32, e4m3 = 8, e5m2 = 8, f32 = 32, f64 = 64;
constexpr unsigned s8 = 8, u8 = 8, s4 = 4, u4 = 4, s32 = 32, b1 = 1;

// What a lane holds of a matrix.
constexpr unsigned words(unsigned rows, unsigned columns, unsigned bits) {
  return rows * columns * bits / 1024;
}

// Metadata of 16, 32 or 64 bits a row: one, two or four lanes of each four have some to say.
constexpr unsigned selectors(unsigned k, unsigned bits) {
  const unsigned in_row = bits == 32 ? 2 * k : bits == 4 ? k / 2 : k;
  return 64 / in_row;
}

constexpr Form kForms[] = {
#define FORM(name, M, N, K, d, a, b, c) \
  {#name, words(M, N, d), words(M, K, a), words(K, N, b), words(M, N, c)},
#define BYTES FORM
#define DOUBLES(name, M, N, K) FORM(name, M, N, K, f64, f64, f64, f64)
#define INTEGERS(name, M, N, K, a, b, saturate) FORM(name, M, N, K, s32, a, b, s32)
#define BITS(name, M, N, K, differ) FORM(name, M, N, K, s32, b1, b1, s32)
// Four products.
#define QUADS(name, a_columns, b_columns, d, c) {#name, words(32, 8, d), 2, 2, words(32, 8, c)},
#define SPARSE_FLOATS(name, K, d, a, b) \
  {#name, words(16, 8, d), words(16, K, a) / 2, words(K, 8, b), words(16, 8, d), selectors(K, a)},
#define SPARSE_BYTES(name, K, a, b) SPARSE_FLOATS(name, K, f32, a, b)
#define SPARSE_INTEGERS(name, K, a, b, saturate) SPARSE_FLOATS(name, K, s32, a, b)
#include "tensor/forms.inc"
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

constexpr Type kWord{Type::Kind::kBits, 32}, kTwoWords{Type::Kind::kBits, 64};

// The name of the form that the modifiers say, in their order, without what all have in common.
std::string form_name(Emitter& e) {
  std::string name = "mma", layouts;
  const bool quads = is_contained(e.instruction().modifiers, "m8n8k4") &&
                     !is_contained(e.instruction().modifiers, "f64");
  for (const std::string& word : e.instruction().modifiers) {
    e.take(word);
    if (word == "sync" || word == "aligned") continue;
    if (!quads && (word == "row" || word == "col")) {
      layouts += word + ".";
    } else if (word == "sp::ordered_metadata") {
      name += "_sp";
    } else {
      name += "_" + word;
    }
  }
  if (!quads && layouts != "row.col.") e.fail("the layouts must be .row.col");
  return name;
}

void read_words(Emitter& e, unsigned k, bool doubles, unsigned count,
                SmallVectorImpl<Value*>& words) {
  auto& b = e.b;
  const auto operands = registers_of(e, k);
  if (operands.size() * (doubles ? 2 : 1) != count) {
    return e.fail("operand " + Twine(k + 1) + " has " + Twine(operands.size()) +
                  " registers, not " + Twine(count / (doubles ? 2 : 1)));
  }
  for (const auto& one : operands) {
    auto* value = e.read(one, doubles ? kTwoWords : kWord);
    words.push_back(b.CreateTrunc(value, b.getInt32Ty()));
    if (doubles) words.push_back(b.CreateTrunc(b.CreateLShr(value, 32), b.getInt32Ty()));
  }
}

}  // namespace

ArrayRef<Operand> registers_of(Emitter& e, unsigned k) {
  const auto& operand = e.operand(k);
  return operand.kind == Operand::Kind::kVector ? ArrayRef(operand.parts) : ArrayRef(operand);
}

CallInst* matrix_call(Emitter& e, StringRef form, unsigned results, ArrayRef<Value*> words) {
  auto& b = e.b;
  const SmallVector<llvm::Type*, 40> taken(words.size(), b.getInt32Ty());
  const SmallVector<llvm::Type*, 40> given(results, b.getInt32Ty());
  const auto name = ("heddle." + form).str();
  auto* type = FunctionType::get(StructType::get(b.getContext(), given), taken, false);
  auto callee = e.module().getOrInsertFunction(name, type);
  auto* function = cast<Function>(callee.getCallee());
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::WillReturn);
  function->addFnAttr(Attribute::NoCallback);
  function->addFnAttr(Attribute::Convergent);
  return b.CreateCall(callee, words);
}

void emit_mma(Emitter& e) {
  auto& b = e.b;
  const auto& modifiers = e.instruction().modifiers;
  if (!is_contained(modifiers, "sync") || !is_contained(modifiers, "aligned")) {
    return e.fail(".sync.aligned is missing");
  }
  const auto name = form_name(e);
  const auto* form = find_if(kForms, [&](const Form& f) { return f.name == name; });
  if (form == std::end(kForms)) return e.fail("this form is not supported");
  const bool doubles = is_contained(modifiers, "f64");
  const bool sparse = form->selectors != 0;
  e.expect_operands(sparse ? 6 : 4, sparse ? 6 : 4);
  SmallVector<Value*, 40> words;
  read_words(e, 1, doubles, form->a, words);
  read_words(e, 2, doubles, form->b, words);
  read_words(e, 3, doubles, form->c, words);
  if (sparse) {
    const auto selector = e.constant(5);
    if (!selector || *selector >= form->selectors) {
      return e.fail("the sparsity selector must be a constant below " + Twine(form->selectors));
    }
    words.push_back(e.in(4, kWord));
    words.push_back(b.getInt32(static_cast<std::uint32_t>(*selector)));
  }
  const auto results = registers_of(e, 0);
  if (results.size() * (doubles ? 2 : 1) != form->d) e.fail("wrong number of results");
  if (!e.error().empty()) return;

  auto* made = matrix_call(e, name, form->d, words);
  cast<Function>(made->getCalledOperand())->setDoesNotAccessMemory();
  for (unsigned k = 0; k < results.size(); ++k) {
    if (!doubles) {
      e.write(results[k], b.CreateExtractValue(made, k));
      continue;
    }
    auto* low = b.CreateZExt(b.CreateExtractValue(made, 2 * k), b.getInt64Ty());
    auto* high = b.CreateZExt(b.CreateExtractValue(made, 2 * k + 1), b.getInt64Ty());
    e.write(results[k], b.CreateOr(low, b.CreateShl(high, 32)));
  }
}

}  // namespace heddle::ptx
