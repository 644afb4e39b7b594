// SPDX-License-Identifier: Apache-2.0
// The part of compiler_api.h that links images.
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/passes/link/link_device_library.h"
#include "compiler/passes/link/lower_ptx_launches.h"
#include "frontend/link_images.h"
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

}  // namespace
}  // namespace heddle::jit

extern "C" {

__attribute__((visibility("default"))) int heddle_link_images(const HeddleLinkInput* inputs,
                                                              std::size_t count,
                                                              HeddlePtxResult* result) {
  using namespace heddle;
  *result = {};
  std::vector<frontend::NamedImage> images;
  for (std::size_t i = 0; i < count; ++i) {
    auto read = image::read_blob({inputs[i].blob, inputs[i].size});
    if (!read || read->empty())
      return jit::answer(result, kHeddlePtxInvalid,
                         std::string(inputs[i].name) + ", error: no image");
    images.push_back({std::move(read->front()), inputs[i].name});
  }
  llvm::LLVMContext context;
  auto linked = frontend::link_images(images, context);
  if (!linked.module) return jit::answer(result, kHeddlePtxInvalid, linked.error);
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
}
