// SPDX-License-Identifier: Apache-2.0
// How far the threads may be apart that a strong access orders or meets as one (PTX's scopes).
#pragma once

#include "checker/races/history.h"
#include "probes/events.h"

namespace heddle::checker::races {

inline Level level(probes::Scope scope) {
  switch (scope) {
    case probes::Scope::kThread:
      return Level::kNone;
    case probes::Scope::kBlock:
      return Level::kBlock;
    case probes::Scope::kCluster:
      return Level::kCluster;
    default:
      return Level::kDevice;
  }
}

// kNone: a plain access.
inline Level reach(const probes::Site& site) {
  if (site.event == probes::Event::kAtomic || site.order != probes::Order::kNone) {
    return level(site.scope);
  }
  return site.is_volatile != 0 ? Level::kDevice : Level::kNone;
}

}  // namespace heddle::checker::races
