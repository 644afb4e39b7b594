// SPDX-License-Identifier: Apache-2.0
// FollowUndefined: gives the values of the one-thread view shadows that say which of their bits are
// undefined, where a tool asks for it (probes::Event::kUndefined).
//
//       x = load p                    u = heddle.probe.loaded(site, p)
//       y = x + 1              ->     x = load p
//       store y, q                    y = x + 1
//       br c, ...                     v = shadow of y, from u
//                                     heddle.probe.use(site, q, v != 0, source)
//                                     heddle.probe.stored(site, q, v)
//                                     store y, q
//                                     heddle.probe.use(site, null, shadow of c, source)
//                                     br c, ...
//
// Needs: what insert-probes needs. Stands behind it, so that shadows make no events of their own.
// Guarantees: the canonical form. What a function is given, and what one that stays a call returns,
// counts as defined.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many accesses and uses it follows.
unsigned follow_undefined(Compilation& c);

}  // namespace heddle::compiler
