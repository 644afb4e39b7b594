; SPDX-License-Identifier: Apache-2.0
; A bounds check gets a copy without masks, for warps whose lanes all pass it.
;
;   if (i < n) out[i] = i
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK: [[ALL:%.*]] = call i1 @heddle.all(i1 %inside)
; CHECK: [[ASK:%.*]] = call i1 @llvm.expect.i1(i1 [[ALL]], i1 true)
; CHECK: br i1 [[ASK]], label %work.all, label %entry.some{{(,|$)}}
; CHECK: work:
; CHECK: call void @heddle.mask(i1 %inside)
; CHECK: store i32 %i
; CHECK: work.all:
; CHECK: call void @heddle.mask(i1 true)
; CHECK: store i32 %i
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %n = load i32, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %warp = call i32 @heddle.warp()
  %first = shl i32 %warp, 5
  %i = or disjoint i32 %first, %lane
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %work, label %end
work:
  %place = getelementptr i32, ptr %block, i32 %i
  store i32 %i, ptr %place
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.warp()
!0 = !{}
