; SPDX-License-Identifier: Apache-2.0
; A sequence lock: lanes that find it odd go round without a try to take it. All ways out of the loop lead by the
; swap, but not each round comes to it, so the loop hangs on what the volatile load saw.
;
;   for (;;) { seen = *(volatile int*)lock; if (seen % 2 == 0 && atomicCAS(lock, seen, seen + 1) == seen) break; }
;   *(volatile int*)lock = seen + 2;
;
; RUN: --from insert-yields --stop-after insert-yields

; CHECK: round:
; CHECK: call void @heddle.progress()
; CHECK: again:
; CHECK: call void @heddle.yield.at.times(){{.*}}!heddle.among.lanes
define void @kernel() {
entry:
  %lock = call ptr @heddle.block()
  br label %round
round:
  %seen = load volatile i32, ptr %lock
  %odd = trunc i32 %seen to i1
  br i1 %odd, label %again, label %take
take:
  %mine = add i32 %seen, 1
  %pair = cmpxchg ptr %lock, i32 %seen, i32 %mine monotonic monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %got, label %again
again:
  br label %round
got:
  %kept = phi i32 [ %seen, %take ]
  %next = add i32 %kept, 2
  store volatile i32 %next, ptr %lock
  ret void
}
declare ptr @heddle.block()
