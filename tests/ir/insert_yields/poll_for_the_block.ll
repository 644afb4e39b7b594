; SPDX-License-Identifier: Apache-2.0
; Thread 0 polls and hands on what it read through shared memory: the loop waits. One in which the
; threads tell each other whether to go on does not.
;
;   for (;;) { if (t == 0) seen = *(volatile int*)flag; __syncthreads(); if (seen) break; __syncthreads(); }
;   do { __syncthreads(); changed = 0; __syncthreads(); if (in[t] > 5) changed = 1; __syncthreads(); } while (changed);
;
; RUN: --from insert-yields
; CHECK: poll:
; CHECK: call void @heddle.yield()
; CHECK-NEXT: br label %poll{{$}}
; CHECK: rounds:
; CHECK-NOT: call void @heddle.yield
; CHECK: ret void
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %first = icmp eq i32 %lane, 0
  %place = getelementptr i8, ptr %block, i64 8
  %shared = load ptr, ptr %place, !invariant.load !0
  %params = load ptr, ptr %block, !invariant.load !0
  %flag = load ptr, ptr %params, !invariant.load !0
  br label %poll
poll:
  br i1 %first, label %read, label %met
read:
  %f = load volatile i32, ptr %flag
  store i32 %f, ptr %shared
  br label %met
met:
  %b1 = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %seen = load i32, ptr %shared
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %again, label %rounds.pre
again:
  %b2 = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  br label %poll
rounds.pre:
  br label %rounds
rounds:
  store i32 0, ptr %shared
  %b3 = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %mine = getelementptr i32, ptr %flag, i32 %lane
  %v = load i32, ptr %mine
  %big = icmp ugt i32 %v, 5
  br i1 %big, label %tell, label %told
tell:
  store volatile i32 1, ptr %shared
  br label %told
told:
  %b4 = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %changed = load volatile i32, ptr %shared
  %more = icmp ne i32 %changed, 0
  br i1 %more, label %rounds, label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.barrier(i32, i32, i32, i1)
!0 = !{}
