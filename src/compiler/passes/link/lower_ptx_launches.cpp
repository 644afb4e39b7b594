// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/lower_ptx_launches.h"

#include <algorithm>
#include <cstdint>

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// In front of the parameters: the kernel, grid (3 words), block (3 words), bytes of shared memory.
constexpr std::uint64_t kHeader = 64;
constexpr std::uint64_t kDims = 8;
constexpr std::uint64_t kShared = 32;
constexpr std::uint64_t kMostParameters = 4096;  // bytes, of a launch from device code

// Where the kernel is not known, as many as there may be.
std::uint64_t parameter_bytes(Value* kernel) {
  auto* known = dyn_cast<Function>(kernel->stripPointerCasts());
  if (auto* number = dyn_cast<ConstantExpr>(kernel)) {
    if (number->getOpcode() == Instruction::PtrToInt) {
      known = dyn_cast<Function>(number->getOperand(0)->stripPointerCasts());
    }
  }
  if (!known) return kMostParameters;
  const auto& layout = known->getParent()->getDataLayout();
  std::uint64_t bytes = 0;
  for (const Argument& argument : known->args()) {
    auto* type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
    const Align align =
        std::max(layout.getABITypeAlign(type), argument.getParamAlign().valueOrOne());
    bytes = alignTo(bytes, align) + layout.getTypeAllocSize(type);
  }
  return std::max<std::uint64_t>(bytes, 1);
}

Value* at(IRBuilder<>& b, Value* base, std::int64_t offset) {
  return b.CreatePtrAdd(base, b.getInt64(static_cast<std::uint64_t>(offset)));
}

Value* as(IRBuilder<>& b, Value* value, Type* type) {
  if (value->getType() == type) return value;
  return type->isPointerTy() ? b.CreateIntToPtr(value, type) : b.CreatePtrToInt(value, type);
}

// The buffer, with what is to be launched in front.
Value* make_buffer(CallInst& call) {
  auto* kernel = call.getArgOperand(0);
  IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
  auto* type = ArrayType::get(entry.getInt8Ty(), kHeader + parameter_bytes(kernel));
  auto* local = entry.CreateAlloca(type, nullptr, "launch.parameters");
  local->setAlignment(Align(kHeader));
  IRBuilder<> b(&call);
  b.CreateStore(as(b, kernel, b.getPtrTy()), local);
  for (unsigned k = 0; k < 2; ++k) {  // grid and block, by value
    b.CreateMemCpy(at(b, local, static_cast<std::int64_t>(kDims + 12 * k)), MaybeAlign(4),
                   call.getArgOperand(k + 1), MaybeAlign(4), 12);
  }
  b.CreateStore(call.getArgOperand(3), at(b, local, kShared));
  return as(b, at(b, local, kHeader), call.getType());
}

Value* make_launch(CallInst& call) {
  auto& module = *call.getModule();
  IRBuilder<> b(&call);
  Type *pointer = b.getPtrTy(), *word = b.getInt32Ty();
  auto* parameters = as(b, call.getArgOperand(0), pointer);
  auto* header = at(b, parameters, -static_cast<std::int64_t>(kHeader));
  SmallVector<Value*, 10> values = {b.CreateLoad(pointer, header), parameters};
  for (unsigned k = 0; k < 6; ++k) {
    values.push_back(b.CreateLoad(word, at(b, header, static_cast<std::int64_t>(kDims + 4 * k))));
  }
  values.push_back(b.CreateLoad(word, at(b, header, kShared)));
  values.push_back(as(b, call.getArgOperand(1), pointer));
  SmallVector<Type*, 10> types;
  for (auto* value : values) types.push_back(value->getType());
  auto launch =
      module.getOrInsertFunction("__heddle_launch", FunctionType::get(word, types, false));
  return b.CreateCall(launch, values);
}

bool is_word(const Type* type) {
  return type->isPointerTy() || type->isIntegerTy(64);
}

bool is_make_buffer(const FunctionType& type) {
  return type.getNumParams() == 4 && is_word(type.getReturnType()) &&
         is_word(type.getParamType(0)) && type.getParamType(1)->isPointerTy() &&
         type.getParamType(2)->isPointerTy() && type.getParamType(3)->isIntegerTy(32);
}

bool is_make_launch(const FunctionType& type) {
  return type.getNumParams() == 2 && type.getReturnType()->isIntegerTy(32) &&
         is_word(type.getParamType(0)) && is_word(type.getParamType(1));
}

struct Row {
  StringLiteral name;
  bool (*fits)(const FunctionType& type);
  Value* (*lower)(CallInst& call);
};

constexpr Row kRows[] = {{"cudaGetParameterBufferV2", is_make_buffer, make_buffer},
                         {"cudaLaunchDeviceV2", is_make_launch, make_launch}};

}  // namespace

Expected<unsigned> lower_ptx_launches(Module& module, SmallPtrSetImpl<Function*>& changed) {
  unsigned places = 0;
  for (const Row& row : kRows) {
    auto* function = module.getFunction(row.name);
    if (!function || !function->isDeclaration()) continue;
    if (!row.fits(*function->getFunctionType())) {
      return createStringError("%s is declared with other parameters than it has", row.name.data());
    }
    for (auto* user : make_early_inc_range(function->users())) {
      auto* call = dyn_cast<CallInst>(user);
      if (!call || call->getCalledOperand() != function) continue;
      changed.insert(call->getFunction());
      call->replaceAllUsesWith(row.lower(*call));
      call->eraseFromParent();
      ++places;
    }
  }
  return places;
}

}  // namespace heddle::compiler
