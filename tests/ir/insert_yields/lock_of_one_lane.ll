; SPDX-License-Identifier: Apache-2.0
; A lock that one thread of a block takes, and a flag that all its lanes wait for, stay in vector code:
; the warp yields on its way round.
;
;   if (threadIdx.x == 0) while (atomicCAS(lock, 0, 1) != 0) {}
;   while (*(volatile int*)flag == 0) {}
;
; RUN: --from insert-yields

; CHECK-NOT: compiled again
; CHECK: spin:
; CHECK: call void @heddle.yield()
; CHECK-NEXT: br i1 %won
; CHECK: wait:
; CHECK: call void @heddle.yield()
; CHECK-NEXT: br i1 %none
define void @kernel() {
entry:
  %lock = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %warp = call i32 @heddle.warp()
  %first = shl i32 %warp, 5
  %t = or disjoint i32 %first, %lane
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %before, label %flag
before:
  br label %spin
spin:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %behind, label %spin
behind:
  br label %flag
flag:
  %where = getelementptr i32, ptr %lock, i64 9
  br label %wait
wait:
  %seen = load volatile i32, ptr %where
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %wait, label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.warp()
