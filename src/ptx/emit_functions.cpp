// SPDX-License-Identifier: Apache-2.0
// Instructions that are functions of the device library (src/devicelib/ptx_*.cu). The row's forms
// are groups of alternatives, "?" before those that may be missing; what an instruction chooses, in
// the order of the groups, makes the function's name: shf.l.wrap.b32 is __ptx_shf_l_wrap_b32. In
// the signature, "t" is the type that was chosen last.
#include "llvm/ADT/StringExtras.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

void emit_function(Emitter& e) {
  std::string name = ("__ptx_" + e.row.opcode).str();
  Type chosen;
  for (StringRef group : split(e.row.forms, ' ')) {
    const bool optional = group.consume_front("?");
    SmallVector<StringRef, 8> alternatives;
    group.split(alternatives, '|');
    const auto found = optional ? e.take_any(alternatives) : e.need_any(alternatives);
    if (found.empty()) continue;
    name += ("_" + found).str();
    if (const auto type = parse_type(found)) chosen = *type;
  }
  const auto [result, rest] = e.row.signature.split('(');
  SmallVector<StringRef, 4> types;
  rest.drop_back().split(types, ',');
  const auto type_of = [&](StringRef word) {
    return word == "t" ? chosen : parse_type(word).value_or(chosen);
  };
  e.expect_operands(types.size() + 1, types.size() + 1);
  SmallVector<Value*, 4> arguments;
  for (unsigned k = 0; k < types.size(); ++k) {
    arguments.push_back(e.in(k + 1, type_of(types[k])));
  }
  e.out(0, e.library(name, e.llvm_type(type_of(result)), arguments));
}

}  // namespace heddle::ptx
