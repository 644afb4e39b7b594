// SPDX-License-Identifier: Apache-2.0
// Functions of mathematics: vector forms, or one call for each lane.
#include "compiler/ir/math_rows.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

Value* Widener::vector_math(StringRef base, StringRef accuracy, bool is_double,
                            ArrayRef<Value*> arguments) {
  auto* element = is_double ? b_.getDoubleTy() : b_.getFloatTy();
  auto& module = *warp_.getParent();
  const bool wide = arguments[0]->getType()->isVectorTy();
  const unsigned width = wide ? isa_.vector_bits / (is_double ? 64 : 32) : 1;
  auto* type = wide ? static_cast<Type*>(FixedVectorType::get(element, width)) : element;
  const auto name = sleef_name(base, accuracy, is_double, wide ? isa_.name : "scalar." + isa_.name);
  const SmallVector<Type*, 3> types(arguments.size(), type);
  auto callee = module.getOrInsertFunction(name, FunctionType::get(type, types, false));
  auto* function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::WillReturn);
  if (!wide) return b_.CreateCall(callee, arguments);
  SmallVector<Value*, 16> pieces;
  for (unsigned first = 0; first < kLanes; first += width) {
    SmallVector<Value*, 3> slices;
    for (auto* argument : arguments) slices.push_back(slice(b_, argument, first, width));
    pieces.push_back(b_.CreateCall(callee, slices));
  }
  return concatenate(b_, pieces);
}

bool Widener::math(CallInst& i) {
  const auto* callee = i.getCalledFunction();
  if (!callee || is_tuple(i.getType()) || !callee->isDeclaration()) return false;
  const auto* row = find_math(*callee);
  if (!row) return false;
  bool uniform = shape(&i).is_uniform();
  SmallVector<Value*, 3> arguments;
  for (Value* argument : i.args()) {
    arguments.push_back(uniform ? scalar(argument) : vector(argument));
  }
  auto* type = uniform ? host_type(i.getType()) : vector_type(i.getType());
  Value* result = nullptr;
  switch (row->kind) {
    case MathRow::Kind::kIntrinsic: {
      const auto id = Intrinsic::lookupIntrinsicID(("llvm." + row->target).str());
      result = b_.CreateIntrinsic(id, {type}, arguments);
      break;
    }
    case MathRow::Kind::kSleef:
      result = vector_math(row->target, row->accuracy, row->is_double, arguments);
      break;
    case MathRow::Kind::kLibm: {
      SmallVector<Type*, 3> types;
      for (Value* argument : i.args()) types.push_back(host_type(argument->getType()));
      auto target = warp_.getParent()->getOrInsertFunction(
          row->target, FunctionType::get(host_type(i.getType()), types, false));
      if (uniform) {
        result = b_.CreateCall(target, arguments);
      } else {
        result = per_lane(i.getType(), [&](Value* lane) -> Value* {
          SmallVector<Value*, 3> one;
          for (auto* argument : arguments) one.push_back(b_.CreateExtractElement(argument, lane));
          return b_.CreateCall(target, one);
        });
      }
      break;
    }
  }
  if (auto* made = dyn_cast<Instruction>(result);
      made && isa<FPMathOperator>(made) && isa<FPMathOperator>(i)) {
    made->copyFastMathFlags(&i);
  }
  define(i, uniform ? Lanes::uniform(result) : Lanes::varying(result));
  return true;
}

}  // namespace heddle::compiler
