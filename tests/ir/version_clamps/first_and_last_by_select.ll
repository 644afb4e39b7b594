; SPDX-License-Identifier: Apache-2.0
; x == 0 ? x : x - 1 is a clamp as well: few lanes are equal to one number.
;
;   out[i] = x[i == first ? i : i - 1]
;
; RUN: --from linearise --stop-after version-clamps --changes

; CHECK: ; changed: {{.*}}version-clamps:1
; CHECK: [[EQUAL:%.*]] = icmp eq i64 %i, %first
; CHECK: [[HERE:%.*]] = and i1 %{{.*}}, [[EQUAL]]
; CHECK: call i1 @heddle.any(i1 [[HERE]])
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %first = load i64, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %is = icmp eq i64 %i, %first
  %before = add nsw i64 %i, -1
  %at = select i1 %is, i64 %i, i64 %before
  %left.at = getelementptr i32, ptr %block, i64 %at
  %left = load i32, ptr %left.at
  store i32 %left, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
