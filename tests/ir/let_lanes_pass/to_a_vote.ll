; SPDX-License-Identifier: Apache-2.0
; An operation that names all lanes of the warp is a place where they meet.
;
;   while (atomicCAS(lock, 0, 1) != 0) __nanosleep(20);
;   atomicExch(lock, 0);
;   x = __ballot_sync(~0u, ...);
;
; RUN: --from insert-yields --stop-after thread-by-thread

; CHECK-NOT: compiled again
; CHECK-LABEL: lanes.again:
; CHECK: atomicrmw xchg
; CHECK-LABEL: lanes.meet:
; CHECK-LABEL: lanes.wait:
; CHECK: icmp eq i32
; CHECK-NEXT: br i1 {{.*}}, label %lanes.yield, label %lanes.again
; CHECK-LABEL: lanes.yield:
; CHECK-NEXT: call void @heddle.yield()
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 -1,
; CHECK-NOT: call i32 @llvm.nvvm.activemask
define void @kernel() {
entry:
  %lock = call ptr @heddle.block()
  br label %spin
spin:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %mine, label %again
again:
  call void @llvm.nvvm.nanosleep(i32 20)
  br label %spin
mine:
  %old = atomicrmw xchg ptr %lock, i32 0 monotonic
  %is = trunc i32 %old to i1
  %x = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %is)
  store i32 %x, ptr %lock
  ret void
}
declare ptr @heddle.block()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare void @llvm.nvvm.nanosleep(i32)
