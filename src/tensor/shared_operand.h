// SPDX-License-Identifier: Apache-2.0
// An operand in shared memory, as a matrix descriptor names it (PTX ISA, "Matrix Descriptor Format"
// and "Strides", of wgmma): pieces of 16 bytes. The k of one instruction are 32 bytes (64 of B
// beside a sparse A), two pieces of a line (a row of A, a column of B), or, transposed, pieces of
// eight lines for each k.
#pragma once

#include <cstddef>

#include "image/kernel_abi.h"
#include "tensor/exponents.h"
#include "tensor/formats.h"

HEDDLE_TENSOR_BEGIN

class SharedOperand {
 public:
  SharedOperand(const std::uint32_t* words, const abi::BlockContext& block, bool across)
      : block_(block), across_(across) {
    const std::uint64_t bits = words[0] | std::uint64_t{words[kLanes]} << 32;
    start_ = static_cast<std::uint32_t>(bits & 0x3fff) << 4;
    leading_ = static_cast<std::uint32_t>(bits >> 16 & 0x3fff) << 4;
    stride_ = static_cast<std::uint32_t>(bits >> 32 & 0x3fff) << 4;
    base_ = static_cast<std::uint32_t>(bits >> 49 & 7);
    // Of lines of 128, 64 and 32 bytes; without swizzle a line of a core matrix has 16.
    const auto swizzle = static_cast<std::uint32_t>(bits >> 62);
    pieces_ = swizzle == 0 ? 1 : 16u >> swizzle;
    size_ = block.shared_dynamic_offset + block.dynamic_shared_bytes;
  }
  bool across() const { return across_; }

  // Bytes 16 * part to 16 * part + 15 of the k of a line.
  const std::byte* along(std::uint32_t line, std::uint32_t part) const {
    const std::uint32_t row = line % 8 * pieces_ * 16 + line / 8 * stride_;
    return at(row + part % pieces_ * 16 + part / pieces_ * leading_);
  }
  // Elements of 16 bits: lines 8 * group to 8 * group + 7 of one k.
  const std::byte* across(std::uint32_t group, std::uint32_t k) const {
    const std::uint32_t row = k % 8 * pieces_ * 16;
    if (pieces_ == 1) return at(row + group * stride_ + k / 8 * leading_);
    return at(row + group % pieces_ * 16 + group / pieces_ * leading_ + k / 8 * stride_);
  }

  // Of `COUNT` lines from `line`, multiples of 8, all k, one line behind the other.
  template <int COUNT, int BYTES = 32>
  void gather(std::uint32_t line, std::byte* lines) const {
    if (!across_) {
      for (std::uint32_t i = 0; i < COUNT; ++i) {
        for (std::uint32_t part = 0; part < BYTES / 16; ++part) {
          __builtin_memcpy(lines + i * BYTES + part * 16, along(line + i, part), 16);
        }
      }
      return;
    }
    for (std::uint32_t group = 0; group < COUNT / 8; ++group) {
      for (std::uint32_t part = 0; part < BYTES / 16; ++part) {
        Half8 square[8];
        for (std::uint32_t k = 0; k < 8; ++k) {
          square[k] = load<Half8>(across(line / 8 + group, part * 8 + k));
        }
        transpose(square);
        for (std::uint32_t i = 0; i < 8; ++i) {
          store(lines + (group * 8 + i) * BYTES + part * 16, square[i]);
        }
      }
    }
  }

 private:
  // The swizzle: among the pieces of a line by the number of the line, of which every 128 bytes are
  // one, from where the descriptor says that the pattern begins.
  const std::byte* at(std::uint32_t offset) const {
    offset += start_;
    offset ^= ((offset >> 7) - base_) % pieces_ << 4;
    // Outside of the block's memory is a fault, which the engine tells by this address.
    if (offset + 16 > size_) return block_.nowhere + (std::size_t{2} << block_.cluster_shift);
    return block_.shared + offset;
  }

  const abi::BlockContext& block_;
  bool across_;
  std::uint32_t start_, leading_, stride_, base_, pieces_, size_;
};

HEDDLE_TENSOR_END
