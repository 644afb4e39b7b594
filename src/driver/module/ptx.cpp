// SPDX-License-Identifier: Apache-2.0
// PTX that a program loads or links. The compiler library translates it; what came out is kept in
// the cache, so that a process whose modules and kernels are known never loads LLVM.
#include <algorithm>
#include <mutex>

#include "driver/module/module.h"
#include "engine/jit/compiler_library.h"
#include "engine/jit/signal_guard.h"
#include "image/image.h"
#include "support/cache_bound.h"
#include "support/cache_entry.h"
#include "support/hash.h"

namespace heddle::driver {
namespace {

constexpr const char* kFile = "image";
// A bound below is none on a GPU.
constexpr std::uint32_t kLeastRegisters = 16;
constexpr support::EntryKind kModules = {support::kModuleFolder, kFile, 0600};

// Never destroyed: the compiler that it opens is not closed, either.
engine::CompilerLibrary& compiler() {
  static auto* const library = new engine::CompilerLibrary;
  return *library;
}

bool load_kept(const std::string& key, std::vector<std::uint8_t>* blob) {
  const auto entry = support::find_entry(kModules, key);
  if (!entry) return false;
  const auto file = entry.file(kFile);
  return file && support::read_all(file.number(), blob);
}

CUresult result_of(int outcome) {
  switch (outcome) {
    case kHeddlePtxGood:
      return CUDA_SUCCESS;
    case kHeddlePtxUnknownVersion:
      return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    default:
      return CUDA_ERROR_INVALID_PTX;
  }
}

// What is kept under `key`, or what make(functions, result) makes.
template <class Make>
CUresult kept_or_made(const std::string& key, Make make, std::vector<std::uint8_t>* blob,
                      std::string* error) {
  if (load_kept(key, blob)) return CUDA_SUCCESS;
  const auto* functions = compiler().open(error);
  if (!functions) return CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
  HeddlePtxResult made{};
  int outcome = kHeddlePtxInvalid;
  {
    const engine::SignalGuard guard;
    outcome = make(*functions, &made);
  }
  if (made.blob) blob->assign(made.blob, made.blob + made.blob_size);
  if (made.error) *error = made.error;
  functions->release_ptx(&made);
  if (outcome == kHeddlePtxGood) {
    int ignored = 0;
    const std::string_view bytes(reinterpret_cast<const char*>(blob->data()), blob->size());
    support::store_entry(kModules, key, bytes, {}, &ignored);
  }
  return result_of(outcome);
}

}  // namespace

void bound_registers(std::uint32_t most, std::vector<std::uint8_t>* blob) {
  if (most == 0) return;
  auto images = image::read_blob(*blob);
  if (!images) return;
  for (image::Image& image : *images) {
    for (image::KernelRecord& kernel : image.kernels) {
      kernel.registers = std::min(kernel.registers, std::max(most, kLeastRegisters));
    }
  }
  *blob = image::write_blob(*images);
}

CUresult translate_ptx(std::string_view text, const PtxUse& use, std::vector<std::uint8_t>* blob,
                       std::string* error) {
  support::FieldHash hash;
  hash.add(compiler().identity());
  hash.add(text);
  hash.add(use.name);
  hash.add(std::uint64_t{use.relocatable});
  const CUresult result = kept_or_made(
      hash.finish().hex(),
      [&](const auto& functions, HeddlePtxResult* made) {
        return functions.translate_ptx(text.data(), text.size(), use.name.c_str(), use.relocatable,
                                       made);
      },
      blob, error);
  if (result == CUDA_SUCCESS) bound_registers(use.max_registers, blob);
  return result;
}

namespace {

// `make` takes the compiler's functions, the inputs, their count and where the result goes. `how`:
// what of it differs.
template <class Make>
CUresult linked(const std::vector<LinkInput>& inputs, std::string_view how, Make make,
                std::vector<std::uint8_t>* bytes, std::string* error) {
  support::FieldHash hash;
  hash.add(how);
  hash.add(compiler().identity());
  std::vector<HeddleLinkInput> given;
  for (const LinkInput& input : inputs) {
    hash.add({reinterpret_cast<const char*>(input.blob.data()), input.blob.size()});
    hash.add(input.name);
    given.push_back({input.blob.data(), input.blob.size(), input.name.c_str()});
  }
  return kept_or_made(
      hash.finish().hex(),
      [&](const auto& functions, HeddlePtxResult* made) {
        return make(functions, given.data(), given.size(), made);
      },
      bytes, error);
}

}  // namespace

CUresult link_images(const std::vector<LinkInput>& inputs, std::vector<std::uint8_t>* blob,
                     std::string* error) {
  return linked(
      inputs, "link",
      [](const auto& functions, const HeddleLinkInput* given, std::size_t count,
         HeddlePtxResult* made) { return functions.link_images(given, count, made); },
      blob, error);
}

CUresult link_ptx(const std::vector<LinkInput>& inputs, std::uint32_t arch,
                  std::vector<std::uint8_t>* text, std::string* error) {
  return linked(
      inputs, "ptx of sm_" + std::to_string(arch),
      [arch](const auto& functions, const HeddleLinkInput* given, std::size_t count,
             HeddlePtxResult* made) { return functions.link_ptx(given, count, arch, made); },
      text, error);
}

}  // namespace heddle::driver
