// SPDX-License-Identifier: Apache-2.0
#include "ptx/emit_instruction.h"

#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

std::string emit_guarded(IRBuilder<>& b, Statement& statement, const Instruction& i, const Row& row,
                         function_ref<void(Emitter&)> emit) {
  Emitter e(b, statement, i, row);
  BasicBlock* behind = nullptr;
  if (i.guard) {
    auto* condition = e.read(*i.guard, {Type::Kind::kPredicate, 1});
    behind = e.new_block("ptx.behind");
    auto* guarded = e.new_block("ptx.guarded");
    b.CreateCondBr(condition, guarded, behind);
    b.SetInsertPoint(guarded);
  }
  emit(e);
  e.finish();
  if (behind) {
    b.CreateBr(behind);
    b.SetInsertPoint(behind);
  }
  return e.error().empty() ? std::string() : e.error() + " in '" + i.text + "'";
}

std::string emit_instruction(IRBuilder<>& b, Statement& statement, const Instruction& i) {
  const auto* row = find_row(i.opcode);
  if (!row) return "unknown instruction '" + i.opcode + "' in '" + i.text + "'";
  if (!row->emit) return "'" + i.opcode + "' is not yet supported: '" + i.text + "'";
  return emit_guarded(b, statement, i, *row, [&](Emitter& e) { row->emit(e); });
}

}  // namespace heddle::ptx
