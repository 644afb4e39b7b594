; SPDX-License-Identifier: Apache-2.0
; Lanes take a lock from each other, and come to a barrier that counts threads behind it.
;
;   while (atomicCAS(lock, 0, 1) != 0) {}
;   atomicExch(lock, 0);
;   asm volatile("bar.sync 1, 64;");
;
; RUN: --from insert-yields --stop-after thread-by-thread

; CHECK: compiled again, thread by thread
; CHECK-NOT: lanes.again
define void @kernel() {
entry:
  %lock = call ptr @heddle.block()
  br label %spin
spin:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %mine, label %spin
mine:
  %old = atomicrmw xchg ptr %lock, i32 0 monotonic
  %b = call i32 @heddle.barrier(i32 1, i32 64, i32 0, i1 false)
  store i32 %old, ptr %lock
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
