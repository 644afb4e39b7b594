// SPDX-License-Identifier: Apache-2.0
// Device images to one, as a linker makes a program of objects.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "image/image.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace heddle::frontend {

struct NamedImage {
  image::Image image;
  std::string name;  // what errors call it
};

struct LinkedImage {
  std::unique_ptr<llvm::Module> module;  // null where they do not fit together
  image::Image image;                    // all facts of it, without bitcode
  std::string error;                     // "b.ptx, error: 'f' is defined in a.ptx, too"
};

// What is declared in one is what another defines. What nobody defines stays declared.
LinkedImage link_images(std::span<const NamedImage> inputs, llvm::LLVMContext& context);

}  // namespace heddle::frontend
