// SPDX-License-Identifier: Apache-2.0
// An operation that ends when something has come about that no other operation's end announces: a
// value in memory, which a kernel, the host or another process writes.
#pragma once

#include <functional>

#include "engine/stream/scheduler.h"

namespace heddle::engine {

// It has ended when `is_there()`, which takes a moment and may be called in any thread, says so. No
// thread of the pool waits: one of its own asks for all that wait.
OperationRef make_value_wait(Scheduler& scheduler, std::function<bool()> is_there);

// Whether any waits: for all that is known, for ever.
bool has_value_waits();

}  // namespace heddle::engine
