; SPDX-License-Identifier: Apache-2.0
; What the next round loads is not asked for where the address is made of a number that the kernel
; loads (the next one may be out of bounds), nor where it is the same in each round.
;
;   for k < rounds: tile[t] = in[256 index[k] + t] + in[t]; ..
;
; RUN: --from combine-accesses --stop-after prefetch-next-round --block 256 --isa avx512 --changes

; CHECK-NOT: prefetch-next-round
; CHECK: define {{.*}}@kernel.full.warp
; CHECK-NOT: .ahead
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
  %roundsp = getelementptr i8, ptr %params, i64 16
  %rounds = load i64, ptr %roundsp, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %lane64 = zext nneg i32 %lane to i64
  %warp = call i32 @heddle.warp()
  %first = shl nuw nsw i32 %warp, 5
  %t = or disjoint i32 %first, %lane
  %t64 = zext nneg i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %index.at = getelementptr i64, ptr %out, i64 %k
  %index = load i64, ptr %index.at
  %rows = getelementptr [256 x float], ptr %in, i64 %index
  %mine = getelementptr float, ptr %rows, i64 %t64
  %a = load float, ptr %mine
  %cell = getelementptr float, ptr addrspace(3) %shared, i64 %t64
  %same.at = getelementptr float, ptr %in, i64 %t64
  %same = load volatile float, ptr %same.at
  %both = fadd float %a, %same
  store float %both, ptr addrspace(3) %cell
  %r1 = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %at = getelementptr float, ptr addrspace(3) %shared, i64 %lane64
  %b = load float, ptr addrspace(3) %at
  %sum1 = fadd float %sum, %b
  %r2 = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k1, %rounds
  br i1 %more, label %loop, label %done
done:
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
