// SPDX-License-Identifier: Apache-2.0
#include "profiler/place.h"

#include "support/demangle.h"

namespace heddle::profiler {

Places places_of(const probes::Site& site) {
  Places places;
  const auto frames = site.where();
  for (std::size_t i = site.user_frame; i < frames.size(); ++i) {
    const auto& frame = frames[i];
    places.push_back({frame.function ? support::demangle(frame.function) : "",
                      frame.file ? frame.file : "", frame.line, frame.column});
  }
  return places;
}

}  // namespace heddle::profiler
