; SPDX-License-Identifier: Apache-2.0
; Lanes meet in front of a matrix instruction, which takes words of all of them. What they call on the way there, each for itself, may be a
; function that calls itself; one with a barrier may not.
;
;   while (atomicCAS(lock, 0, 1) != 0) {}
;   atomicExch(lock, 0);
;   a = depth(lane);
;   mma.sync ...
;
; RUN: --from insert-yields --stop-after thread-by-thread

; CHECK-NOT: compiled again
; CHECK-LABEL: lanes.again:
; CHECK: atomicrmw xchg
; CHECK: call i32 @depth(
; CHECK-LABEL: lanes.meet:
; CHECK-LABEL: lanes.wait:
; CHECK: call {{.*}} @heddle.mma_m16n8k4_f32_tf32_tf32_f32(
define void @kernel() {
entry:
  %lock = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  br label %spin
spin:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %mine, label %spin
mine:
  %old = atomicrmw xchg ptr %lock, i32 0 monotonic
  %a = call i32 @depth(i32 %lane)
  %d = call {i32, i32, i32, i32} @heddle.mma_m16n8k4_f32_tf32_tf32_f32(i32 %a, i32 %a, i32 %a, i32 0, i32 0, i32 0, i32 0)
  %x = extractvalue {i32, i32, i32, i32} %d, 0
  store i32 %x, ptr %lock
  ret void
}
define internal i32 @depth(i32 %n) noinline {
  %few = icmp slt i32 %n, 2
  br i1 %few, label %end, label %more
more:
  %less = lshr i32 %n, 1
  %sum = call i32 @depth(i32 %less)
  %next = add i32 %sum, %n
  br label %end
end:
  %result = phi i32 [ %n, %0 ], [ %next, %more ]
  ret i32 %result
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare {i32, i32, i32, i32} @heddle.mma_m16n8k4_f32_tf32_tf32_f32(i32, i32, i32, i32, i32, i32, i32) convergent
