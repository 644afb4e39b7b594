; SPDX-License-Identifier: Apache-2.0
; Warps that write columns of a tile in shared memory write them together: sixteen rows of sixteen
; lanes are transposed in registers, one contiguous store a column. A fault in device memory still
; finds its warp: the engine is told before each load. Behind the barrier the rows are contiguous
; anyway, and the warps run one by one.
;
;   tile[lane][warp] = in[t]; __syncthreads(); out[t] = tile[warp][lane]
;
; RUN: --from combine-accesses --stop-after lanes-in-memory --block 1024 --isa avx512

; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK: store volatile i64
; CHECK: load <32 x float>
; CHECK: store volatile i64
; CHECK: load <32 x float>
; CHECK: shufflevector <16 x float> {{.*}} <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20,
; CHECK-COUNT-32: store <16 x float> {{.*}}, align 4
; CHECK-NOT: store <16 x float>
; CHECK-NOT: extractelement <32 x float>
; CHECK: store <32 x float>
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
  %value = load float, ptr %from
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
