; SPDX-License-Identifier: Apache-2.0
; Lanes that arrive at one mbarrier and wait for it stay in vector code.
;
;   for (;;) { state = arrive(b); while (phase(b) == state) {} ... }
;
; RUN: --from insert-yields

; CHECK-NOT: compiled again
; CHECK: wait:
; CHECK: call void @heddle.yield()
; CHECK-NEXT: br i1 %same
define void @kernel(i32 %rounds) {
entry:
  %b = call ptr @heddle.block()
  br label %round
round:
  %k = phi i32 [ 0, %entry ], [ %next, %behind ]
  %state = call i64 @heddle.mbarrier(ptr %b, i32 4, i32 1, i32 0)
  %old = lshr i64 %state, 61
  %mine = trunc i64 %old to i32
  br label %wait
wait:
  %now = call i32 @heddle.mbarrier.phase(ptr %b, i32 0)
  %same = icmp eq i32 %now, %mine
  br i1 %same, label %wait, label %behind
behind:
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %rounds
  br i1 %more, label %round, label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i64 @heddle.mbarrier(ptr, i32, i32, i32)
declare i32 @heddle.mbarrier.phase(ptr, i32)
