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

// The same between two stacks that both have `control` in the vector unit's control word, which is
// not read: that takes as long as all the rest. Returns 0.
//
// A CPU predicts a return by the last call, and a jump by where it has led before. So the one
// returns, for whoever does so again behind it, which is right where the other stack was left at
// the same call, and the other jumps, for who calls it at its end and has nothing left to return
// from.
extern "C" std::uint32_t heddle_return_alike(void** saved, void* to, std::uint64_t control);
extern "C" std::uint32_t heddle_jump_alike(void** saved, void* to, std::uint64_t control);
enum class ArriveBy { kReturn, kJump };

// A new stack, of which `top` is the end: what to go to for `first(fiber, body, argument)`, which
// never returns.
void* new_stack(void* top, void (*first)(void* fiber, void (*body)(void*), void* argument),
                void* fiber, void (*body)(void*), void* argument);

}  // namespace heddle::engine
