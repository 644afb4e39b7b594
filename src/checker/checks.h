// SPDX-License-Identifier: Apache-2.0
// All checks of a process, as its options ask for them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "checker/api/api_check.h"
#include "checker/memory/allocation_check.h"
#include "checker/session.h"
#include "checker/suppressions.h"

namespace heddle::checker {

class Checks {
 public:
  // Throws OptionError: a bad regular expression, suppression file or baseline.
  explicit Checks(const Options& options);

  // In the order in which they are to hear.
  std::vector<probes::Listener*> listeners();
  // What is judged at the end of the program, or of the part of it that is checked.
  void end_section() { api_.finish(); }
  // The program has ended: what can be said only now.
  void finish();

  // Who is asked whether kernels of a device may use memory of another one, and mapped memory.
  void ask_access(std::function<bool(int device, std::uint64_t address, bool writes)> has_access) {
    session_.has_access = std::move(has_access);
  }
  Findings& findings() { return session_.findings; }
  const Options& options() const { return session_.options; }

 private:
  Session session_;
  AllocationCheck allocations_;
  ApiCheck api_;
  std::vector<std::unique_ptr<probes::Listener>> checks_;
};

// What the options say is not to be reported, as far as it can be told of the finding by now: those
// of the host have no source lines before the report is made.
Findings::Reject filter_of(const Options& options);

}  // namespace heddle::checker
