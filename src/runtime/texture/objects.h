// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects that the program holds handles of: what it said of them, and the
// descriptors (image/texture.h) in the device's memory that kernels read.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "image/texture.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

struct TextureObject {
  Device* device = nullptr;
  bool is_surface = false;
  cudaResourceDesc resource{};
  cudaTextureDesc texture{};
  cudaResourceViewDesc view{};
};

class TextureObjects {
 public:
  // Puts the descriptor into the device's memory; the handle is its address. kMemoryAllocation.
  Error add(const TextureObject& object, const image::TextureDescriptor& descriptor,
            unsigned long long* handle);
  // False: there is none, or one of the other sort.
  bool find(unsigned long long handle, bool is_surface, TextureObject* out);
  // Kernels must have ended. A handle of nothing is no error, as on a GPU.
  void remove(unsigned long long handle, bool is_surface);
  // Another descriptor for a handle (texture references).
  void replace(unsigned long long handle, const TextureObject& object,
               const image::TextureDescriptor& descriptor);
  // All of a device, whose memory is gone.
  void remove_all(const Device& device);

 private:
  std::mutex mutex_;
  std::map<unsigned long long, TextureObject> objects_;
};

TextureObjects& texture_objects();

}  // namespace heddle::runtime
