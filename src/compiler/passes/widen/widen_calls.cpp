// SPDX-License-Identifier: Apache-2.0
// Calls: pseudo functions, LLVM intrinsics, mathematics, device functions, the runtime.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/ir/math_rows.h"
#include "compiler/ir/pseudo.h"
#include "compiler/ir/shortcut.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

void Widener::call(CallInst& i) {
  if (i.isInlineAsm()) return fail(i, "inline assembly is not supported");
  if (pseudo_call(i) || warp_operation(i) || math(i) || intrinsic(i)) return;
  auto* callee = i.getCalledFunction();
  if (!callee || !callee->isDeclaration()) return device_call(i);
  runtime_call(i);
}

bool Widener::pseudo_call(CallInst& i) {
  const auto* callee = i.getCalledFunction();
  if (!callee || !callee->getName().starts_with("heddle.")) return false;
  const auto name = callee->getName();
  if (name == pseudo::kMask) {
    auto* lanes = i.getArgOperand(0);
    const auto* constant = dyn_cast<ConstantInt>(lanes);
    mask_.vector = constant && constant->isOne() ? nullptr : vector(lanes);
  } else if (name == pseudo::kBlock) {
    define(i, Lanes::uniform(warp_.getArg(kBlockArgument)));
  } else if (name == pseudo::kWarpContext) {
    define(i, Lanes::uniform(warp_.getArg(kWarpContextArgument)));
  } else if (name == pseudo::kWarp) {
    define(i, Lanes::uniform(warp_.getArg(kWarpArgument)));
  } else if (name == pseudo::kLane) {
    define(i, Lanes::affine(shape(&i), b_.getInt32(0)));
  } else if (name == pseudo::kEntryMask) {
    define(i, Lanes::varying(warp_.getArg(kMaskArgument)));
  } else if (name == pseudo::kWarpAlloca) {
    const auto bytes = cast<ConstantInt>(i.getArgOperand(0))->getZExtValue();
    const auto align = cast<ConstantInt>(i.getArgOperand(1))->getZExtValue();
    const IRBuilderBase::InsertPointGuard guard(b_);
    auto& entry = warp_.getEntryBlock();
    b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    auto* storage = b_.CreateAlloca(ArrayType::get(b_.getInt8Ty(), bytes));
    storage->setAlignment(std::max(Align(align), Align(abi::kVectorAlign)));
    define(i, Lanes::uniform(storage));
  } else if (name == pseudo::kAny || name == pseudo::kAll) {
    // The operand has been masked by whoever asks; lanes outside are false (kAny) or true (kAll).
    if (auto* known = name == pseudo::kAll ? all_lanes(i.getArgOperand(0)) : nullptr) {
      define(i, Lanes::uniform(known));
      return true;
    }
    auto* bits = bits_of(vector(i.getArgOperand(0)));
    define(i, Lanes::uniform(name == pseudo::kAny ? b_.CreateICmpNE(bits, b_.getInt32(0))
                                                  : b_.CreateICmpEQ(bits, b_.getInt32(~0u))));
  } else if (engine_call(i)) {
    return true;
  } else if (name == pseudo::kYield || name == pseudo::kYieldAtTimes) {
    BasicBlock* on = nullptr;
    if (name == pseudo::kYieldAtTimes) {
      auto* yield = BasicBlock::Create(b_.getContext(), "yield", &warp_);
      on = BasicBlock::Create(b_.getContext(), "yield.done", &warp_);
      auto* never = MDBuilder(b_.getContext()).createUnlikelyBranchWeights();
      b_.CreateCondBr(context::count_round(b_, warp_.getArg(kBlockArgument)), yield, on, never);
      b_.SetInsertPoint(yield);
    }
    auto* type = FunctionType::get(b_.getVoidTy(), {b_.getPtrTy(), b_.getPtrTy()}, false);
    b_.CreateCall(warp_.getParent()->getOrInsertFunction(kRuntimeYield, type),
                  {warp_.getArg(kBlockArgument), warp_.getArg(kWarpContextArgument)});
    if (on) {
      b_.CreateBr(on);
      b_.SetInsertPoint(on);
    }
  } else if (name == pseudo::kStir) {
    auto* stirred = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), warp_.getArg(kBlockArgument),
                                                  abi_offset(BlockContext, stirred));
    b_.CreateStore(b_.CreateOr(b_.CreateLoad(b_.getInt32Ty(), stirred), mask_bits()), stirred);
  } else if (name == pseudo::kBarrier) {
    // What the engine needs to know, then the suspension, then its answer.
    auto* warp = warp_.getArg(kWarpContextArgument);
    const auto field = [&](std::size_t offset) {
      return b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), warp, offset);
    };
    // A warp names one barrier, but the compiler may not see that: a group that is an argument.
    const auto of_warp = [&](Value* value) -> Value* {
      const auto& lanes = lanes_of(value);
      if (lanes.base && lanes.shape.is_uniform()) return lanes.base;
      auto* first = b_.CreateBinaryIntrinsic(Intrinsic::cttz, mask_bits(), b_.getFalse());
      return b_.CreateExtractElement(to_vector(lanes), b_.CreateAnd(first, kLanes - 1));
    };
    b_.CreateStore(of_warp(i.getArgOperand(0)), field(abi_offset(WarpContext, barrier_id)));
    b_.CreateStore(of_warp(i.getArgOperand(1)), field(abi_offset(WarpContext, barrier_threads)));
    b_.CreateStore(of_warp(i.getArgOperand(2)), field(abi_offset(WarpContext, barrier_op)));
    b_.CreateStore(mask_bits(), field(abi_offset(WarpContext, barrier_lanes)));
    auto* predicate = vector(i.getArgOperand(3));
    b_.CreateStore(bits_of(masked(predicate)), field(abi_offset(WarpContext, barrier_predicate)));
    auto suspend = warp_.getParent()->getOrInsertFunction(
        kSuspend, FunctionType::get(b_.getVoidTy(), {b_.getPtrTy(), b_.getPtrTy()}, false));
    // Warps that meet at one place shall go on from one.
    cast<Function>(suspend.getCallee())->addFnAttr(Attribute::NoDuplicate);
    b_.CreateCall(suspend, {warp_.getArg(kBlockArgument), warp});
    define(i, Lanes::uniform(
                  b_.CreateLoad(b_.getInt32Ty(), field(abi_offset(WarpContext, barrier_result)))));
  } else {
    return probe(i, name);
  }
  return true;
}

bool Widener::intrinsic(CallInst& i) {
  const auto* callee = i.getCalledFunction();
  if (!callee || !callee->isIntrinsic()) return false;
  const auto id = callee->getIntrinsicID();
  switch (id) {
    case Intrinsic::assume:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::prefetch:
    case Intrinsic::donothing:
    case Intrinsic::sideeffect:
    case Intrinsic::stackrestore:
      return true;
    case Intrinsic::stacksave:
      define(i, Lanes::uniform(ConstantPointerNull::get(b_.getPtrTy())));
      return true;
    case Intrinsic::readcyclecounter:
      define(i, Lanes::uniform(b_.CreateIntrinsic(Intrinsic::readcyclecounter, {})));
      return true;
    case Intrinsic::expect: {
      const auto& condition = lanes_of(i.getArgOperand(0));
      const bool one = condition.base && condition.shape.is_uniform();
      define(i, one ? Lanes::uniform(ask_for_shortcut(b_, condition.base)) : condition);
      return true;
    }
    case Intrinsic::is_constant:
      define(i, Lanes::uniform(b_.getFalse()));
      return true;
    case Intrinsic::trap:
    case Intrinsic::debugtrap: {
      auto* lane = b_.CreateBinaryIntrinsic(Intrinsic::cttz, mask_bits(), b_.getFalse());
      auto* void_type = b_.getVoidTy();
      auto trap = warp_.getParent()->getOrInsertFunction(
          "heddle_rt_trap",
          FunctionType::get(void_type, {b_.getPtrTy(), b_.getInt32Ty(), b_.getInt32Ty()}, false));
      b_.CreateCall(trap, {warp_.getArg(kBlockArgument), warp_.getArg(kWarpArgument), lane});
      return true;
    }
    default:
      break;
  }
  const bool by_element = isTriviallyVectorizable(id) || id == Intrinsic::is_fpclass;
  const bool pair = i.getType()->isStructTy();  // *.with.overflow
  if (!by_element && !(pair && isTriviallyVectorizable(id))) {
    if (pair) {
      // {T, i1} of two vectors.
      SmallVector<Value*, 3> vectors;
      for (Value* argument : i.args()) vectors.push_back(vector(argument));
      auto* result = b_.CreateIntrinsic(id, {vectors[0]->getType()}, vectors);
      define(i, from_aggregate(result, i.getType()));
      return true;
    }
    return false;
  }
  // Vector-typed calls (fma on float4) work part by part.
  const auto one = [&](ArrayRef<Lanes> operands, Type* type) -> Lanes {
    const bool uniform =
        all_of(operands, [](const Lanes& l) { return l.base && l.shape.is_uniform(); });
    SmallVector<Value*, 4> values;
    SmallVector<Type*, 4> overloads;
    auto* result_type = uniform ? host_type(type) : vector_type(type);
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr)) overloads.push_back(result_type);
    for (unsigned k = 0; k < operands.size(); ++k) {
      const bool stays = uniform || isVectorIntrinsicWithScalarOpAtArg(id, k, nullptr);
      values.push_back(stays ? operands[k].base : to_vector(operands[k]));
      if (isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(k), nullptr)) {
        overloads.push_back(values.back()->getType());
      }
    }
    auto* result = b_.CreateIntrinsic(id, overloads, values);
    if (auto* made = dyn_cast<Instruction>(result)) made->copyIRFlags(&i);
    return uniform ? Lanes::uniform(result) : Lanes::varying(result);
  };
  if (!is_tuple(i.getType())) {
    SmallVector<Lanes, 4> operands;
    for (Value* argument : i.args()) {
      if (is_tuple(argument->getType())) return false;
      operands.push_back(lanes_of(argument));
    }
    define(i, one(operands, i.getType()));
    return true;
  }
  std::vector<Lanes> parts;
  for (unsigned part = 0; part < tuple_size(i.getType()); ++part) {
    SmallVector<Lanes, 4> operands;
    for (Value* argument : i.args()) {
      const auto& lanes = lanes_of(argument);
      operands.push_back(is_tuple(argument->getType()) ? lanes.parts[part] : lanes);
    }
    parts.push_back(one(operands, tuple_part(i.getType(), part)));
  }
  define(i, Lanes::tuple(std::move(parts)));
  return true;
}

Value* Widener::vector_math(const CallInst& i, StringRef base, StringRef accuracy, bool is_double,
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
  (void)i;
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
      result = vector_math(i, row->target, row->accuracy, row->is_double, arguments);
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

// A device function that was not inlined: direct, or through a pointer that may differ by lane.
void Widener::device_call(CallInst& i) {
  SmallVector<Value*, 8> arguments{warp_.getArg(kBlockArgument), warp_.getArg(kWarpContextArgument),
                                   warp_.getArg(kWarpArgument), mask_vector()};
  for (Value* argument : i.args()) arguments.push_back(vector(argument));
  auto* type = warp_function_type(*i.getFunctionType());
  if (auto* callee = i.getCalledFunction()) {
    auto* result = b_.CreateCall(warp_function(*callee), arguments);
    if (!i.getType()->isVoidTy()) define(i, from_aggregate(result, i.getType()));
    return;
  }
  const auto& target = lanes_of(i.getCalledOperand());
  if (target.base && target.shape.is_uniform()) {
    auto* result = b_.CreateCall(type, target.base, arguments);
    if (!i.getType()->isVoidTy()) define(i, from_aggregate(result, i.getType()));
    return;
  }
  // One call for each different target among the active lanes.
  auto* targets = b_.CreatePtrToInt(to_vector(target), vector_type(b_.getInt64Ty()));
  auto* before = b_.GetInsertBlock();
  auto* loop = BasicBlock::Create(b_.getContext(), "targets", &warp_);
  auto* after = BasicBlock::Create(b_.getContext(), "targets.done", &warp_);
  auto* all = mask_bits();
  b_.CreateCondBr(b_.CreateICmpNE(all, b_.getInt32(0)), loop, after);
  b_.SetInsertPoint(loop);
  auto* left = b_.CreatePHI(b_.getInt32Ty(), 2);
  const bool returns = !i.getType()->isVoidTy();
  auto* result_type = type->getReturnType();
  auto* so_far = returns ? b_.CreatePHI(result_type, 2) : nullptr;
  auto* lane = b_.CreateBinaryIntrinsic(Intrinsic::cttz, left, b_.getTrue());
  auto* chosen = b_.CreateExtractElement(targets, lane);
  auto* left_lanes = b_.CreateBitCast(left, vector_type(b_.getInt1Ty()));
  auto* same = b_.CreateSelect(left_lanes, b_.CreateICmpEQ(targets, splat(chosen)),
                               ConstantInt::getFalse(left_lanes->getType()));
  arguments[kMaskArgument] = same;
  auto* result = b_.CreateCall(type, b_.CreateIntToPtr(chosen, b_.getPtrTy()), arguments);
  Value* merged = nullptr;
  if (returns) {
    const std::function<Value*(Value*, Value*)> blend = [&](Value* fresh, Value* old) -> Value* {
      if (fresh->getType()->isVectorTy()) return b_.CreateSelect(same, fresh, old);
      Value* sum = PoisonValue::get(fresh->getType());
      for (unsigned k = 0; k < fresh->getType()->getStructNumElements(); ++k) {
        sum = b_.CreateInsertValue(
            sum, blend(b_.CreateExtractValue(fresh, k), b_.CreateExtractValue(old, k)), k);
      }
      return sum;
    };
    merged = blend(result, so_far);
  }
  auto* rest = b_.CreateAnd(left, b_.CreateNot(bits_of(same)));
  auto* end = b_.GetInsertBlock();
  b_.CreateCondBr(b_.CreateICmpNE(rest, b_.getInt32(0)), loop, after);
  left->addIncoming(all, before);
  left->addIncoming(rest, end);
  b_.SetInsertPoint(after);
  if (!returns) return;
  so_far->addIncoming(PoisonValue::get(result_type), before);
  so_far->addIncoming(merged, end);
  auto* final = b_.CreatePHI(result_type, 2);
  final->addIncoming(PoisonValue::get(result_type), before);
  final->addIncoming(merged, end);
  define(i, from_aggregate(final, i.getType()));
}

// Functions that the runtime library provides, called once for each active lane.
void Widener::runtime_call(CallInst& i) {
  const auto name = i.getCalledFunction()->getName();
  auto& module = *warp_.getParent();
  auto* ptr = b_.getPtrTy();
  Value* block = warp_.getArg(kBlockArgument);
  auto *i32 = b_.getInt32Ty(), *i64 = b_.getInt64Ty();
  SmallVector<Value*, 6> vectors;
  for (Value* argument : i.args()) vectors.push_back(vector(argument));
  const auto thread = [&](Value* lane) {
    return b_.CreateAdd(b_.CreateShl(warp_.getArg(kWarpArgument), 5), lane);
  };
  const auto argument = [&](unsigned index, Value* lane) {
    return b_.CreateExtractElement(vectors[index], lane);
  };
  function_ref<Value*(Value*)> body;
  FunctionCallee target;
  const auto declare = [&](StringRef symbol, Type* result, ArrayRef<Type*> types) {
    target = module.getOrInsertFunction(symbol, FunctionType::get(result, types, false));
  };
  Type* result = i.getType();
  const auto print = [&](Value* lane) -> Value* {
    return b_.CreateCall(target, {block, thread(lane), argument(0, lane), argument(1, lane)});
  };
  const auto assertion = [&](Value* lane) -> Value* {
    b_.CreateCall(target, {block, thread(lane), argument(0, lane), argument(1, lane),
                           argument(2, lane), argument(3, lane)});
    return nullptr;
  };
  const auto allocation = [&](Value* lane) -> Value* {
    auto* alignment = vectors.size() > 1 ? argument(1, lane) : b_.getInt64(16);
    return b_.CreateCall(target, {block, argument(0, lane), alignment});
  };
  const auto on_block = [&](Value* lane) -> Value* {
    return b_.CreateCall(target, {block, argument(0, lane)});
  };
  if (name == "vprintf") {
    declare("heddle_rt_vprintf", i32, {ptr, i32, ptr, ptr});
    body = print;
  } else if (name == "__assertfail" || name == "__assert_fail") {
    declare("heddle_rt_assert", b_.getVoidTy(), {ptr, i32, ptr, ptr, i32, ptr});
    body = assertion;
  } else if (name == "malloc" || name == "__nv_aligned_device_malloc") {
    declare("heddle_rt_malloc", ptr, {ptr, i64, i64});
    body = allocation;
  } else if (name == "free") {
    declare("heddle_rt_free", b_.getVoidTy(), {ptr, ptr});
    body = on_block;
  } else if (name == "heddle_rt_globaltimer") {
    auto timer = module.getOrInsertFunction(name, FunctionType::get(i64, false));
    return define(i, Lanes::varying(splat(b_.CreateCall(timer))));
  } else {
    return fail(i, "call of a function that is defined nowhere: " + name);
  }
  auto* collected = per_lane(result, body);
  if (!result->isVoidTy()) define(i, Lanes::varying(collected));
}

}  // namespace heddle::compiler
