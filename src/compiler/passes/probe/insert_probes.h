// SPDX-License-Identifier: Apache-2.0
// Probe: puts the events that a tool asks for (probes/event.h) into the one-thread view, as calls
// of pseudo functions that Widen turns into calls of the engine with the lanes' values and mask.
//
//       x = load p                    heddle.probe.access(site, p, object)
//       br c, ...             ->      x = load p
//                                     heddle.probe.branch(site, c)
//                                     br c, ...
//
// Where a tool answers (Event::kAnswer), the access takes its address from heddle.probe.admit.
//
// Needs: memory intrinsics and switches lowered (Canonicalise). Stands before the kernel is copied
// for its partial warp, so that both share one table of sites, and before Linearise, after which
// branches are not the program's own. Changes nothing when no event is asked for.
// Guarantees: the canonical form; each event stands right before what it tells of. The compiler's
// own accesses (the BlockContext, kernel parameters) make no events: on a GPU they are constants.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many it inserted.
unsigned insert_probes(Compilation& c);

}  // namespace heddle::compiler
