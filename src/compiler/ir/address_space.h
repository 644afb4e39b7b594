// SPDX-License-Identifier: Apache-2.0
// Address spaces of LLVM's NVPTX target, which kernels come with.
#pragma once

namespace heddle::compiler {

inline constexpr unsigned kSharedSpace = 3;

}  // namespace heddle::compiler
