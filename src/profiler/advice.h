// SPDX-License-Identifier: Apache-2.0
// What is worth changing in a kernel, and why: rules over what was counted.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/metric.h"

namespace heddle::profiler {

struct Advice {
  std::string_view rule;  // its name: "uncoalesced-access"
  Places places;          // empty: of the whole kernel
  std::string what;       // one sentence
  std::string reason;     // with the numbers, and the pattern of the lanes
  std::string change;     // what to do about it
  // An estimate: how much of what it speaks of would be saved, from 0 to 1, and of what.
  std::optional<double> gain;
  std::string gain_of;
  std::string gain_how;
};

struct Rule {
  std::string_view name;
  std::string_view sentence;
  void (*apply)(const Seen& seen, std::vector<Advice>& advice);
};
std::span<const Rule> rules();

// Of all rules; the largest estimated gain first.
std::vector<Advice> advice_for(const Seen& seen);

// Accesses of one place together, whoever called its function: one thing to change.
std::vector<Access> by_place(const std::vector<Access>& accesses);

}  // namespace heddle::profiler
