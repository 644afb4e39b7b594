// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/show_indices.h"

#include "compiler/ir/show_variable.h"
#include "compiler/passes/each.h"
#include "image/kernel_abi.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

struct Row {
  const char* name;
  unsigned argument;   // of the function: 0 the block's context, 1 the thread's
  std::size_t offset;  // in it
};

constexpr Row kRows[] = {
    {"threadIdx", 1, offsetof(abi::ThreadContext, thread_idx)},
    {"blockIdx", 0, offsetof(abi::BlockContext, block_idx)},
    {"blockDim", 0, offsetof(abi::BlockContext, block_dim)},
    {"gridDim", 0, offsetof(abi::BlockContext, grid_dim)},
};

DIType* three_words(DIBuilder& d, DIFile* file) {
  auto* word = d.createBasicType("unsigned int", 32, dwarf::DW_ATE_unsigned);
  auto* type =
      d.createStructType(file, "uint3", file, 0, 96, 32, DINode::FlagZero, nullptr, DINodeArray());
  SmallVector<Metadata*, 3> fields;
  for (const auto* name : {"x", "y", "z"}) {
    fields.push_back(d.createMemberType(type, name, file, 0, 32, 32, 32 * fields.size(),
                                        DINode::FlagZero, word));
  }
  d.replaceArrays(type, d.getOrCreateArray(fields));
  return type;
}

void show_in(Function& function) {
  auto* program = function.getSubprogram();
  DIBuilder d(*function.getParent(), true, program->getUnit());
  auto* type = three_words(d, program->getFile());
  IRBuilder<> b(&*function.getEntryBlock().begin());
  b.SetCurrentDebugLocation(DebugLoc());  // of the prologue
  Value* slots[2];
  for (unsigned k = 0; k < 2; ++k) slots[k] = keep_address(b, *function.getArg(k));
  for (const auto& row : kRows) {
    auto* variable =
        d.createAutoVariable(program, row.name, program->getFile(), program->getLine(), type, true);
    auto* where = d.createExpression({dwarf::DW_OP_deref, dwarf::DW_OP_plus_uconst, row.offset});
    d.insertDeclare(slots[row.argument], variable, where,
                    DILocation::get(function.getContext(), program->getLine(), 0, program),
                    b.GetInsertPoint());
  }
  d.finalizeSubprogram(program);
}

}  // namespace

unsigned show_indices(Compilation& c) {
  unsigned shown = 0;
  for (auto* function : defined(*c.module)) {
    function->addFnAttr("frame-pointer", "all");
    if (!function->getSubprogram()) continue;
    show_in(*function);
    ++shown;
  }
  // What loads the parameters must not answer to the kernel's name.
  if (c.full_warp) c.full_warp->setName("heddle_kernel_thread");
  // Every value is where its variable is, at each line.
  c.quick_code = true;
  return shown;
}

}  // namespace heddle::compiler
