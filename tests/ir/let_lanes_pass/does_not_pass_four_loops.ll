; SPDX-License-Identifier: Apache-2.0
; Each way back has all that a lane holds there: with more than three waiting loops the kernel runs
; thread by thread.
;
;   for (k = 0; k < 4; ++k) { while (atomicCAS(lock + k, 0, 1) != 0) {} }   // unrolled
;   atomicExch(lock, 0);
;
; RUN: --from insert-yields --stop-after thread-by-thread

; CHECK: compiled again, thread by thread
; CHECK-NOT: lanes.again
define void @kernel() {
entry:
  %lock = call ptr @heddle.block()
  %lock1 = getelementptr i32, ptr %lock, i32 1
  %lock2 = getelementptr i32, ptr %lock, i32 2
  %lock3 = getelementptr i32, ptr %lock, i32 3
  br label %spin
spin:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %to1, label %spin
to1:
  br label %spin1
spin1:
  %pair1 = cmpxchg ptr %lock1, i32 0, i32 1 monotonic monotonic
  %won1 = extractvalue { i32, i1 } %pair1, 1
  br i1 %won1, label %to2, label %spin1
to2:
  br label %spin2
spin2:
  %pair2 = cmpxchg ptr %lock2, i32 0, i32 1 monotonic monotonic
  %won2 = extractvalue { i32, i1 } %pair2, 1
  br i1 %won2, label %to3, label %spin2
to3:
  br label %spin3
spin3:
  %pair3 = cmpxchg ptr %lock3, i32 0, i32 1 monotonic monotonic
  %won3 = extractvalue { i32, i1 } %pair3, 1
  br i1 %won3, label %mine, label %spin3
mine:
  %old = atomicrmw xchg ptr %lock, i32 0 monotonic
  ret void
}
declare ptr @heddle.block()
