; SPDX-License-Identifier: Apache-2.0
; Only some warps come to the loop: what it loads is not loaded for those that do not (nobody may have
; written it, or it may not be there).
;
;   __syncthreads(); if (warp < n) for k < 8: sum += own[k] * b[k][2 lane]; ..
;
; RUN: --from combine-accesses --stop-after hoist-across-warps --block 256 --isa avx512 --changes

; CHECK-NOT: hoist-across-warps
; CHECK: define {{.*}}@kernel.full.warp
; CHECK-NOT: .prepare
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
  %some = icmp ult i32 %warp, 5
  br i1 %some, label %loop.before, label %done
loop.before:
  br label %loop
loop:
  %k = phi i64 [ 0, %loop.before ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %loop.before ], [ %sum1, %loop ]
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
  %result = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %r2 = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %to = getelementptr float, ptr %out, i64 %t64
  store float %result, ptr %to
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.warp() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
!0 = !{}
!1 = !{i64 64}
