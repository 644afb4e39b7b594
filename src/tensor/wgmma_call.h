// SPDX-License-Identifier: Apache-2.0
// The words that a call of wgmma begins with, the same in all lanes (ptx/emit_wgmma.cpp makes them,
// the functions of this folder read them), before those of A and of C.
#pragma once

#include <cstdint>

namespace heddle::tensor::wgmma {

// A pointer or a descriptor is two words, the lower one first.
enum Word : unsigned {
  kBlock = 0,  // the abi::BlockContext, in whose shared memory the operands lie
  kWarp = 2,   // of the block; four of them, aligned, are a warpgroup
  kHow = 3,
  kB = 4,  // its descriptor
  kA = 6,  // that of A, or where its registers begin
};
constexpr unsigned kWordsOfDescriptor = 2, kRegistersOfA = 4;
// Behind a sparse A: its metadata and the selector.
constexpr unsigned kWordsOfSparsity = 2;

// kHow: N / 8, and
constexpr std::uint32_t kColumnGroups = 0x3f;
constexpr std::uint32_t kAddsC = 1 << 8;
constexpr std::uint32_t kNegates = 1 << 9;                       // the products
constexpr std::uint32_t kAcrossA = 1 << 10, kAcrossB = 1 << 11;  // rows lie along the lines, not k
constexpr std::uint32_t kRegistersA = 1 << 12;
constexpr std::uint32_t kSparseA = 1 << 13;

}  // namespace heddle::tensor::wgmma
