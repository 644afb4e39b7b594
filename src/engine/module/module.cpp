// SPDX-License-Identifier: Apache-2.0
#include "engine/module/module.h"

namespace heddle::engine {

const image::Image* Module::image_for(std::uint32_t arch) {
  std::lock_guard lock(mutex_);
  if (!images_) {
    images_ = image::read_blob(static_cast<const std::uint8_t*>(blob_));
    if (!images_) images_.emplace();
  }
  return image::select_image(*images_, arch);
}

}  // namespace heddle::engine
