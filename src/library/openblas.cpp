// SPDX-License-Identifier: Apache-2.0
#include "library/openblas.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "support/message.h"

namespace heddle::library {
namespace {

struct Row {
  std::array<const char*, 4> before;
  const char* name;
};
constexpr Row kRows[] = {
#define HEDDLE_BLAS_ROUTINE(routine, s, d, c, z, name) {{s, d, c, z}, name},
    HEDDLE_BLAS_ROUTINES(HEDDLE_BLAS_ROUTINE)
#undef HEDDLE_BLAS_ROUTINE
};
constexpr const char* kComplexDots[] = {"cblas_cdotu_sub", "cblas_cdotc_sub", "cblas_zdotu_sub",
                                        "cblas_zdotc_sub"};

// The copy that comes with Heddle (CMakeLists.txt): what the program itself does with OpenBLAS, and
// on how many threads, stays as it is. It lies beside this library, wherever links to that may be.
std::string file_of_copy() {
  Dl_info self;
  if (dladdr(reinterpret_cast<const void*>(&open_openblas), &self) == 0) return {};
  std::error_code error;
  const auto library = std::filesystem::canonical(self.dli_fname, error);
  return (library.parent_path() / "heddle" / "libopenblas-heddle.so.0").string();
}

// Its own functions first, also where the program has another OpenBLAS. (A sanitiser forbids that.)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr int kMode = RTLD_NOW | RTLD_LOCAL;
#else
constexpr int kMode = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND;
#endif

struct OpenBlas {
  std::array<std::array<Address, 4>, std::size(kRows)> routines{};
  std::array<Address, 4> complex_dots{};
  std::string lacks;  // empty: all is there

  OpenBlas() {
    void* const library = dlopen(file_of_copy().c_str(), kMode);
    if (!library) {
      lacks = fmt::format("OpenBLAS cannot be opened: {}", dlerror());
      return;
    }
    const auto find = [&](const std::string& name) {
      void* const symbol = dlsym(library, name.c_str());
      if (!symbol) lacks = fmt::format("this OpenBLAS has no {}", name);
      return reinterpret_cast<Address>(symbol);
    };
    for (std::size_t row = 0; row < std::size(kRows); ++row) {
      for (std::size_t letter = 0; letter < 4; ++letter) {
        const char* const before = kRows[row].before[letter];
        if (before) routines[row][letter] = find(fmt::format("{}{}_", before, kRows[row].name));
      }
    }
    for (std::size_t i = 0; i < 4; ++i) complex_dots[i] = find(kComplexDots[i]);
    // Heddle's threads are enough.
    const auto set = reinterpret_cast<void (*)(int)>(find("openblas_set_num_threads"));
    if (set) set(1);
  }
};

const OpenBlas& openblas() {
  static const OpenBlas opened;
  return opened;
}

}  // namespace

bool open_openblas(const char* who) {
  if (openblas().lacks.empty()) return true;
  support::message(fmt::format("{} computes with OpenBLAS: {}", who, openblas().lacks));
  return false;
}

Address address_of(Routine routine, unsigned letter) {
  return openblas().routines[static_cast<unsigned>(routine)][letter];
}

Address address_of_complex_dot(unsigned which) {
  return openblas().complex_dots[which];
}

}  // namespace heddle::library
