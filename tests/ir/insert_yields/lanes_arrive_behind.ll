; SPDX-License-Identifier: Apache-2.0
; Who only arrives at a barrier does not wait there for lanes that are still in the loop.
;
;   for (;;) { while (flags[lane] != round) {} barrier_arrive(1, 64); flags[lane ^ 1] = round + 1; }
;
; RUN: --from insert-yields

; CHECK: compiled again
define void @kernel(i32 %rounds) {
entry:
  %flags = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %flag = getelementptr i32, ptr %flags, i32 %lane
  %neighbour = xor i32 %lane, 1
  %other = getelementptr i32, ptr %flags, i32 %neighbour
  br label %round
round:
  %k = phi i32 [ 0, %entry ], [ %next, %behind ]
  br label %wait
wait:
  %seen = load volatile i32, ptr %flag
  %there = icmp eq i32 %seen, %k
  br i1 %there, label %behind, label %wait
behind:
  %met = call i32 @heddle.barrier(i32 1, i32 64, i32 4, i1 false)
  %next = add i32 %k, 1
  store i32 %next, ptr %other
  %more = icmp ult i32 %next, %rounds
  br i1 %more, label %round, label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.barrier(i32, i32, i32, i1)
