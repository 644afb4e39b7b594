// SPDX-License-Identifier: Apache-2.0
// Whether what a lane accesses in global memory is its own: in the allocation or variable that its
// pointer belongs to (Access::objects), in live memory at all where the code does not tell.
//
// The object's word counts for more than the address: an address in a neighbouring allocation is
// wrong. But a pointer may stand at the end of its array, where a neighbour may begin.
#pragma once

#include <optional>

#include "checker/memory/ranges.h"
#include "probes/site.h"

namespace heddle::checker {

struct AddressFault {
  Class id;
  const MemoryRange* range = nullptr;  // that the address should lie in, lies near or lay in
  bool is_null_page = false;
};

struct LaneAccess {
  const probes::Site& site;
  std::uint64_t address;  // first byte that is touched
  std::uint64_t last;     // last one
  std::uint64_t object;   // 0: not known
};

class AddressCheck {
 public:
  explicit AddressCheck(MemoryRanges& memory) : memory_(memory) {}

  // Empty: the access is in order. `*home`: the range that holds it.
  std::optional<AddressFault> check(const LaneAccess& access, const MemoryRange** home) const;

 private:
  std::optional<AddressFault> check_without_object(const LaneAccess& access,
                                                   const MemoryRange** home) const;
  std::optional<AddressFault> check_outside(const LaneAccess& access) const;

  MemoryRanges& memory_;
};

}  // namespace heddle::checker
