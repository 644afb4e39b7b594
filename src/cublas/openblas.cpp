// SPDX-License-Identifier: Apache-2.0
#include "cublas/openblas.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

#include "support/message.h"

namespace heddle::cublas {
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

// The build without threads of its own first: what the program itself does with another one, and
// how many threads that has, stays as it is.
constexpr const char* kFiles[] = {
    "libopenblas-heddle.so.0",  // beside this library, in a package
    "/usr/lib/x86_64-linux-gnu/openblas-serial/libopenblas.so.0",
    "libopenblas.so.0",
};

struct OpenBlas {
  std::array<std::array<Address, 4>, std::size(kRows)> routines{};
  std::array<Address, 4> complex_dots{};
  std::string lacks;  // empty: all is there

  OpenBlas() {
    void* library = nullptr;
    for (const char* file : kFiles) {
      library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
      if (library) break;
    }
    if (!library) {
      lacks =
          "OpenBLAS, which cuBLAS needs, is not there: install libopenblas0-serial (Debian, "
          "Ubuntu: "
          "apt-get install libopenblas0-serial)";
      return;
    }
    const auto find = [&](const std::string& name) {
      void* const symbol = dlsym(library, name.c_str());
      if (!symbol)
        lacks = fmt::format("this OpenBLAS has no {}: install libopenblas0-serial", name);
      return reinterpret_cast<Address>(symbol);
    };
    for (std::size_t row = 0; row < std::size(kRows); ++row) {
      for (std::size_t letter = 0; letter < 4; ++letter) {
        const char* const before = kRows[row].before[letter];
        if (before) routines[row][letter] = find(fmt::format("{}{}_", before, kRows[row].name));
      }
    }
    for (std::size_t i = 0; i < 4; ++i) complex_dots[i] = find(kComplexDots[i]);
    // One with threads has to leave them alone.
    if (const auto parallel = dlsym(library, "openblas_get_parallel"); parallel) {
      const bool has_threads = reinterpret_cast<int (*)()>(parallel)() != 0;
      const auto set = dlsym(library, "openblas_set_num_threads");
      if (has_threads && set) reinterpret_cast<void (*)(int)>(set)(1);
    }
  }
};

const OpenBlas& openblas() {
  static const OpenBlas opened;
  return opened;
}

}  // namespace

bool open_openblas() {
  if (openblas().lacks.empty()) return true;
  support::message(openblas().lacks);
  return false;
}

Address address_of(Routine routine, unsigned letter) {
  return openblas().routines[static_cast<unsigned>(routine)][letter];
}

Address address_of_complex_dot(unsigned which) {
  return openblas().complex_dots[which];
}

}  // namespace heddle::cublas
