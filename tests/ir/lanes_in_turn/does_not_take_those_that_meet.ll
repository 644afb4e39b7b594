; SPDX-License-Identifier: Apache-2.0
; Where the threads of one function wait for each other, all functions behind pointers stay warps.
;
; RUN: --from lanes-in-turn --hurried --functions

; CHECK: to be compiled again, as vectors
; CHECK-NOT: .thread(
define i32 @meets(ptr %block, ptr %thread, i32 %x) {
  %y = call i32 @heddle_ref_barrier(ptr %thread, i32 0)
  ret i32 %y
}
define i32 @other(ptr %block, ptr %thread, i32 %x) {
  ret i32 %x
}
declare i32 @heddle_ref_barrier(ptr, i32)
