; SPDX-License-Identifier: Apache-2.0
; Where a tool listens, the code is as large as its events make it, and warps stay warps: what tools
; hear does not depend on a budget.
;
; RUN: --from weigh-kernel --stop-after weigh-code --isa baseline --budget 0.000001 --probes 1

; CHECK-NOT: to be compiled again
; CHECK: @heddle_kernel_entry
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr inbounds double, ptr %block, i32 %lane
  %x = load double, ptr %place
  %root = fdiv double 1.0, %x
  store double %root, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
