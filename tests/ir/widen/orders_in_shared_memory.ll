; SPDX-License-Identifier: Apache-2.0
; Shared memory belongs to one host thread: no fence, no exchange, and lanes may be gathered.
;
; RUN: --from widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK-NOT: fence
; CHECK-NOT: atomic
; CHECK: store volatile i32 1
; CHECK: store volatile <32 x i32> splat (i32 2)
; CHECK: load volatile <32 x i32>
; CHECK: call <32 x i32> @llvm.masked.gather
; CHECK-NOT: fence
; CHECK-NOT: atomic
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %shared = addrspacecast ptr %block to ptr addrspace(3)
  %lane = call i32 @heddle.lane()
  store atomic i32 1, ptr addrspace(3) %shared seq_cst, align 4
  %p = getelementptr i32, ptr addrspace(3) %shared, i32 %lane
  store atomic i32 2, ptr addrspace(3) %p release, align 4
  %d = load atomic i32, ptr addrspace(3) %p seq_cst, align 4
  %q = getelementptr i32, ptr addrspace(3) %shared, i32 %d
  %e = load atomic i32, ptr addrspace(3) %q acquire, align 4
  store i32 %e, ptr addrspace(3) %p
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
