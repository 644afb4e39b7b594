// SPDX-License-Identifier: Apache-2.0
// From events to what findings say: places, threads, traces.
#pragma once

#include <array>
#include <bit>
#include <span>

#include "checker/finding.h"
#include "probes/events.h"

namespace heddle::checker {

// The user's frame and those where it was inlined.
std::vector<Place> places_of(const probes::Site& site);

Index3 thread_of(const probes::At& at, unsigned lane);
// By its linear index in a block of this shape.
Index3 thread_in(const std::array<std::uint32_t, 3>& dim, std::uint32_t linear);

inline Index3 block_of(const probes::Block& block) {
  return {block.index[0], block.index[1], block.index[2]};
}

std::string kernel_of(const probes::Launch& launch);
// Of which kernel the finding is, and who has launched it.
void tell_kernel(Finding& finding, const probes::Launch& launch);

// One side: the lane that did it.
Side side_of(const probes::At& at, unsigned lane);

// What the variables of a lane held.
std::vector<VariableValue> variables_of(const probes::Values& event, unsigned lane);

// Return addresses as frames, without those in Heddle's own libraries.
std::vector<HostFrame> frames_of(std::span<void* const> trace);

// Tells traces apart (Findings::report).
std::uint64_t place_key(std::span<void* const> trace);

// "4 bytes", "1 byte"
std::string bytes_text(std::uint64_t bytes);

inline unsigned first_lane(std::uint32_t lanes) {
  return static_cast<unsigned>(std::countr_zero(lanes));
}
template <class Each>
void for_each_lane(std::uint32_t lanes, Each each) {
  for (; lanes; lanes &= lanes - 1) each(first_lane(lanes));
}

// Where `address` is in respect to [begin, begin + bytes): "4 bytes after the end of".
std::string relation_of(std::uint64_t address, std::uint64_t begin, std::uint64_t bytes);

}  // namespace heddle::checker
