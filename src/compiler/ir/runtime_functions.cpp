// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/runtime_functions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kHeapAlignment = 16;

constexpr RuntimeFunction kRows[] = {
    {"vprintf", "heddle_rt_vprintf", true, 2, 0},
    {"__assertfail", "heddle_rt_assert", true, 4, 0},
    {"__assert_fail", "heddle_rt_assert", true, 4, 0},
    {"malloc", "heddle_rt_malloc", true, 1, kHeapAlignment},
    {"__nv_aligned_device_malloc", "heddle_rt_malloc", true, 2, 0},
    {"free", "heddle_rt_free", true, 1, 0},
    {"__heddle_launch", "heddle_rt_launch", true, 10, 0},
    {"__heddle_device_call", "heddle_rt_device_call", true, 2, 0},
};

}  // namespace

const RuntimeFunction* runtime_function(StringRef name) {
  const auto* row = find_if(kRows, [&](const RuntimeFunction& r) { return r.name == name; });
  return row == std::end(kRows) ? nullptr : row;
}

CallInst* call_runtime(IRBuilderBase& b, const RuntimeFunction& function, Type* result,
                       const Caller& caller, ArrayRef<Value*> arguments) {
  SmallVector<Value*, 6> all{caller.block};
  if (function.of_thread) all.push_back(caller.thread);
  append_range(all, arguments.take_front(function.arguments));
  if (function.alignment) all.push_back(b.getInt64(function.alignment));
  SmallVector<Type*, 6> types;
  for (auto* argument : all) types.push_back(argument->getType());
  auto* module = b.GetInsertBlock()->getModule();
  auto* type = FunctionType::get(result, types, false);
  return b.CreateCall(module->getOrInsertFunction(function.symbol, type), all);
}

}  // namespace heddle::compiler
