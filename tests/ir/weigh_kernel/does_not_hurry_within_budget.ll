; SPDX-License-Identifier: Apache-2.0
; A kernel that is within the budget stays vectors.
;
; RUN: --from weigh-kernel --budget 10

; CHECK-NOT: to be compiled again
; CHECK: define internal void @kernel()
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
