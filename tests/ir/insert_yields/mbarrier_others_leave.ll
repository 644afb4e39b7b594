; SPDX-License-Identifier: Apache-2.0
; Lanes that went past the wait arrive where all meet: in step they would be waited for and wait.
;
;   if (lane < 5) while (phase(b) == 0) {}
;   arrive(b);
;
; RUN: --from insert-yields

; CHECK: to be compiled again, thread by thread
define void @kernel() {
entry:
  %b = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %some = icmp ult i32 %lane, 5
  br i1 %some, label %before, label %meet
before:
  br label %wait
wait:
  %now = call i32 @heddle.mbarrier.phase(ptr %b, i32 0)
  %same = icmp eq i32 %now, 0
  br i1 %same, label %wait, label %behind
behind:
  br label %meet
meet:
  %state = call i64 @heddle.mbarrier(ptr %b, i32 4, i32 1, i32 0)
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i64 @heddle.mbarrier(ptr, i32, i32, i32)
declare i32 @heddle.mbarrier.phase(ptr, i32)
