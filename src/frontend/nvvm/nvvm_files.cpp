// SPDX-License-Identifier: Apache-2.0
#include "frontend/nvvm/nvvm_files.h"

#include <fmt/format.h>

#include <fstream>

#include "frontend/failure.h"
#include "frontend/nvvm/nvvm_program.h"
#include "frontend/ptx_image.h"
#include "support/read_file.h"

namespace heddle::frontend {
namespace {

NvvmModule read(const std::string& path, bool lazy) {
  auto bytes = support::read_file(path);
  if (!bytes) throw Failure(fmt::format("cannot read {}", path));
  return {path, std::move(*bytes), lazy};
}

std::string image_of(const std::string& ptx, const std::string& name, bool relocatable) {
  const PtxImage image = ptx_image(ptx, name, relocatable);
  if (image.outcome != PtxImage::Outcome::kGood) throw DeviceCodeErrors{image.error};
  return {image.blob.begin(), image.blob.end()};
}

}  // namespace

void compile_nvvm(std::span<const Input> inputs, const Options& options, const Target& target,
                  const std::string& output) {
  std::vector<NvvmModule> modules;
  for (const Input& input : inputs) modules.push_back(read(input.path, false));
  for (const std::string& path : options.lazy_nvvm) modules.push_back(read(path, true));
  try {
    if (options.verify_nvvm) {
      verify_nvvm_program(modules);
      return;
    }
    std::string made = nvvm_program_ptx(modules, options, target);
    if (options.phase == Phase::kImage) {
      made = image_of(made, modules.front().name, options.relocatable);
    }
    std::ofstream out(output, std::ios::binary);
    out << made;
    out.close();
    if (!out) throw Failure(fmt::format("cannot write {}", output));
  } catch (const NvvmErrors& errors) {
    fmt::print(stderr, "{}", errors.text);
    throw StepFailed(errors.is_version ? StepFailed::kOtherVersion : 1);
  } catch (const DeviceCodeErrors& errors) {
    fmt::print(stderr, "{}\n", errors.text);
    throw StepFailed(1);
  }
}

}  // namespace heddle::frontend
