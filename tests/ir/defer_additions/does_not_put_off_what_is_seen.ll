; SPDX-License-Identifier: Apache-2.0
; Additions that are not put off: a load or another operation on device memory follows, the order or
; the scope says that somebody looks, or the place differs from block to block.
;
; RUN: --from defer-additions --stop-after lanes-in-memory --block 32

; CHECK: define internal void @heddle_kernel_block(
; CHECK-NOT: claim_deferred
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %more = getelementptr i8, ptr %params, i64 8
  %total = load ptr, ptr %more, !invariant.load !0
  %at = getelementptr i32, ptr %in, i32 %lane
  %loadfollows = atomicrmw add ptr %total, i32 1 syncscope("device") monotonic
  %v = load i32, ptr %at
  store i32 %v, ptr %at
  %otherfollows = atomicrmw add ptr %total, i32 %lane syncscope("device") monotonic
  %most = atomicrmw max ptr %total, i32 %v monotonic
  %ordered = atomicrmw add ptr %total, i32 2 acq_rel
  %system = atomicrmw add ptr %total, i32 %lane monotonic
  %idxat = getelementptr i8, ptr %block, i64 40
  %idx = load i32, ptr %idxat, !invariant.load !0
  %own = getelementptr i32, ptr %total, i32 %idx
  %ofblock = atomicrmw add ptr %own, i32 3 syncscope("device") monotonic
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
!0 = !{}
