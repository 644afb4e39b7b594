// SPDX-License-Identifier: Apache-2.0
// Stores of defined values to memory that was undefined until now: the bits that say so
// (probes::Listener::undefined_bits) are cleared, and no tool is told.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

#include "image/kernel_abi.h"
#include "probes/listener.h"
#include "probes/row.h"

using heddle::abi::BlockContext;
namespace probes = heddle::probes;

namespace {

constexpr unsigned kWordBits = 64;

class Bits {
 public:
  // `alone`: nobody else changes those of the same 64 bytes.
  Bits(const std::byte* first, bool alone)
      : words_(reinterpret_cast<std::uint64_t*>(const_cast<std::byte*>(first))), alone_(alone) {}

  // There are bits of memory from `low` to `high`.
  static bool are_of(std::uint64_t low, std::uint64_t high) {
    return (low | high | (high + kWordBits)) >> probes::Listener::kUndefinedAddressBits == 0;
  }

  // `bytes` of each lane, all of which are in one word.
  void clear_cells(const probes::Rows& rows, std::uint32_t active, std::uint32_t bytes) const {
    const std::uint64_t ones = (std::uint64_t{1} << bytes) - 1;
    for (auto rest = active; rest != 0; rest &= rest - 1) {
      const auto address = rows.at(static_cast<unsigned>(std::countr_zero(rest)));
      clear_in_word(address / kWordBits, ones << address % kWordBits);
    }
  }

  void clear(std::uint64_t address, std::uint64_t count) const {
    if (!are_of(address, address + count)) return;
    while (count != 0) {
      const auto low = address % kWordBits;
      const auto here = std::min(count, kWordBits - low);
      clear_in_word(address / kWordBits, ~std::uint64_t{0} >> (kWordBits - here) << low);
      address += here;
      count -= here;
    }
  }

 private:
  void clear_in_word(std::uint64_t number, std::uint64_t which) const {
    const std::atomic_ref word(words_[number]);
    const auto now = word.load(std::memory_order_relaxed);
    if ((now & which) == 0) return;
    if (alone_) return word.store(now & ~which, std::memory_order_relaxed);
    word.fetch_and(~which, std::memory_order_relaxed);
  }

  std::uint64_t* words_;
  bool alone_;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) void heddle_rt_define_rows(
    BlockContext* block, std::uint32_t active, std::uint64_t first, std::int64_t stride,
    std::int64_t pitch, std::uint32_t width_log2, std::uint32_t bytes) {
  if (active == 0) return;
  const probes::Rows rows{first, stride, pitch, width_log2};
  // A block's shared memory begins a line, and one host thread runs it.
  const auto shared = reinterpret_cast<std::uint64_t>(block->shared);
  const std::uint64_t size =
      std::uint64_t{block->shared_dynamic_offset} + block->dynamic_shared_bytes;
  const auto [low, high] = rows.ends(active);
  const Bits bits(block->undefined, low - shared < size && high - shared < size);
  const auto lowest = static_cast<unsigned>(std::countr_zero(active));
  const auto lanes = active >> lowest;
  if (rows.is_one() && stride == std::int64_t{bytes} && (lanes & (lanes + 1)) == 0) {
    return bits.clear(rows.at(lowest), std::uint64_t{bytes} * std::popcount(lanes));
  }
  if (rows.is_one() && stride == 0) return bits.clear(first, bytes);
  const auto all = first | static_cast<std::uint64_t>(stride | pitch);
  if (std::has_single_bit(bytes) && bytes <= 16 && all % bytes == 0 && bits.are_of(low, high)) {
    return bits.clear_cells(rows, active, bytes);
  }
  for (auto rest = active; rest != 0; rest &= rest - 1) {
    bits.clear(rows.at(static_cast<unsigned>(std::countr_zero(rest))), bytes);
  }
}
