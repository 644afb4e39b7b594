// SPDX-License-Identifier: Apache-2.0
// Device images as they stand in objects. What is read is consistent, and written and read again is
// the same.
#include "image/image.h"

#include <bit>
#include <cstdlib>

using namespace heddle;

namespace {

void check(const image::Image& image) {
  for (const auto& kernel : image.kernels) {
    for (const auto& param : kernel.params) {
      if (std::uint64_t{param.offset} + param.size > kernel.param_bytes) std::abort();
    }
  }
  for (const auto& variable : image.variables) {
    if (variable.initial.size() > variable.size || !std::has_single_bit(variable.align)) {
      std::abort();
    }
    for (const auto& relocation : variable.relocations) {
      if (relocation.offset + 8 > variable.size) std::abort();
    }
  }
  volatile std::uint8_t last = 0;  // all of it is there to be read
  for (const auto byte : image.bitcode) last = byte;
  (void)last;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto images = image::read_blob({data, size});
  if (!images) return 0;
  for (const auto& image : *images) check(image);
  image::select_image(*images, 90);
  const auto again = image::write_blob(*images);
  const auto second = image::read_blob(again);
  if (!second || second->size() != images->size()) std::abort();
  return 0;
}
