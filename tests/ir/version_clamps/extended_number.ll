; SPDX-License-Identifier: Apache-2.0
; What is extended without a sign, and may be negative, is another number in such lanes: each lane is asked for its
; own. In the copy the first lane's number is extended and the steps from it, some of which go back, are added with
; their sign; the first lane's must be so far from the ends of 32 bits that no lane's wraps around.
;
;   out[lane] = x[(unsigned)min(last + lane % 16 - (lane & 16), 100)]
;
; RUN: --from linearise --stop-after version-clamps --changes

; CHECK: ; changed: {{.*}}version-clamps:1
; CHECK: [[STEPS:%.*]] = call i32 @heddle.steps.i32(i32 %back)
; CHECK: [[FIRST:%.*]] = sub i32 %back, [[STEPS]]
; CHECK: [[BASE:%.*]] = zext i32 [[FIRST]] to i64
; CHECK: [[WAY:%.*]] = sext i32 [[STEPS]] to i64
; CHECK: [[PLACE:%.*]] = add i64 [[BASE]], [[WAY]]
; CHECK: [[FROM:%.*]] = getelementptr i32, ptr %block, i64 [[PLACE]]
; CHECK: [[END:%.*]] = icmp ugt i32 {{%.*}}, 2130706431
; CHECK: [[NEGATIVE:%.*]] = icmp slt i32 %back, 0
; CHECK: [[BEYOND:%.*]] = icmp sgt i32 %back, 100
; CHECK: or i1 [[NEGATIVE]], [[BEYOND]]
; CHECK: [[ANY:%.*]] = call i1 @heddle.any
; CHECK: or i1 [[ANY]], [[END]]
; CHECK: .unclamped:
; CHECK: load i32, ptr [[FROM]]
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %last.at = getelementptr i64, ptr %block, i64 2
  %last = load i32, ptr %last.at, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %column = and i32 %lane, 15
  %row = and i32 %lane, 16
  %steps = sub i32 %column, %row
  %back = add i32 %last, %steps
  %least = call i32 @llvm.smin.i32(i32 %back, i32 100)
  %wide = zext i32 %least to i64
  %from = getelementptr i32, ptr %block, i64 %wide
  %v = load i32, ptr %from
  store i32 %v, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @llvm.smin.i32(i32, i32)
!0 = !{}
