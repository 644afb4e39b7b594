// SPDX-License-Identifier: Apache-2.0
// The part of compiler_api.h that links images.
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/passes/link/link_device_library.h"
#include "compiler/passes/link/lower_ptx_launches.h"
#include "frontend/failure.h"
#include "frontend/link_images.h"
#include "frontend/ptx_annotations.h"
#include "frontend/ptx_output.h"
#include "jit/compiler_api.h"
#include "jit/copy_out.h"
#include "ptx/runtime_functions.h"

namespace heddle::jit {
namespace {

constexpr unsigned kSharedSpace = 3;

// What is used and neither defined nor in the device library.
std::string missing(const llvm::Module& module) {
  const auto whole = llvm::CloneModule(module);
  if (auto error = compiler::link_device_library(*whole)) return llvm::toString(std::move(error));
  std::string names;
  for (const llvm::GlobalValue& value : whole->global_values()) {
    const auto name = value.getName();
    if (!value.isDeclaration() || value.use_empty() || name.starts_with("llvm.")) continue;
    if (value.getAddressSpace() == kSharedSpace) continue;  // the launch's
    if (name.starts_with("__clang") || name.contains("heddle") || compiler::is_runtime_call(name))
      continue;
    if (ptx::runtime_function_type(whole->getContext(), name)) continue;
    if (ptx::math_function_type(whole->getContext(), name)) continue;
    if (!module.getNamedValue(name)) continue;  // of the device library
    names += (names.empty() ? "'" : ", '") + name.str() + "'";
  }
  return names;
}

int answer(HeddlePtxResult* result, int outcome, const std::string& error) {
  result->error = copy_out(error.c_str(), error.size() + 1);
  return outcome;
}

// All of them; else the outcome that `result` says.
int link(std::span<const HeddleLinkInput> inputs, llvm::LLVMContext& context,
         frontend::LinkedImage* linked, HeddlePtxResult* result) {
  *result = {};
  std::vector<frontend::NamedImage> images;
  for (const HeddleLinkInput& input : inputs) {
    auto read = image::read_blob({input.blob, input.size});
    if (!read || read->empty())
      return answer(result, kHeddlePtxInvalid, std::string(input.name) + ", error: no image");
    images.push_back({std::move(read->front()), input.name});
  }
  *linked = frontend::link_images(images, context);
  if (!linked->module) return answer(result, kHeddlePtxInvalid, linked->error);
  return kHeddlePtxGood;
}

// Kernels and variables are what a program asks for; the rest is the text's own.
void hide_functions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.getCallingConv() == llvm::CallingConv::PTX_Kernel)
      continue;
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

}  // namespace
}  // namespace heddle::jit

extern "C" {

__attribute__((visibility("default"))) int heddle_link_images(const HeddleLinkInput* inputs,
                                                              std::size_t count,
                                                              HeddlePtxResult* result) {
  using namespace heddle;
  llvm::LLVMContext context;
  frontend::LinkedImage linked;
  const int outcome = jit::link({inputs, count}, context, &linked, result);
  if (outcome != kHeddlePtxGood) return outcome;
  if (const std::string names = jit::missing(*linked.module); !names.empty())
    return jit::answer(result, kHeddlePtxUnresolved, "error: unresolved: " + names);
  std::string bitcode;
  llvm::raw_string_ostream out(bitcode);
  llvm::WriteBitcodeToFile(*linked.module, out);
  linked.image.bitcode = {reinterpret_cast<const std::uint8_t*>(bitcode.data()), bitcode.size()};
  const auto blob = image::write_blob({&linked.image, 1});
  result->blob = jit::copy_out(blob.data(), blob.size());
  result->blob_size = blob.size();
  return kHeddlePtxGood;
}
__attribute__((visibility("default"))) int heddle_link_ptx(const HeddleLinkInput* inputs,
                                                           std::size_t count, std::uint32_t arch,
                                                           HeddlePtxResult* result) {
  using namespace heddle;
  llvm::LLVMContext context;
  frontend::LinkedImage linked;
  const int outcome = jit::link({inputs, count}, context, &linked, result);
  if (outcome != kHeddlePtxGood) return outcome;
  frontend::drop_own(*linked.module);
  frontend::name_clusters(*linked.module, linked.image.kernels);
  frontend::name_managed(*linked.module, linked.image.variables);
  jit::hide_functions(*linked.module);
  std::string text, ignored;  // of functions that the text does not hold: the driver has them
  try {
    text = frontend::write_ptx(
        *linked.module, {{"sm_" + std::to_string(arch), arch}, true, true, "the linked code"},
        &ignored);
  } catch (const frontend::DeviceCodeErrors& errors) {
    return jit::answer(result, kHeddlePtxInvalid, errors.text);
  } catch (const frontend::Failure& failure) {
    return jit::answer(result, kHeddlePtxInvalid, failure.what());
  }
  result->blob = jit::copy_out(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  result->blob_size = text.size();
  return kHeddlePtxGood;
}
}
