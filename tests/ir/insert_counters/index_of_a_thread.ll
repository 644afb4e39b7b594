; SPDX-License-Identifier: Apache-2.0
; blockIdx.x * 64 + threadIdx.x in the order in which LLVM adds it up: 32 times the warp is read with the lane, so the
; product joins the sum that has it. Two sums are left of four integer instructions.
;
; RUN: --from insert-counters --stop-after insert-counters --probes 134217728

; CHECK: @heddle.counted = constant
; CHECK-SAME: [28 x i16] [i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 2, 
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  br label %index
index:
  %number = load i32, ptr %data
  %first = shl nuw nsw i32 %number, 6
  %warp = call i32 @heddle.warp()
  %of.warp = shl nuw nsw i32 %warp, 5
  %lane = call i32 @heddle.lane()
  %some = or disjoint i32 %of.warp, %first
  %all = or disjoint i32 %some, %lane
  store i32 %all, ptr %data
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.warp() memory(none)
declare i32 @heddle.lane() memory(none)
!0 = !{}
