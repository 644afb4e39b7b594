// SPDX-License-Identifier: Apache-2.0
// The accesses that compiled code does not count alone, and those that it did.
#pragma once

#include "probes/counters.h"
#include "profiler/access_cost.h"

namespace heddle::profiler {

// Adds an access to its counter; what is regular becomes the pattern that code counts from now on.
// In the worker that runs the block.
void count_access(const probes::CountedAccess& event);

// Adds all that a counter has counted to `total`: what was added to it, and the phases of its
// pattern. It is done with then.
void take_total(const probes::Counted& counted, const probes::AccessCounter& counter,
                PatternCosts& costs, AccessTotal& total);

}  // namespace heddle::profiler
