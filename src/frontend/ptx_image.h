// SPDX-License-Identifier: Apache-2.0
// PTX text to a device image.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::frontend {

struct PtxImage {
  enum class Outcome : std::uint8_t { kGood, kInvalid, kUnknownVersion, kUnresolved };
  Outcome outcome = Outcome::kInvalid;
  std::vector<std::uint8_t> blob;  // with one image (image/image.h)
  std::string error;               // "name:12: error: ..."
};

// `name`: what the error calls the text. `relocatable`: to be linked with others (link_images.h).
PtxImage ptx_image(std::string_view text, const std::string& name, bool relocatable = false);

}  // namespace heddle::frontend
