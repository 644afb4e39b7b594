; SPDX-License-Identifier: Apache-2.0
; Within half of the budget single threads are simplified like everything else.
;
; RUN: --from single-thread --hurried --budget 1 --stop-after clean-up-entry-point --changes
; RUN: --from single-thread --hurried --stop-after clean-up-entry-point --changes

; CHECK-NOT: weigh-threads
; CHECK-NOT: mul i32 {{.*}}, 3
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
