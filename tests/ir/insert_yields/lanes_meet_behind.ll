; SPDX-License-Identifier: Apache-2.0
; What lanes write behind a barrier, no lane waits for before it: they do not pass it while others wait.
;
;   for (;;) { while (flags[lane] != round) {} __syncthreads(); flags[lane] = round + 1; }
;
; RUN: --from insert-yields

; CHECK-NOT: compiled again
; CHECK: wait:
define void @kernel(i32 %rounds) {
entry:
  %flags = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %flag = getelementptr i32, ptr %flags, i32 %lane
  br label %round
round:
  %k = phi i32 [ 0, %entry ], [ %next, %behind ]
  br label %wait
wait:
  %seen = load volatile i32, ptr %flag
  %there = icmp eq i32 %seen, %k
  br i1 %there, label %behind, label %wait
behind:
  %met = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %next = add i32 %k, 1
  store i32 %next, ptr %flag
  %more = icmp ult i32 %next, %rounds
  br i1 %more, label %round, label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.barrier(i32, i32, i32, i1)
