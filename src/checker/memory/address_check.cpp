// SPDX-License-Identifier: Apache-2.0
#include "checker/memory/address_check.h"

#include <dlfcn.h>

#include <algorithm>

#include "checker/memory/mappings.h"

namespace heddle::checker {
namespace {

// Nothing is ever mapped below; an offset from a null pointer is mostly there.
constexpr std::uint64_t kNullPage = 65536;
// An address that is farther from an allocation has nothing to do with it.
constexpr std::uint64_t kNear = 1 << 20;

// Constants that the program has no name for (texts, tables) lie in the kernel's object, where its
// sites lie, too.
bool is_constant_of_kernel(const LaneAccess& access) {
  Dl_info object{}, kernel{};
  return dladdr(reinterpret_cast<void*>(access.address), &object) != 0 &&
         dladdr(&access.site, &kernel) != 0 && object.dli_fbase == kernel.dli_fbase;
}

}  // namespace

std::optional<AddressFault> AddressCheck::check(const LaneAccess& access,
                                                const MemoryRange** home) const {
  *home = nullptr;
  if (access.address < kNullPage) return AddressFault{Class::kNullPointer, nullptr, true};
  const MemoryRange* holder = memory_.live_at(access.address);
  const MemoryRange* object = access.object ? memory_.live_at(access.object) : nullptr;
  if (object) {
    if (object->contains(access.address, access.last)) {
      *home = object;
      return std::nullopt;
    }
    const bool at_an_end = access.object == object->begin && holder && holder->end == object->begin;
    if (!at_an_end || !holder->contains(access.address, access.last)) {
      return AddressFault{Class::kOutOfBounds, object};
    }
    *home = holder;
    return std::nullopt;
  }
  if (access.object && !holder) {
    if (const auto* freed = memory_.freed_at(access.object)) {
      return AddressFault{Class::kUseAfterFree, freed};
    }
  }
  *home = holder;
  return check_without_object(access, home);
}

std::optional<AddressFault> AddressCheck::check_without_object(const LaneAccess& access,
                                                               const MemoryRange** home) const {
  if (const auto* holder = *home) {
    if (holder->contains(access.address, access.last)) return std::nullopt;
    return AddressFault{Class::kOutOfBounds, holder};
  }
  if (is_constant_of_kernel(access)) {
    // From now on it is a range like any other.
    const auto mapping = mapping_at(access.address);
    if (mapping) *home = memory_.add_constants(mapping->begin, mapping->end);
    return std::nullopt;
  }
  if (const auto* freed = memory_.freed_at(access.address)) {
    return AddressFault{Class::kUseAfterFree, freed};
  }
  return check_outside(access);
}

std::optional<AddressFault> AddressCheck::check_outside(const LaneAccess& access) const {
  const auto* before = memory_.live_before(access.address);
  const auto* after = memory_.live_after(access.address);
  const std::uint64_t past = before ? access.address - before->end : kNear;
  const std::uint64_t ahead = after ? after->begin - access.address : kNear;
  const auto mapping = mapping_at(access.address);
  const auto* nearest = past <= ahead ? before : after;
  // Between allocations, in pages that have some: no memory of the host's.
  const auto in = [&](const MemoryRange* range) {
    return range && mapping && range->origin != probes::MemoryOrigin::kHeap &&
           range->origin != probes::MemoryOrigin::kRegistered && range->end > mapping->begin &&
           range->begin < mapping->end;
  };
  if (std::min(past, ahead) < kNear && (!mapping || !mapping->readable || in(nearest))) {
    return AddressFault{Class::kOutOfBounds, nearest};
  }
  if (!mapping || !mapping->readable) return AddressFault{Class::kInvalidAddress, nullptr};
  return AddressFault{Class::kHostPointer, nullptr};
}

}  // namespace heddle::checker
