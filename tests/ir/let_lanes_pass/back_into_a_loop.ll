; SPDX-License-Identifier: Apache-2.0
; A lock in each round of a loop: who waits comes back into the middle of it, and every loop has one
; entry again.
;
;   for (k = 0; k < rounds; ++k) { while (atomicCAS(lock, 0, 1) != 0) {}  atomicExch(lock, 0); }
;
; RUN: --from insert-yields --stop-after thread-by-thread

; CHECK-NOT: compiled again
; CHECK-LABEL: lanes.again:
; CHECK: icmp eq i32 %{{.*}}, 1
; CHECK: cmpxchg
; CHECK-LABEL: lanes.wait:
; CHECK: call void @heddle.yield()
define void @kernel(i32 %rounds) {
entry:
  %lock = call ptr @heddle.block()
  br label %round
round:
  %k = phi i32 [ 0, %entry ], [ %next, %mine ]
  br label %spin
spin:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %mine, label %spin
mine:
  %old = atomicrmw xchg ptr %lock, i32 0 monotonic
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %rounds
  br i1 %more, label %round, label %end
end:
  ret void
}
declare ptr @heddle.block()
