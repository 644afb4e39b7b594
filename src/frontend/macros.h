// SPDX-License-Identifier: Apache-2.0
// The macros by which a program recognises nvcc and its options.
#pragma once

#include <string>
#include <vector>

#include "frontend/options.h"

namespace heddle::frontend {

// The release whose documented behaviour Heddle follows.
inline constexpr int kCudaMajor = 12;
inline constexpr int kCudaMinor = 8;

// -D words. __CUDA_ARCH__ and __CUDA_ARCH_LIST__ come from clang.
std::vector<std::string> compiler_macros(const Options& options);

}  // namespace heddle::frontend
