// SPDX-License-Identifier: Apache-2.0
#include "checker/finding.h"

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

}  // namespace heddle::checker
