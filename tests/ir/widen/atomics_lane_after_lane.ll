; SPDX-License-Identifier: Apache-2.0
; Lanes that update cells of shared memory, all of them, and do not ask what they found: one after
; the other, without a loop and a test of each. So they do where it turns out that all are on.
;
; RUN: --from defer-additions --stop-after widen --isa avx512
; RUN: --from defer-additions --stop-after widen --isa avx2

; CHECK-LABEL: @kernel.full.warp(
; CHECK-NOT: conflict
; CHECK-COUNT-32: store atomic i32 {{.*}} unordered
; CHECK-NOT: store atomic
; CHECK: call void @llvm.sideeffect()
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %bin = and i32 %v, 63
  %shared = addrspacecast ptr %block to ptr addrspace(3)
  %cell = getelementptr i32, ptr addrspace(3) %shared, i32 %bin
  %u = atomicrmw add ptr addrspace(3) %cell, i32 %v monotonic
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
