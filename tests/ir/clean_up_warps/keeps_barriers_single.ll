; SPDX-License-Identifier: Apache-2.0
; A barrier between two branches on one condition stays one: otherwise warps that come to it on
; different ways would go on from different states, and each of them by itself.
;
;   __syncthreads(); if (warp == 0) shared[0] = 1; __syncthreads(); if (warp > 0) out[t] = shared[0]
;
; RUN: --from combine-accesses --stop-after bounds-masks --block 256

; CHECK-LABEL: @kernel.full.warp(
; CHECK-COUNT-2: call void @heddle.suspend(
; CHECK-NOT: call void @heddle.suspend(
; CHECK: ret void
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %where = getelementptr inbounds i8, ptr %block, i64 8
  %shared0 = load ptr, ptr %where, !invariant.load !0
  %shared = addrspacecast ptr %shared0 to ptr addrspace(3)
  %params = load ptr, ptr %block, !invariant.load !0
  %out = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %warp = call i32 @heddle.warp()
  %first = shl nuw nsw i32 %warp, 5
  %t = or disjoint i32 %first, %lane
  %is0 = icmp eq i32 %warp, 0
  %r0 = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  br i1 %is0, label %write, label %meet
write:
  store i32 1, ptr addrspace(3) %shared
  br label %meet
meet:
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  br i1 %is0, label %done, label %read
read:
  %v = load i32, ptr addrspace(3) %shared
  %to = getelementptr i32, ptr %out, i32 %t
  store i32 %v, ptr %to
  br label %done
done:
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.warp() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
!0 = !{}
