; SPDX-License-Identifier: Apache-2.0
; Volatile accesses and loops: whether lanes wait for each other is not known yet.
;
; RUN: --from weigh-size --budget 0.00001

; CHECK-NOT: to be compiled again
; CHECK: define internal void @kernel()
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  br label %loop
loop:
  %x = load volatile i32, ptr %block
  %more = icmp ne i32 %x, 0
  br i1 %more, label %loop, label %done
done:
  ret void
}
declare ptr @heddle.block()
