; SPDX-License-Identifier: Apache-2.0
; An operation of some lanes between the lock and the end: each lane waits for its partners in front of it, but
; not for those that have come to the end.
;
;   while (atomicCAS(lock, 0, 1) != 0) {}
;   atomicExch(lock, 0);
;   x = __ballot_sync(mask, ...);
;
; RUN: --from insert-yields --stop-after thread-by-thread
; RUN: --from insert-yields --stop-after insert-probes --probes 128 | HEARD

; CHECK-NOT: compiled again
; CHECK-LABEL: lanes.again:
; CHECK: %[[GOING:.*]] = call i32 @llvm.nvvm.activemask(), !heddle.uncounted
; CHECK: atomicrmw xchg
; CHECK: %[[HERE:.*]] = call i32 @llvm.nvvm.activemask(), !heddle.uncounted
; CHECK: %[[OTHERS:.*]] = xor i32 %[[HERE]], -1
; CHECK: %[[ABSENT:.*]] = and i32 %[[OTHERS]], %mask
; CHECK: %[[MISSING:.*]] = and i32 %[[ABSENT]], %[[GOING]]
; CHECK: icmp eq i32 %[[MISSING]], 0
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask,
; CHECK-LABEL: lanes.meet:
; CHECK-LABEL: lanes.wait:

; HEARD-COUNT-1: call void @heddle.probe.warp(
; HEARD-NOT: call void @heddle.probe.warp(
define void @kernel() {
entry:
  %lock = call ptr @heddle.block()
  %mask = load i32, ptr %lock
  br label %spin
spin:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %mine, label %spin
mine:
  %old = atomicrmw xchg ptr %lock, i32 0 monotonic
  %is = trunc i32 %old to i1
  %x = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is)
  store i32 %x, ptr %lock
  ret void
}
declare ptr @heddle.block()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
