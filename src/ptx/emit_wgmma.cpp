// SPDX-License-Identifier: Apache-2.0
// wgmma (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions"). Each warp makes its quarter
// of the product when it comes to mma_async, by a pseudo function of words
// (compiler/ir/matrix_ops.h); operands in shared memory are read then, which is no later than a GPU
// may read them. Behind wait_group a warp may tell others that they may be overwritten, for all
// four warps: so there these wait for each other.
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "ptx/table.h"
#include "tensor/wgmma_call.h"

namespace heddle::ptx {

using namespace llvm;
namespace words = tensor::wgmma;

namespace {

constexpr Type kWord{Type::Kind::kBits, 32}, kDescriptor{Type::Kind::kBits, 64};
constexpr Type kPredicate{Type::Kind::kPredicate, 1};
constexpr unsigned kThreads = 128, kMostColumns = 256;

struct Form {
  StringLiteral name;
  unsigned k;
  unsigned bits;  // of an element of D
  bool is_float;
  bool is_sparse = false;

  // Of 16 bits, where lines may lie across.
  bool is_16() const { return is_float && k == (is_sparse ? 32 : 16); }
  // Bytes have metadata in all lanes, others in one or the other half of each four.
  unsigned selectors() const { return k == 64 ? 1 : 2; }
};
constexpr unsigned f16 = 16, f32 = 32;
constexpr Form kForms[] = {
#define WGMMA_FLOATS(name, K, d, a, b) {#name, K, d, true},
#define WGMMA_INTEGERS(name, K, a, b, saturate) {#name, K, 32, false},
#define WGMMA_BITS(name, K) {#name, K, 32, false},
#define WGMMA_SPARSE_FLOATS(name, K, d, a, b) {#name, K, d, true, true},
#define WGMMA_SPARSE_INTEGERS(name, K, a, b, saturate) {#name, K, 32, false, true},
#include "tensor/wgmma_forms.inc"
#undef WGMMA_FLOATS
#undef WGMMA_INTEGERS
#undef WGMMA_BITS
#undef WGMMA_SPARSE_FLOATS
#undef WGMMA_SPARSE_INTEGERS
};

// "m64n128k16": N and K. Integers have not all N.
bool take_shape(Emitter& e, unsigned& n, unsigned& k) {
  for (const std::string& word : e.instruction().modifiers) {
    StringRef rest = word;
    if (!rest.consume_front("m64n") || rest.consumeInteger(10, n) || !rest.consume_front("k") ||
        rest.getAsInteger(10, k)) {
      continue;
    }
    e.take(word);
    return n % 8 == 0 && n >= 8 && n <= kMostColumns;
  }
  return false;
}

const Form* take_form(Emitter& e) {
  std::string name = "wgmma";
  for (const std::string& word : e.instruction().modifiers) {
    if (word == "mma_async" || word == "sync" || word == "aligned" ||
        StringRef(word).starts_with("m64n")) {
      continue;
    }
    e.take(word);
    name += "_" + word;
  }
  const auto* form = find_if(kForms, [&](const Form& f) { return f.name == name; });
  return form == std::end(kForms) ? nullptr : form;
}

// 1 or -1; whether it is -1.
bool is_negative(Emitter& e, unsigned k) {
  const auto scale = e.constant(k);
  if (scale && static_cast<std::int32_t>(*scale) == -1) return true;
  if (!scale || *scale != 1) e.fail("the scale of an operand must be 1 or -1");
  return false;
}
bool is_across(Emitter& e, unsigned k) {
  const auto transposed = e.constant(k);
  if (!transposed || *transposed > 1) e.fail("a transposition must be 0 or 1");
  return transposed && *transposed == 1;
}

// The constants behind scale-d, which is operand `scale`.
std::uint32_t take_constants(Emitter& e, const Form& form, unsigned scale, bool in_registers) {
  std::uint32_t how = in_registers ? words::kRegistersA : 0;
  if (form.is_sparse) how |= words::kSparseA;
  const unsigned count = !form.is_float ? 0 : form.is_16() ? (in_registers ? 3 : 4) : 2;
  e.expect_operands(scale + 1 + count, scale + 1 + count);
  if (!e.error().empty() || !form.is_float) return how;
  if (is_negative(e, scale + 1) != is_negative(e, scale + 2)) how |= words::kNegates;
  if (form.is_16()) {
    if (!in_registers && is_across(e, scale + 3)) how |= words::kAcrossA;
    if (is_across(e, scale + (in_registers ? 3 : 4))) how |= words::kAcrossB;
  }
  return how;
}

// The BlockContext: a pseudo function of the compiler (compiler/ir/pseudo.h).
Value* block_context(Emitter& e) {
  auto callee =
      e.module().getOrInsertFunction("heddle.block", FunctionType::get(e.b.getPtrTy(), false));
  auto* function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  for (const auto attribute : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoCallback,
                               Attribute::Speculatable}) {
    function->addFnAttr(attribute);
  }
  return e.b.CreateCall(callee);
}

Value* warp_of_block(Emitter& e) {
  return e.intrinsic(Intrinsic::nvvm_read_ptx_sreg_warpid, {});
}

void add_wide(Emitter& e, Value* value, SmallVectorImpl<Value*>& to) {
  auto& b = e.b;
  to.push_back(b.CreateTrunc(value, b.getInt32Ty()));
  to.push_back(b.CreateTrunc(b.CreateLShr(value, 32), b.getInt32Ty()));
}

bool add_sparsity(Emitter& e, unsigned selectors, SmallVectorImpl<Value*>& to) {
  const auto selector = e.constant(4);
  if (!selector || *selector >= selectors) {
    e.fail("the sparsity selector must be a constant below " + Twine(selectors));
    return false;
  }
  to.push_back(e.in(3, kWord));
  to.push_back(e.b.getInt32(static_cast<std::uint32_t>(*selector)));
  return true;
}

void emit_product(Emitter& e) {
  auto& b = e.b;
  unsigned n = 0, k = 0;
  const bool good_shape = take_shape(e, n, k);
  const auto* form = take_form(e);
  if (!form) return e.fail("this form is not supported");
  if (!good_shape || k != form->k || (!form->is_float && n > 32 && n % 16 != 0)) {
    return e.fail("there is no such shape");
  }
  const bool in_registers = e.operand(1).kind == Operand::Kind::kVector;
  const unsigned scale = form->is_sparse ? 5 : 3;
  const auto constants = take_constants(e, *form, scale, in_registers);
  const auto sums = registers_of(e, 0);
  const unsigned count = n * form->bits / 64;
  if (sums.size() != count) {
    e.fail("D has " + Twine(sums.size()) + " registers, not " + Twine(count));
  }
  if (!e.error().empty()) return;

  SmallVector<Value*, 144> all;
  add_wide(e, b.CreatePtrToInt(block_context(e), b.getInt64Ty()), all);
  all.push_back(warp_of_block(e));
  auto* adds = b.CreateZExt(e.in(scale, kPredicate), b.getInt32Ty());
  auto* how = b.CreateMul(adds, b.getInt32(words::kAddsC));
  all.push_back(b.CreateOr(how, b.getInt32(constants | n / 8)));
  add_wide(e, e.in(2, kDescriptor), all);
  if (in_registers) {
    const auto registers = registers_of(e, 1);
    if (registers.size() != words::kRegistersOfA) return e.fail("A has four registers");
    for (const auto& one : registers) all.push_back(e.read(one, kWord));
  } else {
    add_wide(e, e.in(1, kDescriptor), all);
  }
  if (form->is_sparse && !add_sparsity(e, form->selectors(), all)) return;
  for (const auto& one : sums) all.push_back(e.read(one, kWord));
  if (!e.error().empty()) return;
  // A function for each type: it depends on N and on where A lies.
  const auto name = (form->name + ".n" + Twine(n) + (in_registers ? ".a" : "")).str();
  auto* made = matrix_call(e, name, count, all);
  cast<Function>(made->getCalledOperand())->setOnlyReadsMemory();
  for (unsigned i = 0; i < count; ++i) e.write(sums[i], b.CreateExtractValue(made, i));
}

// Where __syncthreads() of a tile of 128 threads waits (include/heddle/groups_tile.h).
void wait_for_warpgroup(Emitter& e) {
  auto& b = e.b;
  constexpr unsigned kFirst = abi::kGridBarrier + 1024 / kThreads;
  auto* group = b.CreateLShr(warp_of_block(e), 2);
  e.library(
      "__heddle_barrier", b.getInt32Ty(),
      {b.CreateAdd(group, b.getInt32(kFirst)), b.getInt32(kThreads), b.getInt32(0), b.getFalse()});
}

}  // namespace

void emit_wgmma(Emitter& e) {
  const auto what = e.need_any({"mma_async", "fence", "commit_group", "wait_group"});
  if (!e.take("sync") || !e.take("aligned")) return e.fail(".sync.aligned is missing");
  if (what == "mma_async") return emit_product(e);
  if (what != "wait_group") return e.expect_operands(0, 0);
  e.expect_operands(1, 1);
  if (!e.constant(0)) return e.fail("the number of groups is no constant");
  wait_for_warpgroup(e);
}

}  // namespace heddle::ptx
