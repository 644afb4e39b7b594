// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/lower_ptx_launches.h"

#include <algorithm>
#include <cstdint>

#include "image/device_calls.h"
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

bool fits(const Type* type, char letter) {
  return letter == 'i' ? type->isIntegerTy(32) : is_word(type);
}

bool fits(const FunctionType& type, StringRef words) {
  if (type.getNumParams() + 1 != words.size() || !fits(type.getReturnType(), words[0]))
    return false;
  return all_of(enumerate(type.params()), [&](const auto& parameter) {
    return fits(parameter.value(), words[parameter.index() + 1]);
  });
}

// The device library has it (src/devicelib/device_runtime.cu).
Value* make_runtime_call(CallInst& call, std::string_view name, StringRef words) {
  IRBuilder<> b(&call);
  const auto type_of = [&](char letter) { return letter == 'i' ? b.getInt32Ty() : b.getInt64Ty(); };
  SmallVector<Value*, 4> values;
  SmallVector<Type*, 4> types;
  for (std::size_t k = 1; k < words.size(); ++k) {
    types.push_back(type_of(words[k]));
    values.push_back(as(b, call.getArgOperand(static_cast<unsigned>(k - 1)), types.back()));
  }
  auto function =
      call.getModule()->getOrInsertFunction(("__heddle_runtime_" + Twine(name)).str(),
                                            FunctionType::get(type_of(words[0]), types, false));
  return as(b, b.CreateCall(function, values), call.getType());
}

// The headers of CUDA 12 have names of their own for the same calls, and others for programs whose
// default stream is each thread's: in device code it is the block's.
std::string documented_name(StringRef name) {
  if (!name.consume_front("__cudaCDP2") && !name.consume_front("cuda")) return "";
  name.consume_back("_ptsz");
  return "cuda" + name.str();
}

void name_as_documented(Module& module) {
  for (auto& function : make_early_inc_range(module)) {
    if (!function.isDeclaration()) continue;
    const std::string documented = documented_name(function.getName());
    if (documented.empty() || documented == function.getName()) continue;
    auto* known = module.getFunction(documented);
    if (known && known->isDeclaration()) {
      function.replaceAllUsesWith(known);
      function.eraseFromParent();
      continue;
    }
    if (known) known->setName(documented + ".own");  // what CUDA C++ has of it
    function.setName(documented);
  }
}

template <class Lower>
unsigned replace_calls(Function& function, SmallPtrSetImpl<Function*>& changed, Lower lower) {
  unsigned places = 0;
  for (auto* user : make_early_inc_range(function.users())) {
    auto* call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledOperand() != &function) continue;
    changed.insert(call->getFunction());
    call->replaceAllUsesWith(lower(*call));
    call->eraseFromParent();
    ++places;
  }
  return places;
}

}  // namespace

bool is_runtime_call(StringRef name) {
  if (name == "cudaGetParameterBuffer") return true;  // lower_launches.cpp
  const std::string documented = documented_name(name);
  const auto has_name = [&](const auto& row) { return documented == row.name; };
  return any_of(kRows, has_name) || any_of(abi::kRuntimeFunctions, [&](const auto& row) {
           return documented == "cuda" + std::string(row.name);
         });
}

Expected<unsigned> lower_ptx_launches(Module& module, SmallPtrSetImpl<Function*>& changed) {
  name_as_documented(module);
  unsigned places = 0;
  for (const auto& row : abi::kRuntimeFunctions) {
    auto* function = module.getFunction(("cuda" + Twine(row.name)).str());
    if (!function || !function->isDeclaration()) continue;
    const auto words = row.words();
    if (!fits(*function->getFunctionType(), words)) {
      return createStringError("cuda%s is declared with other parameters than it has",
                               std::string(row.name).c_str());
    }
    places += replace_calls(*function, changed, [&](CallInst& call) {
      return make_runtime_call(call, row.name, words);
    });
  }
  for (const Row& row : kRows) {
    auto* function = module.getFunction(row.name);
    if (!function || !function->isDeclaration()) continue;
    if (!row.fits(*function->getFunctionType())) {
      return createStringError("%s is declared with other parameters than it has", row.name.data());
    }
    places += replace_calls(*function, changed, row.lower);
  }
  return places;
}

}  // namespace heddle::compiler
