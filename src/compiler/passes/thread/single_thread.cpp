// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/single_thread.h"

#include "compiler/ir/context_access.h"
#include "compiler/ir/cover.h"
#include "compiler/ir/function_mark.h"
#include "compiler/ir/math_rows.h"
#include "compiler/ir/matrix_ops.h"
#include "compiler/ir/null_pointers.h"
#include "compiler/ir/pseudo.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/warp_ops.h"
#include "compiler/passes/scalar/safe_arithmetic.h"
#include "compiler/passes/thread/call_as_lane.h"
#include "compiler/passes/thread/count_as_lane.h"
#include "compiler/passes/thread/probe_as_lane.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "ptx/sync_scope.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

using abi::WarpOp;

// (ptr block, ptr thread, arguments...) for a device function's type.
FunctionType* thread_type(FunctionType& scalar) {
  auto* ptr = PointerType::get(scalar.getContext(), 0);
  SmallVector<Type*, 8> parameters{ptr, ptr};
  parameters.append(scalar.param_begin(), scalar.param_end());
  return FunctionType::get(scalar.getReturnType(), parameters, false);
}

class ThreadMaker {
 public:
  ThreadMaker(Compilation& c, Function& from, Function& to)
      : c_(c), from_(from), to_(to), block_(to.getArg(0)), thread_(to.getArg(1)), b_(c.context) {}

  Error run() {
    to_.splice(to_.end(), &from_);
    for (auto& argument : from_.args()) {
      argument.replaceAllUsesWith(to_.getArg(argument.getArgNo() + 2));
    }
    SmallVector<Instruction*, 64> all;
    for (auto& instruction : instructions(to_)) all.push_back(&instruction);
    for (auto* instruction : all) {
      b_.SetInsertPoint(instruction);
      b_.SetCurrentDebugLocation(instruction->getDebugLoc());
      if (auto* call = dyn_cast<CallInst>(instruction)) {
        rewrite(*call);
      } else if (auto* value = safe_arithmetic(b_, *instruction)) {
        instruction->replaceAllUsesWith(value);
        instruction->eraseFromParent();
      }
    }
    if (!error_.empty()) return createStringError(error_);
    return Error::success();
  }

 private:
  void replace(CallInst& call, Value* value) {
    if (value && !call.getType()->isVoidTy()) call.replaceAllUsesWith(value);
    call.eraseFromParent();
  }
  Value* field(std::size_t offset) {
    return b_.CreateLoad(b_.getInt32Ty(),
                         b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), thread_, offset));
  }
  FunctionCallee runtime(StringRef name, Type* result, ArrayRef<Type*> types) {
    return c_.module->getOrInsertFunction(name, FunctionType::get(result, types, false));
  }

  // The result of the engine's warp operation: 32 bits, and a predicate in bit 32.
  Value* warp_op(WarpOp op, Value* mask, Value* value, Value* b = nullptr, Value* c = nullptr) {
    auto *i32 = b_.getInt32Ty(), *i64 = b_.getInt64Ty();
    auto* ptr = b_.getPtrTy();
    const auto word = [&](Value* v, Type* type) -> Value* {
      if (!v) return ConstantInt::get(type, 0);
      if (v->getType()->isFloatTy()) v = b_.CreateBitCast(v, i32);
      return b_.CreateZExtOrTrunc(v, type);
    };
    auto call = runtime("heddle_ref_warp_op", i64, {ptr, ptr, i32, i32, i64, i32, i32});
    return b_.CreateCall(call, {block_, thread_, b_.getInt32(static_cast<std::uint32_t>(op)),
                                word(mask, i32), word(value, i64), word(b, i32), word(c, i32)});
  }
  Value* low(Value* result, Type* type) {
    auto* bits = b_.CreateTrunc(result, b_.getInt32Ty());
    if (type->isFloatTy()) return b_.CreateBitCast(bits, type);
    if (type->isIntegerTy(1)) return b_.CreateICmpNE(bits, b_.getInt32(0));
    return bits;
  }
  Value* with_predicate(Value* result, StructType* type) {
    Value* pair = PoisonValue::get(type);
    pair = b_.CreateInsertValue(pair, low(result, type->getElementType(0)), 0);
    return b_.CreateInsertValue(pair, b_.CreateTrunc(b_.CreateLShr(result, 32), b_.getInt1Ty()), 1);
  }

  void rewrite(CallInst& call) {
    auto* callee = call.getCalledFunction();
    if (call.isInlineAsm()) return fail(call, "inline assembly is not supported");
    // A function whose body has moved already looks like a declaration.
    if (!callee || !callee->isDeclaration() ||
        c_.module->getFunction((callee->getName() + ".thread").str())) {
      return device_call(call);
    }
    const auto name = callee->getName();
    if (name.starts_with("heddle.")) return pseudo_call(call, name);
    if (const auto* row = warp_op_row(call)) return warp_operation(call, *row);
    if (name.starts_with("llvm.nvvm.")) return device_intrinsic(call, name);
    if (const auto* row = find_math(*callee); row && !call.getType()->isVectorTy()) {
      return math(call, *row);
    }
    if (callee->isIntrinsic()) {
      if (callee->getIntrinsicID() == Intrinsic::trap ||
          callee->getIntrinsicID() == Intrinsic::debugtrap) {
        stop_in_debugger(call);
        auto trap = runtime("heddle_rt_trap", b_.getVoidTy(),
                            {b_.getPtrTy(), b_.getInt32Ty(), b_.getInt32Ty()});
        b_.CreateCall(trap, {block_, field(abi_offset(ThreadContext, warp)),
                             field(abi_offset(ThreadContext, lane))});
        call.eraseFromParent();
      }
      return;
    }
    runtime_call(call, name);
  }

  // The words of this thread go to where the engine finds those of the warp.
  void matrix_operation(CallInst& call) {
    auto* i32 = b_.getInt32Ty();
    auto* ptr = b_.getPtrTy();
    const auto storage = [&](unsigned words) {
      const IRBuilderBase::InsertPointGuard guard(b_);
      b_.SetInsertPoint(&to_.getEntryBlock(), to_.getEntryBlock().getFirstInsertionPt());
      return b_.CreateAlloca(ArrayType::get(i32, words));
    };
    const unsigned results = call.getType()->getStructNumElements();
    auto *in = storage(call.arg_size()), *out = storage(results);
    for (unsigned k = 0; k < call.arg_size(); ++k) {
      b_.CreateStore(call.getArgOperand(k), b_.CreateConstInBoundsGEP1_64(i32, in, k));
    }
    auto* type = FunctionType::get(b_.getVoidTy(), {ptr, ptr}, false);
    auto function = c_.module->getOrInsertFunction(matrix_symbol(call, c_.request.isa.name), type);
    auto meet = runtime("heddle_ref_matrix", b_.getVoidTy(), {ptr, ptr, ptr, i32, i32, ptr, ptr});
    b_.CreateCall(meet, {block_, thread_, function.getCallee(), b_.getInt32(call.arg_size()),
                         b_.getInt32(results), in, out});
    Value* all = PoisonValue::get(call.getType());
    for (unsigned k = 0; k < results; ++k) {
      auto* word = b_.CreateLoad(i32, b_.CreateConstInBoundsGEP1_64(i32, out, k));
      all = b_.CreateInsertValue(all, word, k);
    }
    replace(call, all);
  }

  void pseudo_call(CallInst& call, StringRef name) {
    if (is_matrix_op(call)) return matrix_operation(call);
    if (name == pseudo::kBlock) return replace(call, block_);
    if (name == pseudo::kWarp) return replace(call, field(abi_offset(ThreadContext, warp)));
    if (name == pseudo::kLane) return replace(call, field(abi_offset(ThreadContext, lane)));
    if (name == pseudo::kBarrier) {
      Type *i32 = b_.getInt32Ty(), *ptr = b_.getPtrTy();
      auto wait = runtime("heddle_ref_barrier", i32, {ptr, ptr, i32, i32, i32, i32});
      return replace(call, b_.CreateCall(wait, {block_, thread_, call.getArgOperand(0),
                                                call.getArgOperand(1), call.getArgOperand(2),
                                                b_.CreateZExt(call.getArgOperand(3), i32)}));
    }
    if (name == pseudo::kInStep) {
      warp_op(WarpOp::kInStep, b_.getInt32(~0u), b_.getInt32(0), call.getArgOperand(0));
      return replace(call, nullptr);
    }
    if (name == pseudo::kProgress) {
      auto* progressed = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), block_,
                                                       abi_offset(BlockContext, progressed));
      b_.CreateStore(b_.getInt32(1), progressed);
      return replace(call, nullptr);
    }
    if (is_cover(&call)) {
      b_.CreateAtomicRMW(AtomicRMWInst::Add, call.getArgOperand(0),
                         b_.CreateZExt(call.getArgOperand(1), b_.getInt64Ty()), Align(8),
                         AtomicOrdering::Monotonic);
      return replace(call, nullptr);
    }
    if (name == pseudo::kYield) {
      Type* ptr = b_.getPtrTy();
      c_.waits = true;
      b_.CreateCall(runtime("heddle_ref_yield", b_.getVoidTy(), {ptr, ptr}), {block_, thread_});
      return replace(call, nullptr);
    }
    if (name == pseudo::kSwitch) {
      Type* ptr = b_.getPtrTy();
      b_.CreateCall(runtime("heddle_ref_switch", b_.getVoidTy(), {ptr, ptr}), {block_, thread_});
      return replace(call, nullptr);
    }
    if (const auto symbol = pseudo::engine_symbol(name); !symbol.empty()) {
      SmallVector<Value*, 5> arguments{block_};
      arguments.append(call.arg_begin(), call.arg_end());
      SmallVector<Type*, 5> types;
      for (auto* argument : arguments) types.push_back(argument->getType());
      return replace(call, b_.CreateCall(runtime(symbol, call.getType(), types), arguments));
    }
    if (name.starts_with("heddle.count.")) {
      count_as_lane(b_, call, block_, field(abi_offset(ThreadContext, warp)),
                    field(abi_offset(ThreadContext, lane)));
      return replace(call, nullptr);
    }
    if (name.starts_with("heddle.probe.")) {
      return replace(call, probe_as_lane(b_, call, block_, field(abi_offset(ThreadContext, warp)),
                                         field(abi_offset(ThreadContext, lane))));
    }
    if (name == pseudo::kMbarrierPhase) {
      auto* word = b_.CreateAlignedLoad(b_.getInt64Ty(), call.getArgOperand(0), Align(8));
      word->setAtomic(AtomicOrdering::Acquire);
      auto* phase = b_.CreateLShr(word, abi::Mbarrier::kPhaseShift);
      return replace(call, b_.CreateTrunc(phase, b_.getInt32Ty()));
    }
    fail(call, "pseudo function in the reference");
  }

  void warp_operation(CallInst& call, const WarpOpRow& row) {
    const auto argument = [&](unsigned number) { return WarpOpRow::argument(call, number); };
    // Threads in different branches are not active together: `b` tells the calls apart.
    Value* b = row.op == WarpOp::kActiveMask ? b_.getInt32(active_masks_++) : argument(row.b);
    auto* result = warp_op(row.op, argument(row.members), argument(row.value), b, argument(row.c));
    auto* type = call.getType();
    auto* pair = dyn_cast<StructType>(type);
    replace(call, type->isVoidTy() ? nullptr
                  : pair           ? with_predicate(result, pair)
                                   : low(result, type));
  }

  void device_intrinsic(CallInst& call, StringRef name) {
    switch (call.getCalledFunction()->getIntrinsicID()) {
      case Intrinsic::nvvm_nanosleep:
        return replace(call, nullptr);
      case Intrinsic::nvvm_membar_cta:
      case Intrinsic::nvvm_membar_gl:
      case Intrinsic::nvvm_membar_sys:
        b_.CreateFence(AtomicOrdering::SequentiallyConsistent);
        return replace(call, nullptr);
      default:
        fail(call, "device intrinsic that is not supported: " + name);
    }
  }

  void math(CallInst& call, const MathRow& row) {
    SmallVector<Value*, 3> arguments(call.args());
    auto* type = call.getType();
    if (row.kind == MathRow::Kind::kIntrinsic) {
      const auto id = Intrinsic::lookupIntrinsicID(("llvm." + row.target).str());
      auto* result = b_.CreateIntrinsic(id, {type}, arguments);
      if (auto* made = dyn_cast<Instruction>(result)) made->copyFastMathFlags(&call);
      return replace(call, result);
    }
    const auto name =
        row.kind == MathRow::Kind::kSleef
            ? sleef_name(row.target, row.accuracy, row.is_double, "scalar." + c_.request.isa.name)
            : row.target.str();
    SmallVector<Type*, 3> types;
    for (auto* argument : arguments) types.push_back(argument->getType());
    replace(call, b_.CreateCall(runtime(name, type, types), arguments));
  }

  void device_call(CallInst& call) {
    auto* callee = call.getCalledFunction();
    if (!callee) {
      auto* distance = check_function(
          b_, call.getCalledOperand(),
          {block_, field(abi_offset(ThreadContext, warp)), field(abi_offset(ThreadContext, lane))});
      if (!c_.request.reference) return call_behind_pointer(call, distance);
    }
    auto* target = callee ? static_cast<Value*>(thread_function(*callee)) : call.getCalledOperand();
    replace(call, call_as_thread(call, target));
  }

  Value* call_as_thread(CallInst& call, Value* target) {
    SmallVector<Value*, 8> arguments{block_, thread_};
    arguments.append(call.arg_begin(), call.arg_end());
    return b_.CreateCall(thread_type(*call.getFunctionType()), target, arguments);
  }

  // Warps' code stands there, maybe with a form for a thread.
  void call_behind_pointer(CallInst& call, Value* distance) {
    auto* pointer = call.getCalledOperand();
    Instruction *with_form = nullptr, *without = nullptr;
    SplitBlockAndInsertIfThenElse(b_.CreateIsNotNull(distance), &call, &with_form, &without);
    b_.SetInsertPoint(with_form);
    auto* form = b_.CreatePtrAdd(pointer, distance);
    auto* result = call_as_thread(call, form);
    b_.SetInsertPoint(without);
    auto* warp_context = b_.CreateLoad(
        b_.getPtrTy(), b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), thread_,
                                                     abi_offset(ThreadContext, warp_context)));
    auto* of_lane = call_as_lane(b_, call,
                                 {block_, warp_context, field(abi_offset(ThreadContext, warp)),
                                  field(abi_offset(ThreadContext, lane))});
    if (!of_lane) return replace(call, nullptr);
    b_.SetInsertPoint(&call);
    auto* either = b_.CreatePHI(call.getType(), 2);
    either->addIncoming(result, with_form->getParent());
    either->addIncoming(of_lane, without->getParent());
    replace(call, either);
  }

  void runtime_call(CallInst& call, StringRef name) {
    if (name == kGlobalTimer) return;
    const auto* function = runtime_function(name);
    if (!function) return fail(call, "call of a function that is defined nowhere: " + name);
    if (function->symbol == "heddle_rt_assert") stop_in_debugger(call);
    auto* thread = function->of_thread ? field(abi_offset(ThreadContext, linear)) : nullptr;
    replace(call, call_runtime(b_, *function, call.getType(), {block_, thread},
                               SmallVector<Value*, 6>(call.args())));
  }

  // In front of what ends the kernel, at its line and in its thread, where gdb's extension asks for
  // it (engine/block/debug_view.h).
  void stop_in_debugger(CallInst& call) {
    if (!c_.request.debug) return;
    auto asks = runtime("heddle_ref_debugger_stops", b_.getInt32Ty(), {});
    auto* then = SplitBlockAndInsertIfThen(b_.CreateIsNotNull(b_.CreateCall(asks)), &call, false);
    b_.SetInsertPoint(then);
    b_.CreateIntrinsic(Intrinsic::debugtrap, {});
    b_.SetInsertPoint(&call);
  }

  void fail(const Instruction& instruction, const Twine& why) {
    if (!error_.empty()) return;
    raw_string_ostream(error_) << from_.getName() << ": " << why << ":" << instruction;
  }

 public:
  static Function* thread_function(Function& scalar) {
    auto& module = *scalar.getParent();
    const auto name = (scalar.getName() + ".thread").str();
    if (auto* known = module.getFunction(name)) return known;
    auto* made = Function::Create(thread_type(*scalar.getFunctionType()),
                                  GlobalValue::InternalLinkage, name, module);
    keep_null_pointers(*made, scalar);
    made->setSubprogram(scalar.getSubprogram());
    scalar.setSubprogram(nullptr);
    return made;
  }

 private:
  Compilation& c_;
  std::uint32_t active_masks_ = 0;
  Function &from_, &to_;
  Value *block_, *thread_;
  IRBuilder<> b_;
  std::string error_;
};

}  // namespace

Expected<unsigned> single_thread(Compilation& c) {
  auto& module = *c.module;
  std::vector<Function*> scalars;
  for (auto& function : module) {
    if (!function.isDeclaration()) scalars.push_back(&function);
  }
  std::vector<std::pair<Function*, Function*>> pairs;
  for (auto* scalar : scalars) pairs.emplace_back(scalar, ThreadMaker::thread_function(*scalar));
  for (auto [scalar, thread] : pairs) {
    if (auto error = ThreadMaker(c, *scalar, *thread).run()) return error;
    for (auto& i : instructions(*thread)) {
      auto* fence = dyn_cast<FenceInst>(&i);
      if (fence) fence->setSyncScopeID(ptx::host_fence_scope(c.context, fence->getSyncScopeID()));
    }
  }
  if (c.body) c.full_warp = ThreadMaker::thread_function(*c.body);
  for (auto [scalar, thread] : pairs) {
    const auto name = scalar->getName().str();
    scalar->removeDeadConstantUsers();
    if (scalar->use_empty()) scalar->eraseFromParent();
    if (is_contained(c.pointed_to, name)) {
      if (auto* left = module.getFunction(name)) left->setName(name + ".scalar");
      thread->setName(name);
      thread->setLinkage(GlobalValue::ExternalLinkage);
    }
  }
  c.mode = abi::KernelMode::kFiberThread;
  return pairs.size();
}

}  // namespace heddle::compiler
