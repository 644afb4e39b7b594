; SPDX-License-Identifier: Apache-2.0
; Bytes that may lie side by side (lanes_that_may_lie_beside.ll), the texels of a picture: one load of 32, or
; the words that they lie in.
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[STARTS:%.*]] = sub <32 x i32> {{.*}}, <i32 0, i32 1, i32 2,
; CHECK: icmp eq <32 x i32> [[STARTS]],
; CHECK: load <32 x i8>
; CHECK: call <32 x i32> @llvm.masked.gather.v32i32
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %own = getelementptr i32, ptr %block, i32 %lane
  %bits = load float, ptr %own
  %x = fptosi float %bits to i32
  %offset64 = sext i32 %x to i64
  %at = getelementptr inbounds i8, ptr %block, i64 %offset64
  %v = load i8, ptr %at, !nontemporal !0
  %wide = zext i8 %v to i32
  store i32 %wide, ptr %own
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
!0 = !{i32 1}
