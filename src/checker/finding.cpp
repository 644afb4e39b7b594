// SPDX-License-Identifier: Apache-2.0
#include "checker/finding.h"

#include <algorithm>

namespace heddle::checker {

const Place* Finding::place() const {
  for (const auto& side : sides) {
    if (!side.places.empty()) return &side.places.front();
  }
  for (const auto& trace : traces) {
    for (const auto& frame : trace.frames) {
      if (!frame.place.file.empty()) return &frame.place;
    }
  }
  return nullptr;
}

std::vector<const Trace*> Finding::own_traces() const {
  const bool of_host =
      std::ranges::any_of(sides, [](const Side& side) { return side.places.empty(); });
  std::vector<const Trace*> result;
  for (const auto& trace : traces) {
    if (sides.empty() || (of_host && trace.what == "called")) result.push_back(&trace);
  }
  return result;
}

}  // namespace heddle::checker
