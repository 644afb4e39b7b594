// SPDX-License-Identifier: Apache-2.0
#include "cufft/kernel.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>

#include "support/message.h"
#include "support/settings.h"

namespace heddle::cufft {
namespace {

// Beside this library, wherever links to that may be.
std::string file_of(const std::string& isa) {
  Dl_info self;
  if (dladdr(reinterpret_cast<const void*>(&kernel), &self) == 0) return {};
  std::error_code error;
  const auto library = std::filesystem::canonical(self.dli_fname, error);
  return (library.parent_path() / "heddle" / fmt::format("libheddle-fft-{}.so", isa)).string();
}

std::optional<Functions> open() {
  const std::string file = file_of(support::read_settings().isa);
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const symbol = library ? dlsym(library, "heddle_fft_functions") : nullptr;
  if (!symbol) {
    support::message(fmt::format("cuFFT cannot open what it computes with: {}", dlerror()));
    return std::nullopt;
  }
  return reinterpret_cast<decltype(&heddle_fft_functions)>(symbol)();
}

}  // namespace

const Functions* kernel() {
  static const std::optional<Functions> opened = open();
  return opened ? &*opened : nullptr;
}

std::shared_ptr<Factors> make_factors(const Functions& kernel) {
  Factors* const made = kernel.make_factors();
  return made ? std::shared_ptr<Factors>(made, kernel.drop_factors) : nullptr;
}

}  // namespace heddle::cufft
