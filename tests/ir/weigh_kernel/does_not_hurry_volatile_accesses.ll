; SPDX-License-Identifier: Apache-2.0
; Lanes see what others of their warp have stored to volatile variables: they cannot run one by one,
; however long it takes to compile them.
;
; RUN: --from weigh-kernel --budget 0.00001

; CHECK-NOT: to be compiled again
; CHECK: define internal void @kernel()
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %next = add i32 %lane, 1
  %place = getelementptr inbounds double, ptr %block, i32 %lane
  %other = getelementptr inbounds double, ptr %block, i32 %next
  %x = load volatile double, ptr %other
  store volatile double %x, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
