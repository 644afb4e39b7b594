// SPDX-License-Identifier: Apache-2.0
#include "engine/block/switch_stack.h"

#include <cstddef>

static_assert(__x86_64__);

// The saved registers are popped before the jump, which a CPU predicts by where it has led before:
// threads that wait for each other mostly wait in one place.
//
// Behind heddle_fiber_start nobody can be found who has called it. It has 16 bytes, by which gdb's
// extension knows it (heddle_gdb/unwinder.py), and is exported for that.
asm(R"(
  .text
  .p2align 4
  .globl heddle_switch_stack
  .hidden heddle_switch_stack
  .type heddle_switch_stack, @function
heddle_switch_stack:
  .cfi_startproc
  leaq -0x38(%rsp), %rsp
  .cfi_adjust_cfa_offset 0x38
  stmxcsr (%rsp)
  movq %r12, 0x08(%rsp)
  movq %r13, 0x10(%rsp)
  movq %r14, 0x18(%rsp)
  movq %r15, 0x20(%rsp)
  movq %rbx, 0x28(%rsp)
  movq %rbp, 0x30(%rsp)
  .cfi_rel_offset r12, 0x08
  .cfi_rel_offset r13, 0x10
  .cfi_rel_offset r14, 0x18
  .cfi_rel_offset r15, 0x20
  .cfi_rel_offset rbx, 0x28
  .cfi_rel_offset rbp, 0x30
  movl (%rsp), %eax
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  xorl (%rsp), %eax
  testl $0xffffffc0, %eax
  jne 2f
1:
  movq 0x08(%rsp), %r12
  movq 0x10(%rsp), %r13
  movq 0x18(%rsp), %r14
  movq 0x20(%rsp), %r15
  movq 0x28(%rsp), %rbx
  movq 0x30(%rsp), %rbp
  movq 0x38(%rsp), %rcx
  leaq 0x40(%rsp), %rsp
  .cfi_adjust_cfa_offset -0x40
  .cfi_register rip, rcx
  jmpq *%rcx
2:
  .cfi_adjust_cfa_offset 0x40
  .cfi_rel_offset rip, 0x38
  ldmxcsr (%rsp)
  jmp 1b
  .cfi_endproc
  .size heddle_switch_stack, .-heddle_switch_stack

  .p2align 4
  .globl heddle_fiber_start
  .type heddle_fiber_start, @function
heddle_fiber_start:
  .cfi_startproc
  .cfi_undefined rip
  movq %r12, %rdi
  callq *%rbx
  ud2
  .p2align 4
  .cfi_endproc
  .size heddle_fiber_start, .-heddle_fiber_start
)");

extern "C" void heddle_fiber_start();

namespace heddle::engine {

static_assert(offsetof(SavedRegisters, rip) == 0x38);

void* new_stack(void* top, void (*body)(void*), void* argument) {
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{63};
  auto* first = reinterpret_cast<SavedRegisters*>(end - 16 - sizeof(SavedRegisters));
  *first = {};
  first->mxcsr = __builtin_ia32_stmxcsr();
  first->rbx = reinterpret_cast<std::uint64_t>(body);
  first->r12 = reinterpret_cast<std::uint64_t>(argument);
  first->rip = reinterpret_cast<std::uint64_t>(&heddle_fiber_start);
  return first;
}

}  // namespace heddle::engine
