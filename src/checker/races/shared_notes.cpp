// SPDX-License-Identifier: Apache-2.0
#include "checker/races/shared_notes.h"

#include <bit>

namespace heddle::checker::races {
namespace {

// A note as words: site and lanes, clock and warp, address, distances.
using Words = std::array<std::uint64_t, 4>;
static_assert(sizeof(Words) == sizeof(abi::SharedNote));

// What makes no difference: when it was.
constexpr std::uint64_t kClock = 0xffffffff;
static_assert(offsetof(abi::SharedNote, clock) == 8);

std::uint64_t difference(const abi::SharedNote& a, const abi::SharedNote& b) {
  const auto x = std::bit_cast<Words>(a), y = std::bit_cast<Words>(b);
  return (x[0] ^ y[0]) | ((x[1] ^ y[1]) & ~kClock) | (x[2] ^ y[2]) | (x[3] ^ y[3]);
}

std::uint64_t mixed(const abi::SharedNote& note) {
  const auto words = std::bit_cast<Words>(note);
  return (words[0] ^ words[2] << 7 ^ (words[1] & ~kClock)) * 0x9e3779b97f4a7c15;
}

}  // namespace

void SharedNotes::begin_block(abi::CodeNotes& notes, std::span<const probes::Site> sites,
                              std::uint64_t memory, std::uint64_t bytes) {
  if (!room_) room_ = std::make_unique_for_overwrite<abi::SharedNote[]>(kRoom);
  of_ = {sites.data(), memory, bytes};
  notes.next_shared = room_.get();
  notes.end_shared = room_.get() + kRoom;
}

// The first and the last note tell most of those of one kernel apart.
std::size_t SharedNotes::place_of(std::span<const abi::SharedNote> notes) {
  const auto x = mixed(notes.front()) + 3 * mixed(notes.back()) + notes.size();
  return (x ^ x >> 32) % kKept;
}

bool SharedNotes::are_known_calm(std::span<const abi::SharedNote> notes) const {
  if (notes.empty()) return true;
  const auto& known = calm_[place_of(notes)];
  if (known.notes.size() != notes.size() || known.of != of_) return false;
  std::uint64_t different = 0;
  for (std::size_t i = 0; i < notes.size(); ++i) different |= difference(known.notes[i], notes[i]);
  return different == 0;
}

void SharedNotes::keep_calm(std::span<const abi::SharedNote> notes) {
  if (notes.empty()) return;
  auto& known = calm_[place_of(notes)];
  known.of = of_;
  known.notes.assign(notes.begin(), notes.end());
}

}  // namespace heddle::checker::races
