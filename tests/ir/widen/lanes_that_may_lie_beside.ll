; SPDX-License-Identifier: Apache-2.0
; A load that is marked (nontemporal), at places that are numbers of float: a comparison of the
; offsets says whether the lanes lie side by side. What is the same in all lanes is left out of it.
; Lanes that are off may be anywhere, but for lane 0.
;
;   v = *(int*)(base + rows + (int)x * 4)
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[COLUMNS:%.*]] = shl <32 x i32> {{.*}}, splat (i32 2)
; CHECK: [[STARTS:%.*]] = sub <32 x i32> [[COLUMNS]], <i32 0, i32 4, i32 8,
; CHECK: [[SAME:%.*]] = icmp eq <32 x i32> [[STARTS]],
; CHECK: [[BITS:%.*]] = bitcast <32 x i1> [[SAME]] to i32
; CHECK: icmp eq i32 [[BITS]], -1
; CHECK: icmp sle i32 {{.*}}, 2147483519
; CHECK: some:
; CHECK: [[ON:%.*]] = select <32 x i1> [[MASK:%.*]], <32 x i1> {{.*}}, <32 x i1> splat (i1 true)
; CHECK: bitcast <32 x i1> [[ON]] to i32
; CHECK: [[FIRST:%.*]] = extractelement <32 x i1> [[MASK]], i64 0
; CHECK: select i1 [[FIRST]], i1 {{.*}}, i1 false
; CHECK: load <32 x i32>
; CHECK: masked.gather
; CHECK: call <32 x i32> @llvm.masked.load.v32i32.p0(ptr align 4 {{.*}}, <32 x i1> [[MASK]]
; CHECK: masked.gather
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %rows = load i32, ptr %block
  %lane = call i32 @heddle.lane()
  %own = getelementptr i32, ptr %block, i32 %lane
  %bits = load float, ptr %own
  %x = fptosi float %bits to i32
  %column = shl i32 %x, 2
  %offset = add nsw i32 %rows, %column
  %offset64 = sext i32 %offset to i64
  %at = getelementptr inbounds i8, ptr %block, i64 %offset64
  %v = load i32, ptr %at, !nontemporal !0
  store i32 %v, ptr %own
  %big = icmp ugt i32 %v, 5
  %any = call i1 @heddle.any(i1 %big)
  br i1 %any, label %some, label %end
some:
  call void @heddle.mask(i1 %big)
  %w = load i32, ptr %at, !nontemporal !0
  store i32 %w, ptr %own
  br label %end
end:
  call void @heddle.mask(i1 true)
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
declare i1 @heddle.any(i1)
!0 = !{i32 1}
