; SPDX-License-Identifier: Apache-2.0
; A lock that a lane gives back by a plain store of its size, through another parameter: lanes wait.
;
;   while (atomicCAS(lock, 0, 1) != 0) {}
;   *same = 0;
;
; RUN: --from insert-yields

; CHECK: compiled again
define void @kernel() {
entry:
  %b = call ptr @heddle.block()
  %params = load ptr, ptr %b, !invariant.load !0
  %lock = load ptr, ptr %params, !invariant.load !0
  %slot = getelementptr i8, ptr %params, i64 8
  %same = load ptr, ptr %slot, !invariant.load !0
  %t = call i32 @heddle.lane()
  br label %wait
wait:
  %swap = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %taken = extractvalue { i32, i1 } %swap, 1
  br i1 %taken, label %behind, label %wait
behind:
  store i32 0, ptr %same
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
