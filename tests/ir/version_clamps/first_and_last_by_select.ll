; SPDX-License-Identifier: Apache-2.0
; x == first ? x : x - n is a clamp as well, and so is x - (x != first), which LLVM makes of n = 1: few
; lanes are equal to one number.
;
;   out[i] = x[i == first ? i : i - 5] + x[i - (i != first)]
;
; RUN: --from linearise --stop-after version-clamps --changes

; CHECK: ; changed: {{.*}}version-clamps:1
; CHECK: [[EQUAL:%.*]] = icmp eq i64 %i, %first
; CHECK: [[DIFFERS:%.*]] = icmp ne i64 %i, %first
; CHECK: [[NOT:%.*]] = xor i1 [[DIFFERS]], true
; CHECK: [[EITHER:%.*]] = or i1 [[EQUAL]], [[NOT]]
; CHECK: [[HERE:%.*]] = and i1 %{{.*}}, [[EITHER]]
; CHECK: call i1 @heddle.any(i1 [[HERE]])
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %first = load i64, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %is = icmp eq i64 %i, %first
  %before = add nsw i64 %i, -5
  %at = select i1 %is, i64 %i, i64 %before
  %left.at = getelementptr i32, ptr %block, i64 %at
  %left = load i32, ptr %left.at
  %differs = icmp ne i64 %i, %first
  %one = sext i1 %differs to i64
  %next = add nsw i64 %i, %one
  %next.at = getelementptr i32, ptr %block, i64 %next
  %right = load i32, ptr %next.at
  %sum = add i32 %left, %right
  store i32 %sum, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
