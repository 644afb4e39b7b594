; SPDX-License-Identifier: Apache-2.0
; A clamp of an index in 32 bits is made in 64 bits: sign extension keeps the order of numbers, so what is
; in front of the clamp keeps its shape.
;
;   x[row + min(threadIdx.x + 1, last)]
;
; RUN: --from widen-indices

; CHECK: [[ROW:%.*]] = sext i32 %row to i64
; CHECK: [[LAST:%.*]] = sext i32 %last to i64
; CHECK: [[LANE:%.*]] = sext i32 %lane to i64
; CHECK: [[NEXT:%.*]] = add nsw i64 [[LANE]], 1
; CHECK: [[AT:%.*]] = call i64 @llvm.smin.i64(i64 [[NEXT]], i64 [[LAST]])
; CHECK: add nsw i64 [[ROW]], [[AT]]
define void @kernel() {
  %block = call ptr @heddle.block()
  %row = load i32, ptr %block
  %p = getelementptr i32, ptr %block, i64 1
  %last = load i32, ptr %p
  %lane = call i32 @heddle.lane()
  %next = add nsw i32 %lane, 1
  %clamped = call i32 @llvm.smin.i32(i32 %next, i32 %last)
  %i = add nsw i32 %row, %clamped
  %wide = sext i32 %i to i64
  %place = getelementptr i32, ptr %block, i64 %wide
  store i32 1, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @llvm.smin.i32(i32, i32)
