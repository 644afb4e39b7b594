// SPDX-License-Identifier: Apache-2.0
// What a CUtensorMap holds here: how a tensor lies in global memory and which box of it one copy
// moves (CUDA Driver API, "Tensor Map Object Management"). The driver writes it, the engine reads
// it (engine/rt/tensor_box.h), and `tensormap.replace` changes its fields (ptx/emit_tensormap.cpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::image {

// CUtensorMapDataType has these numbers.
enum class TensorType : std::uint8_t {
  kU8,
  kU16,
  kU32,
  kS32,
  kU64,
  kS64,
  kF16,
  kF32,
  kF64,
  kBf16,
  kF32Ftz,
  kTf32,
  kTf32Ftz,
  kCount,
};

// Bytes of an element.
constexpr unsigned bytes_of(TensorType type) {
  constexpr std::uint8_t kBytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  return kBytes[static_cast<unsigned>(type)];
}
constexpr bool is_float(TensorType type) {
  return type >= TensorType::kF16 && type < TensorType::kCount;
}

// Dimension 0 is the innermost one, whose elements lie side by side.
struct TensorMap {
  static constexpr unsigned kMostRank = 5, kMostSpatial = 3;
  static constexpr std::uint32_t kMagic = 0x31505448;  // of maps alone: "HTP1"

  std::uint32_t magic;
  std::uint8_t is_im2col;
  std::uint8_t rank;
  TensorType type;
  std::uint8_t fills_with_nan;  // elements outside the tensor; else zeros
  std::uint64_t address;
  std::uint64_t strides[kMostRank - 1];  // bytes from one element to the next, from dimension 1 on
  std::uint32_t last[kMostRank];         // the highest coordinate
  std::uint32_t swizzle;                 // 0: none; else rows of 16 << swizzle bytes
  // A step of a copy, in elements of the tensor; of dimension 0 it is always 1.
  std::uint32_t steps[kMostRank];
  // Tiled: the box spans so many elements of the tensor, and takes each steps-th of them.
  std::uint16_t box[kMostRank];
  // im2col: channels of a pixel, pixels, and where base pixels lie in each spatial dimension: from
  // lower to last + upper.
  std::uint16_t channels, pixels;
  std::int16_t lower[kMostSpatial], upper[kMostSpatial];
};
static_assert(sizeof(TensorMap) <= 128, "a CUtensorMap has 128 bytes");

// What a tensor copy is, as one word of the instruction. The lowest byte says what is done with
// the elements.
struct TensorCopy {
  enum Kind : std::uint32_t { kLoad, kStore, kReduce };
  static constexpr std::uint32_t kKindMask = 0x3;
  static constexpr std::uint32_t kIm2col = 0x4;
  static constexpr unsigned kRankShift = 4, kOpShift = 8;  // of kReduce: a BulkOp
};

// Reductions in memory (PTX ISA, "cp.reduce.async.bulk").
enum class BulkOp : std::uint32_t { kAdd, kMin, kMax, kInc, kDec, kAnd, kOr, kXor };

}  // namespace heddle::image
