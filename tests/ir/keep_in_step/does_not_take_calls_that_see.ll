; SPDX-License-Identifier: Apache-2.0
; In a function that stays a call, volatile accesses have no place in the kernel's order: the kernel
; stays vectors.
;
; RUN: --from keep-in-step --hurried

; CHECK: to be compiled again, as vectors
; CHECK-NOT: @heddle.in.step
define internal void @kernel() {
  %block = call ptr @heddle.block()
  call void @see(ptr %block)
  ret void
}
define internal void @see(ptr %p) noinline {
  %x = load volatile i32, ptr %p
  store volatile i32 %x, ptr %p
  ret void
}
declare ptr @heddle.block()
