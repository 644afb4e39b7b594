// SPDX-License-Identifier: Apache-2.0
// What the checks of a process share.
#pragma once

#include <cstdint>
#include <functional>

#include "checker/findings.h"
#include "checker/launch_filter.h"
#include "checker/memory/ranges.h"
#include "checker/options.h"

namespace heddle::checker {

struct Session {
  explicit Session(Options asked)
      : options(std::move(asked)), findings(options.print_limit), launches(options) {}

  const Options options;
  Findings findings;
  LaunchFilter launches;
  MemoryRanges memory;
  // Whether kernels of `device` may read there, or write: memory of another device, and mapped one.
  // Null: nobody knows.
  std::function<bool(int device, std::uint64_t address, bool writes)> has_access;
  // Whether the memory there was freed by a stream, and the work of this number
  // (probes::WorkOrder::work) is not ordered with that: whichever came first in this run, it is
  // another error than a use after the free. Null: nobody knows.
  std::function<bool(std::uint64_t address, std::uint64_t work)> freed_out_of_order;
  // Called before `memory` has what the event frees for freed: other threads' accesses may ask
  // freed_out_of_order as soon as it has. Null: nobody notes it.
  std::function<void(const probes::Memory&)> note_freed;
  bool is_freed_out_of_order(std::uint64_t address, std::uint64_t work) const {
    return freed_out_of_order && work != 0 && freed_out_of_order(address, work);
  }
};

}  // namespace heddle::checker
