; SPDX-License-Identifier: Apache-2.0
; A vote that only says who votes the next time does not keep lanes together. (CUB's radix sort looks back like
; that, and writes through a parameter that may point into what it polls.)
;
;   do {
;     while ((seen = *(volatile int*)read) == 0) {}
;     mask = __ballot_sync(mask, seen > 0);
;   } while (seen > 0);
;   *write = seen;
;
; RUN: --from insert-yields --stop-after thread-by-thread

; CHECK-NOT: compiled again
; CHECK-NOT: call i32 @llvm.nvvm.vote
; CHECK-LABEL: lanes.wait:
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %read = load ptr, ptr %params, !invariant.load !0
  %slot = getelementptr i8, ptr %params, i64 8
  %write = load ptr, ptr %slot, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %from = getelementptr i32, ptr %read, i32 %lane
  br label %next
next:
  %mask = phi i32 [ -1, %entry ], [ %ballot, %counted ]
  br label %wait
wait:
  %seen = load volatile i32, ptr %from
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %wait, label %counted
counted:
  %word = phi i32 [ %seen, %wait ]
  %more = icmp sgt i32 %word, 0
  %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %more)
  br i1 %more, label %next, label %end
end:
  %last = phi i32 [ %word, %counted ]
  store i32 %last, ptr %write
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
!0 = !{}
