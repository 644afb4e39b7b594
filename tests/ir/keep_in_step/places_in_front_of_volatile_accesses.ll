; SPDX-License-Identifier: Apache-2.0
; Threads that run one by one wait for their warp in front of each volatile access, and at the end
; of a round of the loop that has one; not in front of plain ones.
;
; RUN: --from keep-in-step --hurried

; CHECK-LABEL: define internal void @kernel()
; CHECK: loop:
; CHECK: call void @heddle.in.step(i32 0)
; CHECK-NEXT: load volatile
; CHECK: call void @heddle.in.step(i32 1)
; CHECK-NEXT: br i1
; CHECK: done:
; CHECK: call void @heddle.in.step(i32 2)
; CHECK-NEXT: store volatile
; CHECK-NEXT: store double
; CHECK-NEXT: ret void
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr inbounds double, ptr %block, i32 %lane
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %other = getelementptr inbounds double, ptr %block, i32 %k
  %x = load volatile double, ptr %other
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %lane
  br i1 %more, label %loop, label %done
done:
  store volatile double %x, ptr %place
  store double %x, ptr %block
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
