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
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset rbp, 0
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset rbx, 0
  pushq %r15
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset r15, 0
  pushq %r14
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset r14, 0
  pushq %r13
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset r13, 0
  pushq %r12
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset r12, 0
  pushq $0
  .cfi_adjust_cfa_offset 8
  stmxcsr (%rsp)
  movq %rsp, (%rdi)
  movl (%rsp), %eax
  xorl (%rsi), %eax
  movq %rsi, %rsp
  testl $~0x3f, %eax
  jz 1f
  ldmxcsr (%rsp)
1:
  popq %rax
  .cfi_adjust_cfa_offset -8
  popq %r12
  .cfi_adjust_cfa_offset -8
  .cfi_restore r12
  popq %r13
  .cfi_adjust_cfa_offset -8
  .cfi_restore r13
  popq %r14
  .cfi_adjust_cfa_offset -8
  .cfi_restore r14
  popq %r15
  .cfi_adjust_cfa_offset -8
  .cfi_restore r15
  popq %rbx
  .cfi_adjust_cfa_offset -8
  .cfi_restore rbx
  popq %rbp
  .cfi_adjust_cfa_offset -8
  .cfi_restore rbp
  popq %rcx
  .cfi_adjust_cfa_offset -8
  .cfi_register rip, rcx
  jmpq *%rcx
  .cfi_endproc
  .size heddle_switch_stack, .-heddle_switch_stack

  .macro heddle_switch_alike_to
  .cfi_startproc
  leaq -0x38(%rsp), %rsp
  .cfi_adjust_cfa_offset 0x38
  movq %rbp, 0x30(%rsp)
  .cfi_rel_offset rbp, 0x30
  movq %rbx, 0x28(%rsp)
  .cfi_rel_offset rbx, 0x28
  movq %r15, 0x20(%rsp)
  .cfi_rel_offset r15, 0x20
  movq %r14, 0x18(%rsp)
  .cfi_rel_offset r14, 0x18
  movq %r13, 0x10(%rsp)
  .cfi_rel_offset r13, 0x10
  movq %r12, 0x08(%rsp)
  .cfi_rel_offset r12, 0x08
  movq %rdx, (%rsp)
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  movq 0x08(%rsp), %r12
  .cfi_restore r12
  movq 0x10(%rsp), %r13
  .cfi_restore r13
  movq 0x18(%rsp), %r14
  .cfi_restore r14
  movq 0x20(%rsp), %r15
  .cfi_restore r15
  movq 0x28(%rsp), %rbx
  .cfi_restore rbx
  movq 0x30(%rsp), %rbp
  .cfi_restore rbp
  leaq 0x38(%rsp), %rsp
  .cfi_adjust_cfa_offset -0x38
  xorl %eax, %eax
  .endm

  .p2align 4
  .globl heddle_jump_alike
  .hidden heddle_jump_alike
  .type heddle_jump_alike, @function
heddle_jump_alike:
  heddle_switch_alike_to
  popq %rcx
  .cfi_adjust_cfa_offset -8
  .cfi_register rip, rcx
  jmpq *%rcx
  .cfi_endproc
  .size heddle_jump_alike, .-heddle_jump_alike

  .p2align 4
  .globl heddle_return_alike
  .hidden heddle_return_alike
  .type heddle_return_alike, @function
heddle_return_alike:
  heddle_switch_alike_to
  retq
  .cfi_endproc
  .size heddle_return_alike, .-heddle_return_alike

  .p2align 4
  .globl heddle_fiber_start
  .type heddle_fiber_start, @function
heddle_fiber_start:
  .cfi_startproc
  .cfi_undefined rip
  movq %r12, %rdi
  movq %r13, %rsi
  movq %r14, %rdx
  callq *%rbx
  ud2
  .p2align 4
  .cfi_endproc
  .size heddle_fiber_start, .-heddle_fiber_start
)");

extern "C" void heddle_fiber_start();

namespace heddle::engine {

static_assert(offsetof(SavedRegisters, rip) == 0x38);

void* new_stack(void* top, void (*first)(void* fiber, void (*body)(void*), void* argument),
                void* fiber, void (*body)(void*), void* argument) {
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{63};
  auto* saved = reinterpret_cast<SavedRegisters*>(end - 16 - sizeof(SavedRegisters));
  *saved = {};
  saved->mxcsr = __builtin_ia32_stmxcsr();
  saved->rbx = reinterpret_cast<std::uint64_t>(first);
  saved->r12 = reinterpret_cast<std::uint64_t>(fiber);
  saved->r13 = reinterpret_cast<std::uint64_t>(body);
  saved->r14 = reinterpret_cast<std::uint64_t>(argument);
  saved->rip = reinterpret_cast<std::uint64_t>(&heddle_fiber_start);
  return saved;
}

}  // namespace heddle::engine
