; SPDX-License-Identifier: Apache-2.0
; A walk that ends at a value from outside may go round in a ring until another lane opens it, also
; where plain loads read the nodes.
;
;   while ((p = next[p]) != goal) {}
;   next[lane] = goal;
;
; RUN: --from insert-yields

; CHECK: to be compiled again, thread by thread
; CHECK: walk:
; CHECK: call void @heddle.yield.at.times()
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %params = load ptr, ptr %block, !invariant.load !0
  %next = load ptr, ptr %params, !invariant.load !0
  %goal = add i32 %lane, 100
  br label %walk
walk:
  %p = phi i32 [ %lane, %entry ], [ %q, %walk ]
  %at = getelementptr i32, ptr %next, i32 %p
  %q = load i32, ptr %at
  %there = icmp eq i32 %q, %goal
  br i1 %there, label %end, label %walk
end:
  %mine = getelementptr i32, ptr %next, i32 %lane
  store i32 %goal, ptr %mine
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
