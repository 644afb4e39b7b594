; SPDX-License-Identifier: Apache-2.0
; Unsigned extension does not keep the order of signed numbers: min(i, last) of signed ones, then taken
; for an unsigned index, stays in 32 bits. That of unsigned ones does not, nor what may be extended as
; either (nneg).
;
; RUN: --from widen-indices

; CHECK-LABEL: define void @kernel(
; CHECK: [[S:%.*]] = call i32 @llvm.smin.i32(i32 %next, i32 %last)
; CHECK: zext i32 [[S]] to i64
; CHECK: call i64 @llvm.umin.i64(
; CHECK: call i64 @llvm.smin.i64(
define void @kernel() {
  %block = call ptr @heddle.block()
  %last = load i32, ptr %block
  %lane = call i32 @heddle.lane()
  %next = add nuw nsw i32 %lane, 1
  %s = call i32 @llvm.smin.i32(i32 %next, i32 %last)
  %s64 = zext i32 %s to i64
  %sp = getelementptr i32, ptr %block, i64 %s64
  store i32 1, ptr %sp
  %u = call i32 @llvm.umin.i32(i32 %next, i32 %last)
  %u64 = zext i32 %u to i64
  %up = getelementptr i32, ptr %block, i64 %u64
  store i32 2, ptr %up
  %n = call i32 @llvm.smin.i32(i32 %next, i32 %last)
  %n64 = zext nneg i32 %n to i64
  %np = getelementptr i32, ptr %block, i64 %n64
  store i32 3, ptr %np
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
