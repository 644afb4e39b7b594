; SPDX-License-Identifier: Apache-2.0
; Volatile accesses of device memory stay in the order of their warps, each warp's among its others:
; warps that would make a tile together run one by one.
;
;   tile[lane][warp] = *(volatile float*)&in[t]; __syncthreads(); out[t] = tile[warp][lane]
;
; RUN: --from combine-accesses --stop-after jam-warps --block 1024 --isa avx512 --changes

; CHECK-NOT: jam-warps
; CHECK: define {{.*}}@kernel.full.warp
; CHECK-NOT: .jam
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %where = getelementptr inbounds i8, ptr %block, i64 8
  %shared0 = load ptr, ptr %where, !invariant.load !0, !align !1
  %shared = addrspacecast ptr %shared0 to ptr addrspace(3)
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %outp = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %outp, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %lane64 = zext nneg i32 %lane to i64
  %warp = call i32 @heddle.warp()
  %warp64 = zext nneg i32 %warp to i64
  %first = shl nuw nsw i32 %warp, 5
  %t = or disjoint i32 %first, %lane
  %t64 = zext nneg i32 %t to i64
  %from = getelementptr float, ptr %in, i64 %t64
  %value = load volatile float, ptr %from
  %row = getelementptr [33 x float], ptr addrspace(3) %shared, i64 %lane64
  %cell = getelementptr float, ptr addrspace(3) %row, i64 %warp64
  store float %value, ptr addrspace(3) %cell
  %r1 = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %own = getelementptr [33 x float], ptr addrspace(3) %shared, i64 %warp64
  %there = getelementptr float, ptr addrspace(3) %own, i64 %lane64
  %swapped = load float, ptr addrspace(3) %there
  %to = getelementptr float, ptr %out, i64 %t64
  store float %swapped, ptr %to
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.warp() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
!0 = !{}
!1 = !{i64 64}
