// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/describe_kernel.h"

#include "compiler/ir/pointer_calls.h"
#include "compiler/ir/record.h"
#include "compiler/passes/probe/insert_counters.h"
#include "compiler/passes/probe/sites.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

using namespace llvm;

static Constant* string(Module& module, StringRef text) {
  auto* data = ConstantDataArray::getString(module.getContext(), text);
  return new GlobalVariable(module, data->getType(), true, GlobalValue::PrivateLinkage, data);
}

// An array of their addresses; null for empty ones.
static Constant* strings(Module& module, ArrayRef<std::string> texts) {
  auto* pointer = PointerType::get(module.getContext(), 0);
  auto* none = ConstantPointerNull::get(pointer);
  if (texts.empty()) return none;
  SmallVector<Constant*, 8> all;
  for (const auto& text : texts) all.push_back(text.empty() ? none : string(module, text));
  auto* type = ArrayType::get(pointer, all.size());
  return new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage,
                            ConstantArray::get(type, all));
}

// KernelCode::launches.
static unsigned launches(const Module& module) {
  for (const char* name : {"heddle_rt_launch", "heddle_rt_device_call"}) {
    const auto* function = module.getFunction(name);
    if (function && !function->use_empty()) return 1;
  }
  return calls_pointers(module) ? 2 : 0;
}

unsigned describe_kernel(Compilation& c) {
  auto& module = *c.module;
  auto* none = ConstantPointerNull::get(PointerType::get(c.context, 0));
  const auto number = [&](std::uint64_t n) {
    return ConstantInt::get(Type::getInt32Ty(c.context), n);
  };
  const auto size_of = [](GlobalVariable* table) {
    return table ? table->getValueType()->getArrayNumElements() : 0;
  };
  const auto table = [&](GlobalVariable* one) { return one ? static_cast<Constant*>(one) : none; };
  auto* sites = module.getNamedGlobal(kSites);
  auto* counted = module.getNamedGlobal(kCounted);
  auto* first_word = module.getNamedGlobal(kFirstWord);
  if (counted) counted->setLinkage(GlobalValue::InternalLinkage);
  using abi::KernelCode;
  auto* entry = c.entry_point ? static_cast<Constant*>(c.entry_point) : none;
  auto* code = Record(module.getDataLayout())
                   .add(offsetof(KernelCode, abi_version), number(abi::kAbiVersion))
                   .add(offsetof(KernelCode, mode), number(static_cast<std::uint32_t>(c.mode)))
                   .add(offsetof(KernelCode, entry), entry)
                   .add(offsetof(KernelCode, frame_bytes), number(c.frame_bytes))
                   .add(offsetof(KernelCode, static_shared_bytes), number(c.static_shared_bytes))
                   .add(offsetof(KernelCode, symbol_count), number(c.symbols.size()))
                   .add(offsetof(KernelCode, site_count), number(size_of(sites)))
                   .add(offsetof(KernelCode, waits), number(c.waits))
                   .add(offsetof(KernelCode, stands_alone), number(c.stands_alone))
                   .add(offsetof(KernelCode, hurried), number(c.hurried))
                   .add(offsetof(KernelCode, counter_words), number(c.counter_words))
                   .add(offsetof(KernelCode, symbols), strings(module, c.symbols))
                   .add(offsetof(KernelCode, isa), string(module, c.request.isa.name))
                   .add(offsetof(KernelCode, sites), table(sites))
                   .add(offsetof(KernelCode, barrier_places), strings(module, c.barrier_places))
                   .add(offsetof(KernelCode, counted), table(counted))
                   .add(offsetof(KernelCode, counted_count), number(size_of(counted)))
                   .add(offsetof(KernelCode, calls_pointers), number(c.calls_pointers))
                   .add(offsetof(KernelCode, launches), number(launches(module)))
                   .add(offsetof(KernelCode, first_word), table(first_word))
                   .finish(sizeof(KernelCode));
  new GlobalVariable(module, code->getType(), true, GlobalValue::ExternalLinkage, code,
                     abi::kKernelCodeSymbol);
  return 1;
}

void describe_as_hurried(Module& module) {
  auto* code = module.getNamedGlobal(abi::kKernelCodeSymbol);
  if (!code) return;  // the code of a test, without a description
  const auto* record = cast<ConstantStruct>(code->getInitializer());
  const auto* layout = module.getDataLayout().getStructLayout(record->getType());
  const auto at = layout->getElementContainingOffset(offsetof(abi::KernelCode, hurried));
  SmallVector<Constant*, 20> members;
  for (const auto& member : record->operands()) members.push_back(cast<Constant>(member));
  members[at] = ConstantInt::get(members[at]->getType(), 1);
  code->setInitializer(ConstantStruct::getAnon(members));
}

}  // namespace heddle::compiler
