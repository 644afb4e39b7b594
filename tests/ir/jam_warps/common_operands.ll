; SPDX-License-Identifier: Apache-2.0
; Between barriers, four warps run as one where they load the same vectors of shared memory: once.
; The engine is told how many they are. Warps that touch device memory and make
; no tiles run one by one.
;
;   __syncthreads(); sum of b[k][lane] * a[warp][k]; __syncthreads(); out[t] = sum
;
; RUN: --from combine-accesses --stop-after lanes-in-memory --block 256

; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK: [[WARPS:%.*]] = or disjoint i64 {{.*}}, 17179869184
; CHECK: store volatile i64 [[WARPS]], ptr
; CHECK: load <32 x float>
; CHECK-COUNT-4: fmul <32 x float>
; CHECK-NOT: fmul
; CHECK: load <32 x float>
; CHECK-COUNT-4: fmul <32 x float>
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %where = getelementptr inbounds i8, ptr %block, i64 8
  %shared0 = load ptr, ptr %where, !invariant.load !0, !align !1
  %shared = addrspacecast ptr %shared0 to ptr addrspace(3)
  %lane = call i32 @heddle.lane()
  %lane64 = zext nneg i32 %lane to i64
  %warp = call i32 @heddle.warp()
  %first = shl nuw nsw i32 %warp, 5
  %t = or disjoint i32 %first, %lane
  %t64 = zext nneg i32 %t to i64
  %first64 = zext nneg i32 %first to i64
  %r1 = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %bl = getelementptr float, ptr addrspace(3) %shared, i64 %lane64
  %as = getelementptr float, ptr addrspace(3) %shared, i64 1024
  %ar = getelementptr float, ptr addrspace(3) %as, i64 %first64
  %s0 = fadd float 0.0, 0.0
  %bq0 = getelementptr float, ptr addrspace(3) %bl, i64 0
  %b0 = load float, ptr addrspace(3) %bq0
  %aq0 = getelementptr float, ptr addrspace(3) %ar, i64 0
  %a0 = load float, ptr addrspace(3) %aq0
  %m0 = fmul float %a0, %b0
  %s1 = fadd float %s0, %m0
  %bq1 = getelementptr float, ptr addrspace(3) %bl, i64 32
  %b1 = load float, ptr addrspace(3) %bq1
  %aq1 = getelementptr float, ptr addrspace(3) %ar, i64 1
  %a1 = load float, ptr addrspace(3) %aq1
  %m1 = fmul float %a1, %b1
  %s2 = fadd float %s1, %m1
  %bq2 = getelementptr float, ptr addrspace(3) %bl, i64 64
  %b2 = load float, ptr addrspace(3) %bq2
  %aq2 = getelementptr float, ptr addrspace(3) %ar, i64 2
  %a2 = load float, ptr addrspace(3) %aq2
  %m2 = fmul float %a2, %b2
  %s3 = fadd float %s2, %m2
  %bq3 = getelementptr float, ptr addrspace(3) %bl, i64 96
  %b3 = load float, ptr addrspace(3) %bq3
  %aq3 = getelementptr float, ptr addrspace(3) %ar, i64 3
  %a3 = load float, ptr addrspace(3) %aq3
  %m3 = fmul float %a3, %b3
  %s4 = fadd float %s3, %m3
  %bq4 = getelementptr float, ptr addrspace(3) %bl, i64 128
  %b4 = load float, ptr addrspace(3) %bq4
  %aq4 = getelementptr float, ptr addrspace(3) %ar, i64 4
  %a4 = load float, ptr addrspace(3) %aq4
  %m4 = fmul float %a4, %b4
  %s5 = fadd float %s4, %m4
  %bq5 = getelementptr float, ptr addrspace(3) %bl, i64 160
  %b5 = load float, ptr addrspace(3) %bq5
  %aq5 = getelementptr float, ptr addrspace(3) %ar, i64 5
  %a5 = load float, ptr addrspace(3) %aq5
  %m5 = fmul float %a5, %b5
  %s6 = fadd float %s5, %m5
  %bq6 = getelementptr float, ptr addrspace(3) %bl, i64 192
  %b6 = load float, ptr addrspace(3) %bq6
  %aq6 = getelementptr float, ptr addrspace(3) %ar, i64 6
  %a6 = load float, ptr addrspace(3) %aq6
  %m6 = fmul float %a6, %b6
  %s7 = fadd float %s6, %m6
  %bq7 = getelementptr float, ptr addrspace(3) %bl, i64 224
  %b7 = load float, ptr addrspace(3) %bq7
  %aq7 = getelementptr float, ptr addrspace(3) %ar, i64 7
  %a7 = load float, ptr addrspace(3) %aq7
  %m7 = fmul float %a7, %b7
  %s8 = fadd float %s7, %m7
  %r2 = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %params = load ptr, ptr %block, !invariant.load !0
  %out = getelementptr float, ptr %params, i64 %t64
  store float %s8, ptr %out
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.warp() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
!0 = !{}
!1 = !{i64 64}
