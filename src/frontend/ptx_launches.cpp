// SPDX-License-Identifier: Apache-2.0
#include "frontend/ptx_launches.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>

#include "image/device_calls.h"

namespace heddle::frontend {
namespace {

using namespace llvm;
using abi::DeviceCall;

constexpr StringLiteral kGetBuffer = "cudaGetParameterBufferV2", kLaunch = "cudaLaunchDeviceV2",
                        kPeek = "cudaPeekAtLastError";

template <class Each>
void for_each_call(Module& module, StringRef name, Each each) {
  auto* function = module.getFunction(name);
  if (!function || !function->isDeclaration()) return;
  for (auto* user : make_early_inc_range(function->users())) {
    auto* call = dyn_cast<CallInst>(user);
    if (call && call->getCalledOperand() == function) each(*call);
  }
}

AllocaInst* local(Function& function, Type* type, Align align, const char* name) {
  IRBuilder<> b(&*function.getEntryBlock().getFirstInsertionPt());
  auto* made = b.CreateAlloca(type, nullptr, name);
  made->setAlignment(align);
  return made;
}

class Launches {
 public:
  explicit Launches(Module& module)
      : module_(module),
        context_(module.getContext()),
        word_(Type::getInt32Ty(context_)),
        pointer_(PointerType::get(context_, 0)),
        dims_(StructType::get(word_, word_, word_)) {}

  std::string run() {
    for_each_call(module_, "cudaGetParameterBuffer", [&](CallInst& call) { make_buffer(call); });
    for_each_call(module_, "__heddle_launch", [&](CallInst& call) { make_launch(call); });
    for_each_call(module_, "__heddle_device_call", [&](CallInst& call) { make_call(call); });
    return refused_;
  }

 private:
  void refuse(StringRef name) {
    if (!StringRef(refused_).contains(name))
      refused_ += (refused_.empty() ? "" : ", ") + name.str();
  }

  void make_buffer(CallInst& call) {
    auto* align = dyn_cast<ConstantInt>(call.getArgOperand(0));
    auto* size = dyn_cast<ConstantInt>(call.getArgOperand(1));
    if (!align || !size || !isPowerOf2_64(align->getZExtValue())) {
      refuse("cudaGetParameterBuffer with a size that only the run knows");
      return;
    }
    const auto bytes = std::max<std::uint64_t>(size->getZExtValue(), 1);
    call.replaceAllUsesWith(local(*call.getFunction(),
                                  ArrayType::get(Type::getInt8Ty(context_), bytes),
                                  Align(align->getZExtValue()), "launch.parameters"));
    call.eraseFromParent();
  }

  // Of the buffer that the parameters are in; 0: not known.
  std::uint64_t bytes_of(const Value* parameters) const {
    const auto* buffer = dyn_cast<AllocaInst>(getUnderlyingObject(parameters));
    const auto size = buffer ? buffer->getAllocationSize(module_.getDataLayout()) : std::nullopt;
    return size ? size->getFixedValue() : 0;
  }

  Value* dims(IRBuilder<>& b, CallInst& launch, unsigned first) {
    auto* at = local(*launch.getFunction(), dims_, Align(4), "launch.dims");
    for (unsigned k = 0; k < 3; ++k) {
      b.CreateStore(launch.getArgOperand(first + k), b.CreateStructGEP(dims_, at, k));
    }
    return at;
  }

  // kernel, parameters, 6 dimensions, bytes of shared memory, stream
  void make_launch(CallInst& call) {
    const std::uint64_t bytes = bytes_of(call.getArgOperand(1));
    if (bytes == 0) {
      refuse("a launch whose parameters lie elsewhere");
      return;
    }
    IRBuilder<> b(&call);
    auto* get = cast<Function>(
        module_
            .getOrInsertFunction(
                kGetBuffer,
                FunctionType::get(pointer_, {pointer_, pointer_, pointer_, word_}, false))
            .getCallee());
    for (const unsigned k : {1u, 2u}) {
      get->addParamAttr(k, Attribute::getWithByValType(context_, dims_));
      get->addParamAttr(k, Attribute::getWithAlignment(context_, Align(4)));
    }
    auto* buffer = b.CreateCall(
        get, {call.getArgOperand(0), dims(b, call, 2), dims(b, call, 5), call.getArgOperand(8)});
    for (const unsigned k : {1u, 2u}) {
      buffer->addParamAttr(k, Attribute::getWithByValType(context_, dims_));
      buffer->addParamAttr(k, Attribute::getWithAlignment(context_, Align(4)));
    }
    // Null: the runtime has noted why.
    Instruction *there = nullptr, *none = nullptr;
    SplitBlockAndInsertIfThenElse(b.CreateIsNotNull(buffer), &call, &there, &none);
    b.SetInsertPoint(there);
    b.CreateMemCpy(buffer, MaybeAlign(), call.getArgOperand(1), MaybeAlign(), bytes);
    auto* launched = b.CreateCall(
        module_.getOrInsertFunction(kLaunch, FunctionType::get(word_, {pointer_, pointer_}, false)),
        {buffer, call.getArgOperand(9)});
    b.SetInsertPoint(none);
    auto* error = b.CreateCall(module_.getOrInsertFunction(kPeek, FunctionType::get(word_, false)));
    b.SetInsertPoint(&call);
    auto* result = b.CreatePHI(word_, 2);
    result->addIncoming(launched, there->getParent());
    result->addIncoming(error, none->getParent());
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

  void make_call(CallInst& call) {
    auto* number = dyn_cast<ConstantInt>(call.getArgOperand(0));
    if (!number) {
      refuse("a call of the runtime that only the run knows");
      return;
    }
    IRBuilder<> b(&call);
    auto* wide = b.getInt64Ty();
    const auto word = [&](std::size_t k) {
      return b.CreateLoad(wide, b.CreateConstInBoundsGEP1_64(wide, call.getArgOperand(1), k));
    };
    const auto asks = static_cast<DeviceCall>(number->getZExtValue());
    if (asks == DeviceCall::kNoteError) {  // the code's own: no call of a GPU's takes it
      call.replaceAllUsesWith(word(0));
      call.eraseFromParent();
      return;
    }
    const auto* row =
        find_if(abi::kRuntimeFunctions, [&](const auto& known) { return known.asks == asks; });
    if (row == std::end(abi::kRuntimeFunctions)) {
      refuse(asks == DeviceCall::kFunctionAttribute ? "cudaFuncGetAttributes"
                                                    : "updates of graph nodes");
      return;
    }
    SmallVector<Value*, 4> values;
    AllocaInst* out = nullptr;
    if (row->result == 'h' || row->result == 'v') {
      out = local(*call.getFunction(), wide, Align(8), "answer");
      b.CreateStore(b.getInt64(0), out);
      values.push_back(out);
    }
    for (std::size_t k = 0; k < row->parameters.size(); ++k) {
      auto* value = word(k);
      values.push_back(row->parameters[k] == 'i' ? b.CreateTrunc(value, word_) : value);
    }
    SmallVector<Type*, 4> types;
    for (auto* value : values) types.push_back(value->getType());
    auto* type = FunctionType::get(row->result == 'l' ? wide : word_, types, false);
    Value* answer =
        b.CreateCall(module_.getOrInsertFunction(("cuda" + Twine(row->name)).str(), type), values);
    if (row->result != 'l') answer = b.CreateZExt(answer, wide);
    if (row->result == 'h') {
      answer = b.CreateSelect(b.CreateIsNull(answer), b.CreateLoad(wide, out), b.getInt64(0));
    } else if (row->result == 'v') {
      answer = b.CreateOr(b.CreateShl(answer, 32), b.CreateZExt(b.CreateLoad(word_, out), wide));
    }
    call.replaceAllUsesWith(answer);
    call.eraseFromParent();
  }

  Module& module_;
  LLVMContext& context_;
  Type *const word_, *const pointer_;
  StructType* const dims_;
  std::string refused_;
};

}  // namespace

std::string use_device_runtime(Module& module) {
  return Launches(module).run();
}

bool is_device_runtime(StringRef name) {
  return name == kGetBuffer || name == kLaunch ||
         (name.consume_front("cuda") && any_of(abi::kRuntimeFunctions, [&](const auto& known) {
            return known.asks && StringRef(known.name) == name;
          }));
}

}  // namespace heddle::frontend
