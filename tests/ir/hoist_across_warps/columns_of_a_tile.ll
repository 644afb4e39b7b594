; SPDX-License-Identifier: Apache-2.0
; What all warps make alike of shared memory in a loop, every second element of a row, is made
; before the first warp runs. Each warp loads it, and its own part as before.
;
;   __syncthreads(); for k < 8: sum += own[k] * b[k][2 lane]; __syncthreads(); out[t] = sum
;
; RUN: --from combine-accesses --stop-after lanes-in-memory --block 256 --isa avx512

; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK: %values = alloca [1024 x i8], align 64
; CHECK: values.i:
; CHECK-NEXT: [[K:%.*]] = phi i64
; CHECK: [[COLUMN:%.*]] = shufflevector {{.*}} <32 x i32>
; CHECK-NEXT: [[PLACE:%.*]] = getelementptr inbounds nuw <32 x float>, ptr %values, i64 [[K]]
; CHECK-NEXT: store <32 x float> [[COLUMN]], ptr [[PLACE]], align 64
; CHECK: icmp samesign ult i64 [[K]], 7
; CHECK: store volatile i32
; CHECK-NOT: shufflevector
; CHECK: loop.i:
; CHECK: [[HERE:%.*]] = getelementptr inbounds nuw <32 x float>, ptr %values, i64
; CHECK: load <32 x float>, ptr [[HERE]], align 64
; CHECK-NOT: shufflevector
; CHECK: fadd <32 x float>
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %where = getelementptr inbounds i8, ptr %block, i64 8
  %shared0 = load ptr, ptr %where, !invariant.load !0, !align !1
  %shared = addrspacecast ptr %shared0 to ptr addrspace(3)
  %params = load ptr, ptr %block, !invariant.load !0
  %own = load ptr, ptr %params, !invariant.load !0
  %outp = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %outp, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %lane64 = zext nneg i32 %lane to i64
  %column = shl nuw nsw i64 %lane64, 1
  %warp = call i32 @heddle.warp()
  %first = shl nuw nsw i32 %warp, 5
  %t = or disjoint i32 %first, %lane
  %t64 = zext nneg i32 %t to i64
  %r1 = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %row = getelementptr [64 x float], ptr addrspace(3) %shared, i64 %k
  %at = getelementptr float, ptr addrspace(3) %row, i64 %column
  %b = load float, ptr addrspace(3) %at
  %rows = getelementptr [256 x float], ptr %own, i64 %k
  %mine = getelementptr float, ptr %rows, i64 %t64
  %a = load float, ptr %mine
  %product = fmul float %a, %b
  %sum1 = fadd float %sum, %product
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k1, 8
  br i1 %more, label %loop, label %done
done:
  %r2 = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %to = getelementptr float, ptr %out, i64 %t64
  store float %sum1, ptr %to
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.warp() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
!0 = !{}
!1 = !{i64 64}
