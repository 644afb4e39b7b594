// SPDX-License-Identifier: Apache-2.0
// The part of compiler_api.h that is about PTX modules.
#include <cstdlib>

#include "frontend/ptx_image.h"
#include "jit/compiler_api.h"
#include "jit/copy_out.h"

extern "C" {

__attribute__((visibility("default"))) int heddle_translate_ptx(const char* text, std::size_t size,
                                                                const char* name, bool relocatable,
                                                                HeddlePtxResult* result) {
  using Outcome = heddle::frontend::PtxImage::Outcome;
  *result = {};
  const auto image = heddle::frontend::ptx_image({text, size}, name, relocatable);
  if (image.outcome == Outcome::kGood) {
    result->blob = heddle::jit::copy_out(image.blob.data(), image.blob.size());
    result->blob_size = image.blob.size();
    return kHeddlePtxGood;
  }
  result->error = heddle::jit::copy_out(image.error.c_str(), image.error.size() + 1);
  return image.outcome == Outcome::kUnknownVersion ? kHeddlePtxUnknownVersion
         : image.outcome == Outcome::kUnresolved   ? kHeddlePtxUnresolved
                                                   : kHeddlePtxInvalid;
}

__attribute__((visibility("default"))) void heddle_translate_ptx_free(HeddlePtxResult* result) {
  std::free(result->blob);
  std::free(result->error);
  *result = {};
}
}
