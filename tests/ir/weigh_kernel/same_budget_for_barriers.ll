; SPDX-License-Identifier: Apache-2.0
; Single threads that wait at __syncthreads() only are loops: above the budget, if by little, the
; kernel becomes that.
;
; RUN: --from weigh-kernel --budget 0.0015
; RUN: --from weigh-kernel --budget 0.0018 | ENOUGH

; CHECK: to be compiled again, thread by thread
; ENOUGH-NOT: to be compiled again
; ENOUGH: define internal void @kernel()
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr inbounds double, ptr %block, i32 %lane
  %x = load double, ptr %place
  %root = fdiv double 1.0, %x
  %sum = fadd double %root, %x
  %votes = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %number = fadd double %sum, 1.0
  store double %number, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1)
