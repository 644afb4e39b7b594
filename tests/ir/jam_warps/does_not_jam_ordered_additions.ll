; SPDX-License-Identifier: Apache-2.0
; Warps that add to one place with an order run one by one: each addition publishes what its warp has
; written, or sees what others have.
;
;   out[t] = atomicAdd(count, popc(ballot(in[t] > 0)))   as acq_rel
;
; RUN: --from combine-accesses --stop-after jam-warps --block 128 --changes

; CHECK-NOT: jam-warps
; CHECK: define {{.*}}@kernel.full.warp
; CHECK-NOT: .jam
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, align 8, !invariant.load !0, !noundef !0
  %inat = getelementptr i8, ptr %params, i64 8
  %in = load ptr, ptr %inat, align 8, !invariant.load !0
  %countat = getelementptr i8, ptr %params, i64 16
  %count = load ptr, ptr %countat, align 8, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %warp = call i32 @heddle.warp()
  %first = shl nuw nsw i32 %warp, 5
  %t = or disjoint i32 %first, %lane
  %t64 = zext nneg i32 %t to i64
  %at = getelementptr i32, ptr %in, i64 %t64
  %v = load i32, ptr %at
  %some = icmp sgt i32 %v, 0
  %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %some)
  %n = call i32 @llvm.ctpop.i32(i32 %ballot)
  %leader = icmp eq i32 %lane, 0
  br i1 %leader, label %ask, label %done
ask:
  %old = atomicrmw add ptr %count, i32 %n acq_rel
  br label %done
done:
  %place = phi i32 [ %old, %ask ], [ 0, %entry ]
  store i32 %place, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.warp()
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
!0 = !{}
