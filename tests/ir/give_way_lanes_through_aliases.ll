; SPDX-License-Identifier: Apache-2.0
; Lanes wait for what other lanes may write through another parameter: it may point into the same array.
;
;   while (((volatile int*)read)[t] == 0) {}
;   write[t] = 1;
;
; RUN: --from give-way

; CHECK: compiled again
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %params = load ptr, ptr %block, !invariant.load !0
  %read = load ptr, ptr %params, !invariant.load !0
  %slot = getelementptr i8, ptr %params, i64 8
  %write = load ptr, ptr %slot, !invariant.load !0
  %place = getelementptr i32, ptr %read, i32 %lane
  br label %wait
wait:
  %seen = load volatile i32, ptr %place
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %wait, label %behind
behind:
  %to = getelementptr i32, ptr %write, i32 %lane
  store i32 1, ptr %to
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
!1 = !{!2}
!2 = distinct !{!2, !3}
!3 = distinct !{!3}
