; SPDX-License-Identifier: Apache-2.0
; Warps that are jammed for their tiles may disagree: if all are within the bound they go on together
; and transpose, if none is they skip; else each goes by itself, under its own number.
;
;   if (warp < n) tile[lane][warp] = lane; __syncthreads(); out[t] = tile[warp][lane]
;
; RUN: --from combine-accesses --stop-after lanes-in-memory --block 128 --isa avx2

; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK: [[ALL:%.*]] = icmp ugt i32 [[N:%.*]], 3
; CHECK: br i1 [[ALL]], label %[[TOGETHER:.*]], label %[[NOT_ALL:.*]]
; CHECK: [[TOGETHER]]:
; CHECK-COUNT-32: store <4 x float>
; CHECK: [[NOT_ALL]]:
; CHECK: [[NONE:%.*]] = icmp eq i32 [[N]], 0
; CHECK: br i1 [[NONE]], label %{{.*}}, label %[[ALONE:.*]]
; CHECK: [[ALONE]]:
; CHECK: store volatile i64 4294967296, ptr
; CHECK-COUNT-32: store float
; CHECK: store volatile i64 4294967297, ptr
; CHECK: store float
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %where = getelementptr inbounds i8, ptr %block, i64 8
  %shared0 = load ptr, ptr %where, !invariant.load !0, !align !1
  %shared = addrspacecast ptr %shared0 to ptr addrspace(3)
  %params = load ptr, ptr %block, !invariant.load !0
  %n = load i32, ptr %params, !invariant.load !0
  %outp = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %outp, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %lane64 = zext nneg i32 %lane to i64
  %warp = call range(i32 0, 4) i32 @heddle.warp()
  %warp64 = zext nneg i32 %warp to i64
  %first = shl nuw nsw i32 %warp, 5
  %t = or disjoint i32 %first, %lane
  %t64 = zext nneg i32 %t to i64
  %inside = icmp ult i32 %warp, %n
  br i1 %inside, label %write, label %written
write:
  %value = uitofp i32 %t to float
  %row = getelementptr [33 x float], ptr addrspace(3) %shared, i64 %lane64
  %cell = getelementptr float, ptr addrspace(3) %row, i64 %warp64
  store float %value, ptr addrspace(3) %cell
  br label %written
written:
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
