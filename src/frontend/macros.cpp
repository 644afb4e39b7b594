// SPDX-License-Identifier: Apache-2.0
#include "frontend/macros.h"

#include <fmt/format.h>

namespace heddle::frontend {

std::vector<std::string> compiler_macros(const Options& options) {
  std::vector<std::string> words = {
      "-D__NVCC__",
      "-D__CUDACC__",
      "-D__HEDDLE__",
      fmt::format("-D__CUDACC_VER_MAJOR__={}", kCudaMajor),
      fmt::format("-D__CUDACC_VER_MINOR__={}", kCudaMinor),
      "-D__CUDACC_VER_BUILD__=0",
      "-D__NVCC_DIAG_PRAGMA_SUPPORT__",
      "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__",
      // clang takes every constexpr function in device code.
      "-D__CUDACC_RELAXED_CONSTEXPR__",
  };
  if (options.extended_lambda) words.emplace_back("-D__CUDACC_EXTENDED_LAMBDA__");
  if (options.relocatable) words.emplace_back("-D__CUDACC_RDC__");
  if (options.device_debug) words.emplace_back("-D__CUDACC_DEBUG__");
  if (options.fast_math) words.emplace_back("-D__USE_FAST_MATH__");
  // PTX may have other divisions and roots than these intrinsics.
  if (!options.precise_division.value_or(!options.fast_math)) {
    words.emplace_back("-D__HEDDLE_APPROXIMATE_DIVISION__");
  }
  if (!options.precise_root.value_or(!options.fast_math)) {
    words.emplace_back("-D__HEDDLE_APPROXIMATE_ROOT__");
  }
  if (options.per_thread_stream) words.emplace_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
  return words;
}

}  // namespace heddle::frontend
