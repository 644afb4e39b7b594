; SPDX-License-Identifier: Apache-2.0
; Single threads whose code would take more than half of the budget are not simplified by what walks
; over a function more than once: a product and a sum do not become a shift.
;
; RUN: --from single-thread --hurried --budget 0.0001 --stop-after clean-up-entry-point --changes

; CHECK: changed: weigh-threads:1
; CHECK: mul i32 {{.*}}, 3
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %x = load i32, ptr %block
  %y = mul i32 %x, 3
  %z = add i32 %y, %x
  store i32 %z, ptr %block
  ret void
}
declare ptr @heddle.block()
