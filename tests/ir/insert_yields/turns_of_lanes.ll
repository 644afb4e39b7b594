; SPDX-License-Identifier: Apache-2.0
; Another lane waits in each round, for what another one writes in its own: they need not come to the end
; of a round together.
;
;   if (threadIdx.x < 16)
;     for (k = 0; k < rounds; ++k)
;       if (lane == k) { if (k % 2 == 0) { while (*(volatile int*)turn == 0) {} } else *turn = 1; }
;
; RUN: --from insert-yields

; CHECK: compiled again
define void @kernel(i32 %rounds) {
entry:
  %turn = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %low = icmp ult i32 %lane, 16
  br i1 %low, label %first, label %end
first:
  br label %round
round:
  %k = phi i32 [ 0, %first ], [ %next, %behind ]
  %mine = icmp eq i32 %lane, %k
  br i1 %mine, label %which, label %behind
which:
  %odd = trunc i32 %k to i1
  br i1 %odd, label %set, label %before
before:
  br label %wait
wait:
  %seen = load volatile i32, ptr %turn
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %wait, label %got
got:
  br label %behind
set:
  store i32 1, ptr %turn
  br label %behind
behind:
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %rounds
  br i1 %more, label %round, label %through
through:
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
