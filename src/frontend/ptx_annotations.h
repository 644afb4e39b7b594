// SPDX-License-Identifier: Apache-2.0
// What a device module says in Heddle's ways and PTX in others.
#pragma once

#include <span>

#include "image/image.h"

namespace llvm {
class Module;
}

namespace heddle::frontend {

// Takes out what is Heddle's own: kernels that nobody launches, variables that say something about
// the program (NVRTC's name expressions).
void drop_own(llvm::Module& module);

// Kernels of clusters.
void name_clusters(llvm::Module& module, std::span<const image::KernelRecord> kernels);

// .attribute(.managed).
void name_managed(llvm::Module& module, std::span<const image::VariableRecord> variables);

}  // namespace heddle::frontend
