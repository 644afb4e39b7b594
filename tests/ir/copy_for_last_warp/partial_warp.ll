; SPDX-License-Identifier: Apache-2.0
; The last warp of a block of 71 threads runs 7 lanes, in a copy of its own.
;
; RUN: --from combine-accesses --stop-after linearise --block 71

; CHECK-LABEL: define void @kernel.full()
; CHECK: call void @heddle.mask(i1 true)
; CHECK-LABEL: define void @kernel.last()
; CHECK: [[LANE:%.*]] = call i32 @heddle.lane()
; CHECK: [[EXISTS:%.*]] = icmp ult i32 [[LANE]], 7
; CHECK: call void @heddle.mask(i1 [[EXISTS]])
; CHECK: store i32 1
define void @kernel() {
  %block = call ptr @heddle.block()
  store i32 1, ptr %block
  ret void
}
declare ptr @heddle.block()
