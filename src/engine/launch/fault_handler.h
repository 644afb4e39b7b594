// SPDX-License-Identifier: Apache-2.0
// Signals that kernel code raises end its grid, not the process.
#pragma once

namespace heddle::engine {

// Takes over SIGSEGV, SIGBUS, SIGFPE and SIGILL. Signals that do not come from kernel code go to
// the handlers that were there before. Once a process; later calls do nothing.
void install_fault_handlers();

}  // namespace heddle::engine
