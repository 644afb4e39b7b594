; SPDX-License-Identifier: Apache-2.0
; What all lanes read from one lane of the warp is one value; where each names its own, or parts of
; the warp shuffle apart, it is not.
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define {{.*}}@kernel.full
; CHECK: [[V:%.*]] = load <32 x i32>
; CHECK: [[N:%.*]] = and i32 %{{.*}}, 31
; CHECK: [[ONE:%.*]] = extractelement <32 x i32> [[V]], i32 [[N]]
; CHECK: store i32 [[ONE]]
; CHECK-NOT: extractelement
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %from = load i32, ptr %block
  %one = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 %from, i32 31)
  store i32 %one, ptr %block
  %own = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 %lane, i32 31)
  %part = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 %from, i32 6175)
  %sum = add i32 %own, %part
  store i32 %sum, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
