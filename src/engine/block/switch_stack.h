// SPDX-License-Identifier: Apache-2.0
// From one stack to another: what a function may rely on across a call is saved on the stack that
// is left, and loaded from the one that is gone to.
//
// Of the vector unit's control word the flags of exceptions do not count, and it is loaded only
// where two stacks differ in the rest: a kernel may flush denormals while it waits. That of the x87
// is nobody's here. libheddle.so-gdb.py reads what is saved (heddle_gdb/running.py).
#pragma once

#include <cstdint>

namespace heddle::engine {

struct SavedRegisters {
  std::uint32_t mxcsr, unused;
  std::uint64_t r12, r13, r14, r15, rbx, rbp, rip;
};

// Leaves the stack that it is called on, and has `*saved` say what to resume it from.
extern "C" void heddle_switch_stack(void** saved, void* to);

// A new stack, of which `top` is the end: what to go to for `body(argument)`, which never returns.
void* new_stack(void* top, void (*body)(void*), void* argument);

}  // namespace heddle::engine
