; SPDX-License-Identifier: Apache-2.0
; A lock that lane 0 of each warp takes, where it is asked to, and gives back stays in vector code: nobody
; but the lane that waits for it writes it in its warp.
;
;   do { if (lane == 0) { if (rounds % 2) { while (atomicCAS(lock, 0, 1) != 0) {} } atomicExch(lock, 0); }
;   } while (--rounds);
;
; RUN: --from insert-yields

; CHECK-NOT: compiled again
; CHECK: spin:
; CHECK: call void @heddle.yield()
; CHECK-NEXT: br i1 %won
define void @kernel(i32 %rounds) {
entry:
  %lock = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  br label %round
round:
  %k = phi i32 [ 0, %entry ], [ %next, %behind ]
  %zero = icmp eq i32 %lane, 0
  br i1 %zero, label %first, label %behind
first:
  %odd = trunc i32 %k to i1
  br i1 %odd, label %before, label %got
before:
  br label %spin
spin:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %won.it, label %spin
won.it:
  br label %got
got:
  %was = atomicrmw xchg ptr %lock, i32 0 monotonic
  br label %behind
behind:
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %rounds
  br i1 %more, label %round, label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
