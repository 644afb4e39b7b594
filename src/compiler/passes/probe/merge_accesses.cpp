// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/merge_accesses.h"

#include "compiler/ir/context_access.h"
#include "compiler/ir/context_field.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/analyses.h"
#include "compiler/passes/index_bytes.h"
#include "compiler/passes/probe/join_accesses.h"
#include "compiler/passes/scalar/split_masked_accesses.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Scalar/InferAlignment.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"
#include "probes/event.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Of the architecture that device code is compiled for by default.
constexpr const char* kGpu = "sm_90";

Expected<std::unique_ptr<TargetMachine>> make_gpu() {
  static const bool initialised = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    return true;
  }();
  (void)initialised;
  const Triple triple("nvptx64-nvidia-cuda");
  std::string message;
  const auto* target = TargetRegistry::lookupTarget(triple, message);
  if (!target) return createStringError(message);
  std::unique_ptr<TargetMachine> machine(
      target->createTargetMachine(triple, kGpu, "", TargetOptions(), std::nullopt));
  if (!machine) return createStringError("LLVM has no rules for " + triple.str());
  return machine;
}

// What the engine keeps to and ptxas arranges: shared memory is aligned, and so is its dynamic
// part.
void state_alignment(Function& function) {
  const auto& layout = function.getDataLayout();
  SmallVector<std::pair<LoadInst*, std::uint64_t>, 8> fields;
  for (auto& instruction : instructions(function)) {
    auto* load = dyn_cast<LoadInst>(&instruction);
    if (!load) continue;
    if (const auto field = context::field_read(*load)) fields.emplace_back(load, *field);
  }
  for (auto [load, offset] : fields) {
    if (offset == abi_offset(BlockContext, shared)) {
      for (auto* user : load->users()) {
        auto* cast = dyn_cast<AddrSpaceCastInst>(user);
        if (!cast) continue;
        IRBuilder<> b(cast->getNextNode());
        b.CreateAlignmentAssumption(layout, cast, abi::kVectorAlign);
      }
    } else if (offset == abi_offset(BlockContext, shared_dynamic_offset)) {
      IRBuilder<> b(load->getNextNode());
      auto* aligned = b.CreateAnd(load, b.getInt32(-static_cast<int>(abi::kVectorAlign)));
      load->replaceUsesWithIf(aligned, [&](const Use& use) { return use.getUser() != aligned; });
    }
  }
}

}  // namespace

Expected<unsigned> merge_accesses(Compilation& c) {
  using probes::Event;
  const bool wanted =
      (c.request.probe_mask & (Event::kAccess | Event::kLocal | Event::kCount)) != 0;
  if (!c.request.probes) return 0;
  // A tool that answers speaks of the accesses that the program wrote.
  if (probes::has(c.request.probe_mask, Event::kAnswer)) return join_accesses(*c.module);
  if (!wanted) return 0;
  auto& module = *c.module;
  auto gpu = make_gpu();
  if (!gpu) return gpu.takeError();
  Analyses analyses(**gpu);
  FunctionPassManager passes;
  passes.addPass(InferAlignmentPass());
  passes.addPass(LoadStoreVectorizerPass());
  unsigned changed = 0;
  for (auto& function : module) {
    if (function.isDeclaration()) continue;
    state_alignment(function);
    index_bytes(function);
    if (!passes.run(function, analyses.functions).areAllPreserved()) ++changed;
  }
  split_wide_gaps(module);
  return changed;
}

}  // namespace heddle::compiler
