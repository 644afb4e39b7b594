; SPDX-License-Identifier: Apache-2.0
; In shared memory an atomic is a load and a store, marked so that warps that are jammed do not take
; them for accesses that all warps have in common.
;
; RUN: --from defer-additions --stop-after widen

; CHECK: [[OLD:%.*]] = load atomic i32, ptr [[AT:%.*]] unordered
; CHECK: [[OLDF:%.*]] = bitcast i32 [[OLD]] to float
; CHECK: [[NEW:%.*]] = fadd float [[OLDF]],
; CHECK: [[BITS:%.*]] = bitcast float [[NEW]] to i32
; CHECK: store atomic i32 [[BITS]], ptr [[AT]] unordered
; CHECK: load atomic i16, ptr {{.*}} unordered
; CHECK: store atomic i16 {{.*}} unordered
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr float, ptr %block, i32 %lane
  %v = load float, ptr %at
  %shared = addrspacecast ptr %block to ptr addrspace(3)
  %sum = atomicrmw fadd ptr addrspace(3) %shared, float %v monotonic
  %n = trunc i32 %lane to i16
  %pair = cmpxchg ptr addrspace(3) %shared, i16 %n, i16 7 monotonic monotonic
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
