; SPDX-License-Identifier: Apache-2.0
; Loads at min(i + 1, last) and max(i - 1, 0): one question for both, of the lanes that are here. The copy
; loads x[i + 1] and x[i - 1]. In the other one each is two loads under masks, of the lanes that the clamp
; leaves alone and of the others, for which the index is the bound.
;
;   if (odd[i]) out[i] = x[min(i + 1, last)] + x[max(i - 1, 0)]
;
; RUN: --from linearise --stop-after version-clamps

; CHECK: [[ODD:%.*]] = select i1 %{{.*}}, i1 %odd, i1 false
; CHECK: work:
; CHECK: call void @heddle.mask(i1 [[ODD]])
; CHECK: [[RIGHT:%.*]] = getelementptr i32, ptr %block, i64 %next
; CHECK: [[OVER:%.*]] = icmp sgt i64 %next, %last
; CHECK: [[LEFT:%.*]] = getelementptr i32, ptr %block, i64 %before
; CHECK: [[UNDER:%.*]] = icmp slt i64 %before, 0
; CHECK: [[SOME:%.*]] = or i1 [[OVER]], [[UNDER]]
; CHECK: [[HERE:%.*]] = and i1 [[ODD]], [[SOME]]
; CHECK: [[ANY:%.*]] = call i1 @heddle.any(i1 [[HERE]])
; CHECK: [[NONE:%.*]] = xor i1 [[ANY]], true
; CHECK: [[ASK:%.*]] = call i1 @llvm.expect.i1(i1 [[NONE]], i1 true)
; CHECK: br i1 [[ASK]], label %work.unclamped, label %work.clamped{{(,|$)}}
; CHECK: work.unclamped:
; CHECK-NEXT: call void @heddle.mask(i1 [[ODD]])
; CHECK-NEXT: load i32, ptr [[RIGHT]]
; CHECK-NEXT: load i32, ptr [[LEFT]]
; CHECK: work.clamped:
; CHECK-NEXT: call void @heddle.mask(i1 [[ODD]])
; CHECK: [[REST:%.*]] = xor i1 [[OVER]], true
; CHECK: [[INSIDE:%.*]] = and i1 [[ODD]], [[REST]]
; CHECK: call i1 @heddle.any(i1 [[INSIDE]])
; CHECK: call void @heddle.mask(i1 [[INSIDE]])
; CHECK-NEXT: load i32, ptr [[RIGHT]]
; CHECK: [[OUTSIDE:%.*]] = and i1 [[ODD]], [[OVER]]
; CHECK: [[LAST:%.*]] = getelementptr i32, ptr %block, i64 %last
; CHECK: call i1 @heddle.any(i1 [[OUTSIDE]])
; CHECK: call void @heddle.mask(i1 [[OUTSIDE]])
; CHECK-NEXT: load i32, ptr [[LAST]]
; CHECK: select i1 [[OVER]], i32
; CHECK: select i1 [[UNDER]], i32
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %last = load i64, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %v = load i32, ptr %place
  %odd = trunc i32 %v to i1
  %next = add nsw i64 %i, 1
  %to.last = call i64 @llvm.smin.i64(i64 %next, i64 %last)
  %before = add nsw i64 %i, -1
  %to.first = call i64 @llvm.smax.i64(i64 %before, i64 0)
  br i1 %odd, label %work, label %end
work:
  %right.at = getelementptr i32, ptr %block, i64 %to.last
  %right = load i32, ptr %right.at
  %left.at = getelementptr i32, ptr %block, i64 %to.first
  %left = load i32, ptr %left.at
  %sum = add i32 %left, %right
  store i32 %sum, ptr %place
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
!0 = !{}
