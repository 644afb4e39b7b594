// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/matrix_work.h"

#include "compiler/ir/matrix_ops.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

namespace heddle::compiler {

using namespace llvm;
using probes::MatrixPath;

namespace {

struct Element {
  MatrixPath path;
  unsigned bits;
};

std::optional<Element> element_of(StringRef type) {
  return StringSwitch<std::optional<Element>>(type)
      .Case("f16", Element{MatrixPath::kHalfToFloat, 16})
      .Case("bf16", Element{MatrixPath::kBrainToFloat, 16})
      .Case("tf32", Element{MatrixPath::kTf32ToFloat, 32})
      .Cases({"e4m3", "e5m2"}, Element{MatrixPath::kFp8, 8})
      .Case("f64", Element{MatrixPath::kDouble, 64})
      .Cases({"s8", "u8"}, Element{MatrixPath::kInt8, 8})
      .Cases({"s4", "u4"}, Element{MatrixPath::kInt4, 4})
      .Case("b1", Element{MatrixPath::kInt1, 1})
      .Default(std::nullopt);
}

// "m16n8k8"
bool read_shape(StringRef word, unsigned& m, unsigned& n, unsigned& k) {
  return word.consume_front("m") && !word.consumeInteger(10, m) && word.consume_front("n") &&
         !word.consumeInteger(10, n) && word.consume_front("k") && !word.getAsInteger(10, k);
}

}  // namespace

// Names of the forms: tensor/forms.inc, tensor/wgmma_forms.inc.
std::optional<MatrixWork> matrix_work(const Instruction& instruction) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  if (!call || !is_matrix_op(*call)) return std::nullopt;
  const bool group = is_warpgroup_op(*call);
  auto [form, columns] = call->getCalledFunction()->getName().split(".").second.split('.');
  SmallVector<StringRef, 8> words;
  form.split(words, '_');
  unsigned m = 16, n = 0, k = 0, matrices = 1;
  SmallVector<StringRef, 4> types;  // of D, A, B and C
  bool sparse = false;
  for (const auto word : words) {
    sparse |= word == "sp";
    read_shape(word, m, n, k);
    if (word == "f32" || word == "s32" || element_of(word)) types.push_back(word);
  }
  if (types.size() < 2) return std::nullopt;
  const auto element = *element_of(types[1]);
  auto path = element.path;
  if (path == MatrixPath::kHalfToFloat && types[0] == "f16") path = MatrixPath::kHalfToHalf;
  if (group) {
    columns.split('.').first.drop_front().getAsInteger(10, n);
    k = (sparse ? 512 : 256) / element.bits;  // a warp's 16 of the 64 rows
  } else if (m == 8 && k == 4 && element.bits == 16) {
    matrices = 4;
  }
  const unsigned operations = 2 * m * n * k * matrices / (sparse ? 2 : 1);
  return MatrixWork{path, static_cast<std::uint32_t>(operations / probes::kMatrixUnit)};
}

}  // namespace heddle::compiler
