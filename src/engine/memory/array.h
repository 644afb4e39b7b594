// SPDX-License-Identifier: Apache-2.0
// CUDA arrays: boxes of texels that programs reach by copies, textures and surfaces only. Rows lie
// one after the other, each begins at a multiple of kPitch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/base/error.h"
#include "engine/memory/transfer.h"

namespace heddle::engine {

class Arena;

struct ArrayShape {
  int bits[4] = {};  // of the components of a texel
  int format = 0;    // cudaChannelFormatKind
  // In texels; 0 is no such dimension. The layers of a layered array and the faces of a cubemap are
  // its depth.
  std::size_t width = 0, height = 0, depth = 0;
  unsigned flags = 0;  // cudaArray*

  std::size_t texel_bytes() const {
    return static_cast<std::size_t>(bits[0] + bits[1] + bits[2] + bits[3]) / 8;
  }
  std::size_t rows() const { return height ? height : 1; }
  std::size_t slices() const { return depth ? depth : 1; }
};

class Array {
 public:
  static constexpr std::size_t kPitch = 64;
  Array(Arena& arena, int on, const ArrayShape& as) : device(on), shape(as), arena_(arena) {}
  ~Array();
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  // kMemoryAllocation. Without it there is no memory (cudaArrayDeferredMapping).
  Error allocate();
  // In memory that is somebody else's.
  void place(std::byte* memory) {
    base_ = memory;
    owns_ = false;
  }

  const int device;
  const ArrayShape shape;

  std::size_t row_bytes() const { return shape.width * shape.texel_bytes(); }
  std::size_t bytes() const { return pitch() * shape.rows() * shape.slices(); }
  std::size_t pitch() const { return (row_bytes() + kPitch - 1) / kPitch * kPitch; }
  // The box that begins `x` bytes into row `y` of slice `z`. kInvalidValue where it does not fit,
  // and for arrays without memory.
  Error part(std::size_t x, std::size_t y, std::size_t z, const Extent& extent, Box* out) const;

 private:
  Arena& arena_;
  std::byte* base_ = nullptr;
  bool owns_ = true;
};

class MipmappedArray {
 public:
  std::shared_ptr<void> memory;  // that the levels lie in, if it is not their own
  std::vector<std::unique_ptr<Array>> levels;
  // Each level has half the size of the one before, rounded down, at least one texel; layers stay.
  static ArrayShape shape_of_level(const ArrayShape& first, unsigned level, bool layered);
  static unsigned most_levels(const ArrayShape& first, bool layered);
};

// What the program holds handles of.
class Arrays {
 public:
  Array* add(std::unique_ptr<Array> array);
  MipmappedArray* add(std::unique_ptr<MipmappedArray> array);
  // Null if there is none; levels of mipmapped arrays count.
  Array* find(const void* handle);
  MipmappedArray* find_mipmapped(const void* handle);
  // kInvalidResourceHandle: there is none; kInvalidValue: a level is freed with its array.
  Error remove(const void* handle);
  Error remove_mipmapped(const void* handle);
  // All of a device, whose memory is gone.
  void remove_all(int device);

 private:
  std::mutex mutex_;
  std::map<const void*, std::unique_ptr<Array>> arrays_;
  std::map<const void*, std::unique_ptr<MipmappedArray>> mipmapped_;
};

}  // namespace heddle::engine
