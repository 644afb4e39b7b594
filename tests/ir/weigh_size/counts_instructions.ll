; SPDX-License-Identifier: Apache-2.0
; Five instructions are within five times 75 us, and not within less.
;
; RUN: --from weigh-size --budget 0.0003
; RUN: --from weigh-size --budget 0.0004 | WITHIN

; CHECK: to be compiled again, thread by thread
; WITHIN-NOT: to be compiled again
; WITHIN: define internal void @kernel()
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %x = load i32, ptr %block
  %y = mul i32 %x, %x
  store i32 %y, ptr %block
  ret void
}
declare ptr @heddle.block()
