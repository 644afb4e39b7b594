; SPDX-License-Identifier: Apache-2.0
; A kernel that is far above the budget is compiled again thread by thread; without a bound, or with
; one that allows for it, it stays a warp.
;
; RUN: --from weigh-kernel --budget 0.00001
; RUN: --from weigh-kernel --budget 10 | VECTORS
; RUN: --from weigh-kernel | VECTORS

; CHECK: to be compiled again, thread by thread
; VECTORS-NOT: to be compiled again
; VECTORS: define internal void @kernel()
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr inbounds double, ptr %block, i32 %lane
  %x = load double, ptr %place
  %root = fdiv double 1.0, %x
  %sum = fadd double %root, %x
  store double %sum, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
