// SPDX-License-Identifier: Apache-2.0
// The accesses that compiled code does not count alone, and those that it did.
#pragma once

#include "probes/counters.h"
#include "profiler/access_cost.h"
#include "profiler/block_sample.h"

namespace heddle::profiler {

// Adds an access to its counter. A pattern that comes again and again becomes the one that code
// counts from now on; what has none is looked at in the blocks of the sample. In the worker that
// runs the block.
void count_access(const probes::CountedAccess& event, const BlockSample& sample);

// Adds all that a counter has counted to `total`: what was added to it, and the phases of its
// pattern. It is done with then.
void take_total(const probes::Counted& counted, const probes::AccessCounter& counter,
                PatternCosts& costs, AccessTotal& total);

}  // namespace heddle::profiler
