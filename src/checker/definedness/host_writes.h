// SPDX-License-Identifier: Apache-2.0
// Managed and pinned memory that nobody has written. The host writes there as it likes, and nobody
// tells: so such memory begins with a pattern, and what has another value has been written.
#pragma once

#include "checker/definedness/undefined_bytes.h"
#include "checker/memory/ranges.h"
#include "probes/events.h"

namespace heddle::checker {

bool is_shared_with_host(probes::MemoryOrigin origin);

// Of memory that comes: fills it, if it is such memory and nobody else may have written it. False:
// it counts as defined.
bool fill_for_host(const probes::Memory& event);

// Takes what the host has written in these bytes of `range`, or near them, for defined.
void settle_host_writes(UndefinedBytes& undefined, const MemoryRange& range, std::uint64_t address,
                        std::uint64_t bytes);

}  // namespace heddle::checker
