// SPDX-License-Identifier: Apache-2.0
// What kernels of a device may do to memory that is there: other devices' needs access, constant
// memory is read only, and so may mapped memory be (cuMemSetAccess).
#pragma once

#include "checker/memory/ranges.h"
#include "checker/session.h"
#include "probes/events.h"

namespace heddle::checker {

// Whether somebody has to be asked if it may be used.
bool is_of_other_device(const probes::At& event, const MemoryRange& range);
bool may_use(const Session& session, const probes::At& event, const MemoryRange& range);
// The access stores to what it may only read.
bool may_not_write(const Session& session, const probes::At& event, const MemoryRange& range);

}  // namespace heddle::checker
