// SPDX-License-Identifier: Apache-2.0
#include "frontend/ptx_image.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "frontend/arch.h"
#include "frontend/device_image.h"
#include "frontend/kernel_facts.h"
#include "frontend/variable_facts.h"
#include "ptx/module/translate_module.h"

namespace heddle::frontend {
namespace {

PtxImage::Outcome outcome_of(ptx::TranslatedModule::Kind kind) {
  using Kind = ptx::TranslatedModule::Kind;
  if (kind == Kind::kVersion) return PtxImage::Outcome::kUnknownVersion;
  if (kind == Kind::kUnresolved) return PtxImage::Outcome::kUnresolved;
  return PtxImage::Outcome::kInvalid;
}

}  // namespace

PtxImage ptx_image(std::string_view text, const std::string& name, bool relocatable) {
  PtxImage result;
  llvm::LLVMContext context;
  auto translated = ptx::translate_module(text, name, context, relocatable);
  if (!translated.module) {
    result.outcome = outcome_of(translated.kind);
    result.error = name + ", " + translated.error;
    return result;
  }
  image::Image image;
  image.arch = parse_arch(translated.target);
  image.compiled_for = static_cast<std::uint16_t>(image.arch);
  image.source = name;
  image.relocatable = relocatable;
  if (image.arch == 0) {
    result.error = name + ", error: '" + translated.target + "' is not a GPU architecture";
    return result;
  }
  image.kernels = read_kernels(*translated.module, 0);
  for (const auto& cluster : translated.clusters) {
    const auto kernel =
        std::ranges::find(image.kernels, cluster.kernel, &image::KernelRecord::name);
    if (kernel == image.kernels.end()) continue;
    for (unsigned k = 0; k < 3; ++k) kernel->cluster_dims[k] = cluster.shape[k];
    kernel->cluster_must_be_set = cluster.must_be_set ? 1 : 0;
  }
  image.variables = read_variables(*translated.module);
  for (image::VariableRecord& variable : image.variables) {
    if (std::ranges::find(translated.managed, variable.name) != translated.managed.end()) {
      variable.kind = image::VariableKind::kManaged;
    }
  }
  image.address_taken = address_taken_functions(*translated.module);
  std::string bitcode;
  llvm::raw_string_ostream out(bitcode);
  llvm::WriteBitcodeToFile(*translated.module, out);
  image.bitcode = {reinterpret_cast<const std::uint8_t*>(bitcode.data()), bitcode.size()};
  result.blob = image::write_blob({&image, 1});
  result.outcome = PtxImage::Outcome::kGood;
  return result;
}

}  // namespace heddle::frontend
