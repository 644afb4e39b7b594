; SPDX-License-Identifier: Apache-2.0
; Places behind rows that differ, computed with 64 bits: texels of arrays that may have 2 GiB and more
; (lanes_that_may_lie_beside.ll). All 64 bits are compared, and nothing can wrap around.
;
;   v = *(int*)(base + (int64)y * row + (int)x * 4)
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[STARTS:%.*]] = sub <32 x i64> {{.*}}, <i64 0, i64 4, i64 8,
; CHECK: [[SAME:%.*]] = icmp eq <32 x i64> [[STARTS]],
; CHECK: [[BITS:%.*]] = bitcast <32 x i1> [[SAME]] to i32
; CHECK: [[ALL:%.*]] = icmp eq i32 [[BITS]], -1
; CHECK-NOT: icmp sle
; CHECK: call i1 @llvm.expect.i1(i1 [[ALL]], i1 true)
; CHECK: load <32 x i32>
; CHECK: masked.gather
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %row = load i64, ptr %block
  %lane = call i32 @heddle.lane()
  %own = getelementptr i32, ptr %block, i32 %lane
  %bits = load float, ptr %own
  %x = fptosi float %bits to i32
  %half = fmul float %bits, 0.5
  %y = fptosi float %half to i32
  %column = shl i32 %x, 2
  %column64 = sext i32 %column to i64
  %y64 = sext i32 %y to i64
  %rows = mul nsw i64 %y64, %row
  %offset = add nsw i64 %rows, %column64
  %at = getelementptr inbounds i8, ptr %block, i64 %offset
  %v = load i32, ptr %at, !nontemporal !0
  store i32 %v, ptr %own
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
!0 = !{i32 1}
