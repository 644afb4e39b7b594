// SPDX-License-Identifier: Apache-2.0
// One warp's part of wgmma.mma_async (PTX ISA): 16 of the 64 rows, all N columns. Its lanes hold
// their words of A, C and D as of mma.sync with the same k, for every eight columns anew
// (fragments.h), so the product of each eight columns is one of mma.sync.
#pragma once

#include "tensor/shared_operand.h"
#include "tensor/wgmma_call.h"

HEDDLE_TENSOR_BEGIN

class Wgmma {
 public:
  static constexpr std::uint32_t kRowsOfWarp = 16, kWarps = 4;
  explicit Wgmma(const std::uint32_t* in)
      : in_(in),
        how_(word(wgmma::kHow)),
        block_(*block_of(in)),
        b_(in + wgmma::kB * kLanes, block_, how_ & wgmma::kAcrossB) {}

  std::uint32_t groups() const { return how_ & wgmma::kColumnGroups; }
  bool adds() const { return how_ & wgmma::kAddsC; }
  bool negates() const { return how_ & wgmma::kNegates; }
  const SharedOperand& b() const { return b_; }

  // The registers of A; null where it has a descriptor.
  const std::uint32_t* registers() const {
    return how_ & wgmma::kRegistersA ? in_ + wgmma::kA * kLanes : nullptr;
  }
  // What the descriptor of A names of this warp's rows, 32 bytes each.
  void gather_rows(std::byte* rows) const {
    const SharedOperand a(in_ + wgmma::kA * kLanes, block_, how_ & wgmma::kAcrossA);
    a.gather<kRowsOfWarp>(word(wgmma::kWarp) % kWarps * kRowsOfWarp, rows);
  }
  // Lines of B, 32 bytes each, or 64 beside a sparse A.
  template <int BYTES = 32>
  void gather_columns(std::uint32_t group, std::byte* columns) const {
    b_.gather<kColumns, BYTES>(group * kColumns, columns);
  }
  // Of a sparse A: a word of each lane, and which lanes of each four have some to say.
  const std::uint32_t* metadata() const { return in_ + behind_a() * kLanes; }
  std::uint32_t selector() const { return metadata()[kLanes]; }
  // C of the eight columns of a group, of `words` words a lane; D goes to the same place of `out`,
  // which may be C itself.
  const std::uint32_t* c(std::uint32_t group, std::uint32_t words) const {
    return in_ +
           (behind_a() + (how_ & wgmma::kSparseA ? wgmma::kWordsOfSparsity : 0) + group * words) *
               kLanes;
  }

 private:
  std::uint32_t behind_a() const {
    return wgmma::kA + (registers() ? wgmma::kRegistersOfA : wgmma::kWordsOfDescriptor);
  }
  std::uint32_t word(wgmma::Word which) const { return in_[which * kLanes]; }
  static const abi::BlockContext* block_of(const std::uint32_t* in) {
    const std::uint32_t* low = in + wgmma::kBlock * kLanes;
    const std::uint64_t address = low[0] | std::uint64_t{low[kLanes]} << 32;
    return reinterpret_cast<const abi::BlockContext*>(address);
  }

  const std::uint32_t* in_;
  std::uint32_t how_;
  const abi::BlockContext& block_;
  SharedOperand b_;
};

HEDDLE_TENSOR_END
