// SPDX-License-Identifier: Apache-2.0
#include "frontend/device_image.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include "frontend/cluster_facts.h"
#include "frontend/constant_limit.h"
#include "frontend/failure.h"
#include "frontend/kernel_facts.h"
#include "frontend/shared_limit.h"
#include "frontend/variable_facts.h"
#include "ptx/translate.h"

namespace heddle::frontend {
namespace {

// With -fgpu-rdc clang lists the device symbols that host code uses in a variable, to keep them
// from being dropped. It is no data, and being in it is no use of a function's address.
void forget_keep_alive_list(llvm::Module& module) {
  llvm::GlobalVariable* list =
      module.getGlobalVariable("__clang_gpu_used_external", /*AllowInternal=*/true);
  if (list == nullptr) return;
  list->setInitializer(nullptr);
  list->setLinkage(llvm::GlobalValue::ExternalLinkage);
}

// What has been read of them is no use of a kernel's address.
void forget_annotations(llvm::Module& module) {
  if (auto* list = module.getNamedGlobal("llvm.global.annotations")) list->eraseFromParent();
}

}  // namespace

std::vector<std::string> address_taken_functions(const llvm::Module& module) {
  std::vector<std::string> names;
  for (const llvm::Function& function : module) {
    // A kernel is launched, not called.
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel) continue;
    if (!function.isIntrinsic() && function.hasAddressTaken(nullptr, false, true, true))
      names.push_back(function.getName().str());
  }
  return names;
}

image::Image read_device_image(std::span<const std::uint8_t> bitcode, const Options& options,
                               const Target& target, const std::string& source) {
  llvm::LLVMContext context;
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, source), context);
  if (!parsed) {
    throw Failure(fmt::format("{}: clang's device output is not readable: {}", source,
                              llvm::toString(parsed.takeError())));
  }
  llvm::Module& module = **parsed;
  forget_keep_alive_list(module);

  image::Image image;
  image.arch = target.image_arch;
  image.compiled_for = static_cast<std::uint16_t>(parse_arch(target.compile_arch));
  image.relocatable = options.relocatable;
  image.debug = options.device_debug;
  image.line_info = options.line_info || options.debug;
  image.source = source;
  image.kernels = read_kernels(module, options.max_registers);
  image.variables = read_variables(module);
  std::string complaints =
      read_cluster_dims(module, parse_arch(target.compile_arch), image.kernels);
  if (complaints.empty()) complaints = refuse_large_shared(module, image.kernels);
  if (complaints.empty()) complaints = refuse_large_constant(module);
  if (!complaints.empty()) throw DeviceCodeErrors{std::move(complaints)};
  forget_annotations(module);
  image.address_taken = address_taken_functions(module);
  image.bitcode = bitcode;
  // Last: the module is of no use afterwards. The compiler translates the bitcode again; here it is
  // the program's author who hears what is wrong with it.
  if (auto error = ptx::translate(module)) throw DeviceCodeErrors{llvm::toString(std::move(error))};
  return image;
}

std::string resource_usage(const image::Image& image) {
  std::string text;
  for (const image::KernelRecord& kernel : image.kernels) {
    text += fmt::format(
        "heddle info    : Compiling entry function '{}' for 'sm_{}'\n"
        "heddle info    : Used {} registers (estimate), {} bytes smem, {} bytes cmem[0], {} bytes "
        "lmem\n",
        kernel.name, image.arch, kernel.registers, kernel.static_shared_bytes, kernel.param_bytes,
        kernel.local_bytes);
  }
  return text;
}

}  // namespace heddle::frontend
