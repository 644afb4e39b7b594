; SPDX-License-Identifier: Apache-2.0
; Lanes of a warp that take a lock from each other cannot run in step.
;
;   while (atomicCAS(lock, 0, 1) != 0) {}
;   ...
;   atomicExch(lock, 0);
;
; RUN: --from insert-yields

; CHECK: to be compiled again, thread by thread
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
  ret void
}
declare ptr @heddle.block()
