; SPDX-License-Identifier: Apache-2.0
; What all lanes read at one address is read once, as a scalar; arithmetic on it stays scalar too.
;
;   out[threadIdx.x] = in[blockIdx.x] * 3 + threadIdx.x
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[X:%.*]] = load i32, ptr %0
; CHECK: [[X3:%.*]] = mul i32 [[X]], 3
; CHECK: add <32 x i32> {{.*}}, <i32 0, i32 1, i32 2, i32 3, i32 4,
; CHECK: store <32 x i32>
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %x = load i32, ptr %block
  %x3 = mul i32 %x, 3
  %lane = call i32 @heddle.lane()
  %sum = add i32 %x3, %lane
  %at = getelementptr i32, ptr %block, i32 %lane
  store i32 %sum, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
