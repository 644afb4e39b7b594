// SPDX-License-Identifier: Apache-2.0
// SwitchAtAccesses: HEDDLE_SCHEDULE=accesses lets threads change places not only where they wait,
// but before any access to memory that others see:
//
//   heddle.switch()       the engine draws whether another thread goes on here
//   store i32 %x, ptr %p
//
// Not before accesses to the thread's own variables and to what nobody writes, and not in loops
// that only wait: they yield in each round, by which waits that cannot end are found.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Behind InsertYieldsAnywhere. Nothing where Request::switches is not set. Returns the number of
// places.
unsigned switch_at_accesses(Compilation& c);

}  // namespace heddle::compiler
