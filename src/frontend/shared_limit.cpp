// SPDX-License-Identifier: Apache-2.0
#include "frontend/shared_limit.h"

#include <fmt/format.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include "frontend/call_graph.h"
#include "support/demangle.h"

namespace heddle::frontend {
namespace {

constexpr unsigned kSharedSpace = 3;
// nvcc's assembler has this limit for every architecture, whatever a launch may ask for.
constexpr std::uint64_t kMost = 48 * 1024;

// Without the gaps between variables: these depend on the order in which they are laid out.
std::uint64_t least_bytes(const CallGraph& graph, const llvm::Function& kernel) {
  std::uint64_t bytes = 0;
  for (const llvm::GlobalVariable* variable : graph.globals_reached(kernel)) {
    if (variable->getAddressSpace() != kSharedSpace || variable->isDeclaration()) continue;
    bytes += variable->getDataLayout().getTypeAllocSize(variable->getValueType());
  }
  return bytes;
}

std::string place_of(const llvm::Function& kernel) {
  const llvm::DISubprogram* place = kernel.getSubprogram();
  if (place == nullptr) return kernel.getParent()->getSourceFileName();
  return fmt::format("{}:{}:1", std::string(place->getFilename()), place->getLine());
}

}  // namespace

std::string refuse_large_shared(const llvm::Module& module,
                                const std::vector<image::KernelRecord>& kernels) {
  std::string text;
  for (const image::KernelRecord& record : kernels) {
    // It counts gaps, too: mostly there is nothing to look at.
    if (record.static_shared_bytes <= kMost) continue;
    const llvm::Function* kernel = module.getFunction(record.name);
    const std::uint64_t bytes = least_bytes(CallGraph(module), *kernel);
    if (bytes <= kMost) continue;
    text += fmt::format(
        "{}{}: error: kernel {} has {} bytes of static shared memory, at most {} are allowed: take "
        "extern __shared__ and give the size at the launch",
        text.empty() ? "" : "\n", place_of(*kernel), support::demangle(record.name), bytes, kMost);
  }
  return text;
}

}  // namespace heddle::frontend
