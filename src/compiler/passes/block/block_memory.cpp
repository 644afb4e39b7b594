// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/block_memory.h"

#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/ir/context_field.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;

static bool is_shared_object(const Value* object, const Function& step) {
  const auto* load = dyn_cast<LoadInst>(object);
  return load && context::field_read(*load, step.getArg(kBlockArgument)) ==
                     std::uint64_t{abi_offset(BlockContext, shared)};
}

static bool is_block_object(const Value* object, const Function& step) {
  return object == step.getArg(kWarpContextArgument) || object == step.getArg(kBlockArgument) ||
         is_shared_object(object, step);
}

static SmallVector<const Value*, 4> objects_of(const Value* pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, 0);
  return objects;
}

bool is_block_memory(const Value* pointer, const Function& step) {
  return all_of(objects_of(pointer),
                [&](const Value* object) { return is_block_object(object, step); });
}

bool is_shared_memory(const Value* pointer, const Function& step) {
  return all_of(objects_of(pointer),
                [&](const Value* object) { return is_shared_object(object, step); });
}

}  // namespace heddle::compiler
