// SPDX-License-Identifier: Apache-2.0
#include "frontend/kernel_facts.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "frontend/call_graph.h"
#include "frontend/register_estimate.h"

namespace heddle::frontend {
namespace {

constexpr unsigned kSharedSpace = 3;

std::uint32_t align_up(std::uint32_t value, std::uint32_t align) {
  return (value + align - 1) / align * align;
}

// The NVPTX parameter space: each parameter at its ABI alignment; structs by value are pointers
// with `byval` in the IR and lie in the buffer themselves.
void read_params(const llvm::Function& kernel, image::KernelRecord& record) {
  const llvm::DataLayout& layout = kernel.getDataLayout();
  std::uint32_t end = 0;
  for (const llvm::Argument& argument : kernel.args()) {
    llvm::Type* type = argument.getType();
    std::uint64_t align = layout.getABITypeAlign(type).value();
    if (argument.hasByValAttr()) {
      type = argument.getParamByValType();
      align = argument.getParamAlign().value_or(layout.getABITypeAlign(type)).value();
    }
    const auto size = static_cast<std::uint32_t>(layout.getTypeAllocSize(type));
    const std::uint32_t offset = align_up(end, static_cast<std::uint32_t>(align));
    record.params.push_back({offset, size});
    end = offset + size;
  }
  record.param_bytes = end;
}

// __launch_bounds__(threads, blocks): "nvvm.maxntid"="x[,y[,z]]" and "nvvm.minctasm"="n".
std::uint32_t attribute_product(const llvm::Function& kernel, llvm::StringRef name) {
  llvm::StringRef rest = kernel.getFnAttribute(name).getValueAsString();
  if (rest.empty()) return 0;
  std::uint32_t product = 1;
  while (!rest.empty()) {
    const auto [head, tail] = rest.split(',');
    std::uint32_t value = 0;
    if (head.trim().getAsInteger(10, value)) return 0;
    product *= value;
    rest = tail;
  }
  return product;
}

// An upper bound that needs no layout: the compiler sorts the variables itself.
std::uint32_t shared_bytes(const CallGraph& graph, const llvm::Function& kernel) {
  std::uint64_t bytes = 0;
  for (const llvm::GlobalVariable* variable : graph.globals_reached(kernel)) {
    if (variable->getAddressSpace() != kSharedSpace || variable->isDeclaration()) continue;
    const llvm::DataLayout& layout = variable->getDataLayout();
    const std::uint64_t align =
        variable->getAlign().value_or(layout.getABITypeAlign(variable->getValueType())).value();
    bytes = (bytes + align - 1) / align * align;
    bytes += layout.getTypeAllocSize(variable->getValueType());
  }
  return static_cast<std::uint32_t>(bytes);
}

std::uint32_t own_local_bytes(const llvm::Function& function) {
  std::uint64_t bytes = 0;
  for (const llvm::BasicBlock& block : function) {
    for (const llvm::Instruction& instruction : block) {
      if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        const auto size = object->getAllocationSize(function.getDataLayout());
        if (size) bytes += size->getFixedValue();
      }
    }
  }
  return static_cast<std::uint32_t>(bytes);
}

std::uint32_t local_bytes(const CallGraph& graph, const llvm::Function& kernel) {
  std::uint32_t bytes = 0;
  for (const llvm::Function* function : graph.functions_reached(kernel)) {
    bytes += own_local_bytes(*function);
  }
  return bytes;
}

}  // namespace

bool is_own_without_use(const llvm::Function& function) {
  return function.getName().starts_with("_ZN15__heddle_device") &&
         !function.hasAddressTaken(nullptr, false, true, true);
}

std::vector<image::KernelRecord> read_kernels(const llvm::Module& module,
                                              std::uint32_t max_registers) {
  const CallGraph graph(module);
  std::vector<image::KernelRecord> kernels;
  for (const llvm::Function& function : module) {
    const bool is_kernel = function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
    if (!is_kernel || function.isDeclaration() || is_own_without_use(function)) continue;
    image::KernelRecord record;
    record.name = function.getName().str();
    read_params(function, record);
    record.static_shared_bytes = shared_bytes(graph, function);
    record.local_bytes = local_bytes(graph, function);
    record.max_threads_per_block = attribute_product(function, "nvvm.maxntid");
    record.min_blocks_per_sm = attribute_product(function, "nvvm.minctasm");
    record.registers =
        estimate_registers(function, {.max_threads_per_block = record.max_threads_per_block,
                                      .min_blocks_per_sm = record.min_blocks_per_sm,
                                      .max_registers = max_registers});
    kernels.push_back(std::move(record));
  }
  return kernels;
}

}  // namespace heddle::frontend
