// SPDX-License-Identifier: Apache-2.0
// The box that a tensor copy moves, row by row (PTX ISA, "Tensors"): where each row lies in global
// and in shared memory, and which of its elements the tensor has.
//
// A tiled box is rows of dimension 0, the other dimensions counted up from the coordinates,
// dimension 1 first. An im2col box is one row of channels for each of so many pixels of a window
// that slides over the tensor: base pixels go from lower to upper in dimension 1, then 2, .. and
// last through the tensor's outermost dimension; the instruction's offsets are added to each.
#pragma once

#include <algorithm>
#include <cstdint>

#include "image/tensor_map.h"

namespace heddle::engine {

struct BoxRow {
  std::uint64_t place;       // in the box as it lies in shared memory, before swizzling
  std::uint64_t address;     // of the row's first byte, which the tensor need not have
  std::uint64_t begin, end;  // the bytes of the row that the tensor has
};

// The lanes of a copy's instruction give these.
struct BoxPlace {
  std::int32_t coordinates[image::TensorMap::kMostRank];
  std::uint16_t offsets[image::TensorMap::kMostSpatial];
};

class TensorBox {
 public:
  TensorBox(const image::TensorMap& map, const BoxPlace& at) : map_(map), at_(at) {
    const std::uint64_t elements = map.is_im2col ? map.channels : map.box[0];
    element_ = bytes_of(map.type);
    row_ = elements * element_;
    pitch_ = map.swizzle ? std::max<std::uint64_t>(row_, 16u << map.swizzle) : row_;
    const auto size = std::int64_t{map.last[0]} + 1;
    const std::int64_t first = at.coordinates[0];
    const auto within = [&](std::int64_t k) {
      return static_cast<std::uint64_t>(
          std::clamp<std::int64_t>(k, 0, static_cast<std::int64_t>(elements)) *
          static_cast<std::int64_t>(element_));
    };
    begin_ = within(-first);
    end_ = std::max(begin_, within(size - first));
  }

  std::uint64_t row_bytes() const { return row_; }
  std::uint64_t rows() const {
    if (map_.is_im2col) return map_.pixels;
    std::uint64_t rows = 1;
    for (unsigned d = 1; d < map_.rank; ++d) rows *= count(d);
    return rows;
  }
  // As an mbarrier counts them, whatever the tensor has.
  std::uint64_t bytes() const { return row_ * rows(); }

  template <class Use>  // void (const BoxRow&)
  void each_row(Use use) const {
    std::int64_t at[image::TensorMap::kMostRank];
    std::copy_n(at_.coordinates, map_.rank, at);
    const auto rows = this->rows();
    for (std::uint64_t k = 0; k < rows; ++k) {
      use(row_at(at, k));
      map_.is_im2col ? next_pixel(at) : next_row(at);
    }
  }

 private:
  // Elements that the box takes of a dimension.
  std::uint64_t count(unsigned d) const {
    return (map_.box[d] + map_.steps[d] - 1) / map_.steps[d];
  }

  BoxRow row_at(const std::int64_t* at, std::uint64_t number) const {
    bool inside = true;
    std::uint64_t address =
        map_.address + static_cast<std::uint64_t>(std::int64_t{at_.coordinates[0]} *
                                                  static_cast<std::int64_t>(element_));
    for (unsigned d = 1; d < map_.rank; ++d) {
      const bool spatial = map_.is_im2col && d + 1 < map_.rank;
      const auto where = at[d] + (spatial ? at_.offsets[d - 1] : 0);
      inside = inside && where >= 0 && where <= std::int64_t{map_.last[d]};
      address += static_cast<std::uint64_t>(where) * map_.strides[d - 1];
    }
    return {number * pitch_, address, begin_, inside ? end_ : begin_};
  }

  void next_row(std::int64_t* at) const {
    for (unsigned d = 1; d < map_.rank; ++d) {
      at[d] += map_.steps[d];
      if (at[d] < at_.coordinates[d] + static_cast<std::int64_t>(count(d) * map_.steps[d])) return;
      at[d] = at_.coordinates[d];
    }
  }

  void next_pixel(std::int64_t* at) const {
    const unsigned outermost = map_.rank - 1;
    for (unsigned d = 1; d < outermost; ++d) {
      at[d] += map_.steps[d];
      if (at[d] <= std::int64_t{map_.last[d]} + map_.upper[d - 1]) return;
      at[d] = map_.lower[d - 1];
    }
    ++at[outermost];
  }

  const image::TensorMap& map_;
  const BoxPlace& at_;
  std::uint64_t element_, row_, pitch_, begin_, end_;
};

// Where what a row holds at `place` of the box lies, as a shared address: pieces of 16 bytes change
// places within rows of 32, 64 or 128 bytes, by the bits of the address above (PTX ISA, "Swizzling
// modes").
inline std::uint64_t swizzled(std::uint64_t address, std::uint32_t swizzle) {
  return address ^ ((address >> 7 & ((1u << swizzle) - 1)) << 4);
}

}  // namespace heddle::engine
